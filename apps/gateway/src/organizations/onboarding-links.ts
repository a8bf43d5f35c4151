import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { newId, ok, organizationNow, type Clock, type Result } from '#kernel';
import {
  hashSecretKey,
  isOnboardingKey,
  newOnboardingKey,
  ONBOARDING_LINK_DAYS,
  organizationsReadModel,
  type OrganizationDoc,
} from '#contracts';
import { CLOCK, POOL } from '#hosting';
import { PublicUrl } from '../portal/public-url.js';
import type { OrganizationCall } from './caller.js';
import { Organizations } from './organizations.js';

const DAY_MS = 86_400_000;

/** The state of a link: usable, used, expired, or replaced by another one. */
export type OnboardingLinkState = 'open' | 'completed' | 'expired' | 'replaced';

/** A link as its key finds it, and the organization that uploads its certificate by it. */
export interface FoundOnboardingLink {
  readonly organization: OrganizationDoc;
  /** Null where it is used or replaced. */
  readonly link: { readonly id: string; readonly expiresAt: string } | null;
  readonly state: OnboardingLinkState;
}

/** A link that was just made: its address is told this once. */
export interface MadeOnboardingLink {
  readonly url: string;
  readonly expires_at: string;
}

interface OnboardingRow {
  readonly latest: string;
  readonly id: string | null;
  readonly expires_at: Date | null;
  readonly doc: OrganizationDoc;
}

/** The links by which issuers upload their certificates. Who asked has their keys; events and rows have hashes. */
@Injectable()
export class OnboardingLinks {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly publicUrl: PublicUrl,
    private readonly organizations: Organizations,
  ) {}

  /** Makes a link; the one before ends. Refused: organization_not_found, rate_limit_exceeded. */
  async make(id: string, call: OrganizationCall): Promise<Result<MadeOnboardingLink>> {
    const known = await this.organizations.findDoc(id, call.principal);
    if (!known.ok) return known;
    const key = newOnboardingKey();
    const expires_at = new Date(this.now(id) + ONBOARDING_LINK_DAYS * DAY_MS).toISOString();
    const link = { id: newId(), key_hash: hashSecretKey(key), expires_at };
    const sent = await this.organizations.send(
      { type: 'organizations.create-onboarding-link', key: id, data: { link } },
      call,
    );
    return sent.ok ? ok({ url: `${this.publicUrl.base}/onboarding/${key}`, expires_at }) : sent;
  }

  /** Finds a link by its key; undefined for one that never was, or that is older than those remembered. */
  async find(key: string): Promise<FoundOnboardingLink | undefined> {
    if (!isOnboardingKey(key)) return undefined;
    const hash = hashSecretKey(key);
    const { rows } = await this.pool.query<OnboardingRow>({
      name: 'organization-by-onboarding-link',
      text: `SELECT onboarding_hashes[cardinality(onboarding_hashes)] AS latest, onboarding_id AS id,
               onboarding_expires_at AS expires_at, doc
             FROM ${organizationsReadModel.table} WHERE onboarding_hashes @> ARRAY[$1]`,
      values: [hash],
    });
    const [row] = rows;
    if (!row) return undefined;
    const { latest, id, expires_at, doc: organization } = row;
    if (latest !== hash) return { organization, link: null, state: 'replaced' };
    if (id === null || expires_at === null) return { organization, link: null, state: 'completed' };
    const link = { id, expiresAt: expires_at.toISOString() };
    const isOpen = expires_at.getTime() > this.now(organization.id);
    return { organization, link, state: isOpen ? 'open' : 'expired' };
  }

  private now(organizationId: string): number {
    return organizationNow(this.clock, organizationId).getTime();
  }
}
