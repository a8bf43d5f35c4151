import { randomBytes } from 'node:crypto';
import type { DomainEvent } from '#kernel';

/**
 * A link by which an issuer uploads its own certificate, as commands and events know it. Whoever asked for the link is
 * told its address once: only the hash of its key travels.
 */
export interface OnboardingLinkPrint {
  readonly id: string;
  /** hashSecretKey of the key. */
  readonly key_hash: string;
  /** Instant, ISO 8601 in UTC. */
  readonly expires_at: string;
}

/** How long such a link works. */
export const ONBOARDING_LINK_DAYS = 7;

/** Links that an organization may ask for in a day: their pages take large files. */
export const ONBOARDING_LINKS_A_DAY = 50;

/** A new key of such a link: 160 random bits, in characters that no mail program takes for punctuation. */
export const newOnboardingKey = (): string => randomBytes(20).toString('hex');

/** Whether a text has the form of such a key. */
export const isOnboardingKey = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

export type OrganizationOnboardingEvent =
  /** The link in force from now on; one before it is replaced. */
  | DomainEvent<'OnboardingLinkCreated', OnboardingLinkPrint & { at: string }>
  /** A certificate was uploaded by it. */
  | DomainEvent<'OnboardingLinkCompleted', { link_id: string; at: string }>;
