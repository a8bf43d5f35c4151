import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { newId, organizationNow, type Clock } from '#kernel';
import {
  hashSecretKey,
  isSupportLinkKey,
  newSupportLinkKey,
  organizationsReadModel,
  SUPPORT_LINK_DAYS,
  type OrganizationDoc,
  type SupportLinkPrint,
} from '#contracts';
import { CLOCK, POOL } from '#hosting';
import { PublicUrl } from '../portal/public-url.js';

const DAY_MS = 86_400_000;

/** The state of a link: usable, its address verified, expired, or replaced by another one. */
export type SupportLinkState = 'open' | 'verified' | 'expired' | 'replaced';

/** A link as its key finds it, and the organization whose support address it verifies. */
export interface FoundSupportLink {
  readonly organization: OrganizationDoc;
  /** Null where it is replaced. */
  readonly link: { readonly id: string; readonly expiresAt: string } | null;
  readonly state: SupportLinkState;
}

/** A link that was just made. Its address is for the mail alone. */
export interface MadeSupportLink {
  readonly print: SupportLinkPrint;
  readonly url: string;
}

interface SupportLinkRow {
  readonly latest: string;
  readonly id: string | null;
  readonly expires_at: Date | null;
  readonly doc: OrganizationDoc;
}

/** The links that verify organizations' support addresses. Only the mail has their keys; events and rows have hashes. */
@Injectable()
export class SupportLinks {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** Makes a link; it exists once a command with its print was taken. */
  make(organizationId: string): MadeSupportLink {
    const key = newSupportLinkKey();
    const expires_at = new Date(this.now(organizationId) + SUPPORT_LINK_DAYS * DAY_MS).toISOString();
    return {
      print: { id: newId(), key_hash: hashSecretKey(key), expires_at },
      url: `${this.publicUrl.base}/support-email/${key}`,
    };
  }

  /** Finds a link by its key; undefined for one that never was, or that is older than those remembered. */
  async find(key: string): Promise<FoundSupportLink | undefined> {
    if (!isSupportLinkKey(key)) return undefined;
    const hash = hashSecretKey(key);
    const { rows } = await this.pool.query<SupportLinkRow>({
      name: 'organization-by-support-link',
      text: `SELECT support_link_hashes[cardinality(support_link_hashes)] AS latest, support_link_id AS id,
               support_link_expires_at AS expires_at, doc
             FROM ${organizationsReadModel.table} WHERE support_link_hashes @> ARRAY[$1]`,
      values: [hash],
    });
    const [row] = rows;
    if (!row) return undefined;
    const { latest, id, expires_at, doc: organization } = row;
    if (latest !== hash || id === null || expires_at === null)
      return { organization, link: null, state: 'replaced' };
    const link = { id, expiresAt: expires_at.toISOString() };
    if (organization.self_invoice.support_email_verified) return { organization, link, state: 'verified' };
    const open = expires_at.getTime() > this.now(organization.id);
    return { organization, link, state: open ? 'open' : 'expired' };
  }

  private now(organizationId: string): number {
    return organizationNow(this.clock, organizationId).getTime();
  }
}
