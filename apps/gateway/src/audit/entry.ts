import { newId, plainAddress } from '#kernel';
import { scrub } from '#hosting/logging/secrets';

/** Who did it: with an organization's key or a user's, by a link on a hosted page, at the operator's console, or by itself. */
export const ACTOR_TYPES = ['key', 'user', 'link', 'operator', 'process'] as const;
/** Whether it was done, was not allowed, or failed by a fault of ours. */
export const OUTCOMES = ['succeeded', 'denied', 'failed'] as const;

export type ActorType = (typeof ACTOR_TYPES)[number];
export type Outcome = (typeof OUTCOMES)[number];

export interface Actor {
  readonly type: ActorType;
  readonly id: string | null;
  /** How its key begins. Null where another tenant's log would show it. */
  readonly first_12: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
}

/** What it was done to. */
export interface Resource {
  readonly type: string;
  readonly id: string | null;
}

/** An entry of the log: who did what to what, and how it ended. Nothing of what was sent is in it. */
export interface AuditEntry {
  readonly id: string;
  readonly created_at: Date;
  /** Whose log it is in; '' for what a user did with its own keys, which is in nobody's. */
  readonly organization_id: string;
  readonly actor: Actor;
  readonly operation: string;
  readonly resource: Resource;
  readonly outcome: Outcome;
  /** Of the request; null: there was none, or there were several. */
  readonly log_id: string | null;
  /** How many it stands for: one, but for denials that came too fast to be told apart. */
  readonly times: number;
}

/** What was done without a request, by an operator's program or by the service itself. */
export interface OwnDeed {
  readonly by: { readonly type: 'operator' | 'process'; readonly id: string | null };
  readonly at: Date;
  readonly organizationId: string;
  readonly operation: string;
  readonly resource: Resource;
}

export const toOwnEntry = ({ by, at, organizationId, operation, resource }: OwnDeed): AuditEntry => ({
  ...{ id: newId(), created_at: at, organization_id: organizationId, operation, resource },
  actor: { ...by, first_12: null, ip: null, user_agent: null },
  ...{ outcome: 'succeeded', log_id: null, times: 1 },
});

/** Longer ones are cut: of the user agent, and of what is read to find it. */
const USER_AGENT = { shown: 300, read: 2_000 } as const;

/** Control characters, marks that turn text around, halves of characters, and other ends of lines. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A user agent as the log keeps it: one short line that can be shown anywhere, without what looks like a secret. */
export function cleanUserAgent(header: string | undefined): string | null {
  if (header === undefined) return null;
  const text = scrub(header.slice(0, USER_AGENT.read).replace(UNFIT, ' ')).trim();
  if (text.length <= USER_AGENT.shown) return text === '' ? null : text;
  // Whole characters: half of one is no text.
  return [...text].slice(0, USER_AGENT.shown).join('');
}

/** An address in the one form by which it is stored and found; null for what is none. */
export const cleanAddress = (address: string | undefined): string | null => plainAddress(address) ?? null;
