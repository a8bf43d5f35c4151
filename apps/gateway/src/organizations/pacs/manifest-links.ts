import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { field, newId, ok, organizationNow, refuseFields, type Clock, type Result } from '#kernel';
import {
  hashSecretKey,
  isOnboardingKey,
  newOnboardingKey,
  organizationsReadModel,
  type OrganizationDoc,
  type OrganizationPac,
} from '#contracts';
import { CLOCK, POOL } from '#hosting';
import { parseOrganizationDoc } from '../../docs.js';
import { PublicUrl } from '../../portal/public-url.js';
import type { OrganizationCall } from '../caller.js';
import { Organizations } from '../organizations.js';
import { emailFor, noSuchPac, pacNamed } from './manifests.js';

const DAY_MS = 86_400_000;
/** How long such a link works. */
export const MANIFEST_LINK_DAYS = 7;

/** So long after its end a link is told from one that never was; then its row goes, with the address of mail in it. */
const FORGET_DAYS = 30;

export type ManifestLinkState = 'open' | 'completed' | 'expired';

/** A link as its key finds it, and whose manifest is signed by it. */
export interface FoundManifestLink {
  readonly organization: OrganizationDoc;
  readonly id: string;
  readonly pac: OrganizationPac;
  /** Where the PAC writes to; null: the organization's support address. */
  readonly email: string | null;
  readonly expiresAt: string;
  readonly state: ManifestLinkState;
}

/** A link that was just made: its address is told this once. */
export interface MadeManifestLink {
  readonly url: string;
  readonly expires_at: string;
}

interface LinkRow {
  readonly id: string;
  readonly pac: string;
  readonly email: string | null;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly doc: OrganizationDoc;
}

/**
 * The links by which legal representatives sign manifests. Who asked has their keys; rows have hashes. They are no events: who
 * asked for one is in the audit log, and who signed by it is in the organization's events.
 */
@Injectable()
export class ManifestLinks {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly publicUrl: PublicUrl,
    private readonly organizations: Organizations,
  ) {}

  /** Makes a link; the one before, for the same PAC, opens nothing any more. */
  async make(
    id: string,
    name: string,
    email: string | undefined,
    call: OrganizationCall,
  ): Promise<Result<MadeManifestLink>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const pac = pacNamed(name);
    if (!pac) return noSuchPac();
    const address = emailFor(parseOrganizationDoc(known.value), email);
    // It hands out no text without one, and the page asks nobody for it.
    if (pac === 'finkok' && address === null) return refuseFields([field('email', 'required')]);
    const key = newOnboardingKey();
    const now = this.now(id);
    const expires_at = new Date(now + MANIFEST_LINK_DAYS * DAY_MS).toISOString();
    await this.pool.query('DELETE FROM gateway.manifest_links WHERE expires_at < $1', [
      new Date(now - FORGET_DAYS * DAY_MS).toISOString(),
    ]);
    await this.pool.query(
      `INSERT INTO gateway.manifest_links (organization_id, pac, id, key_hash, email, made_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (organization_id, pac) DO UPDATE
       SET id = excluded.id, key_hash = excluded.key_hash, email = excluded.email, made_at = excluded.made_at,
         expires_at = excluded.expires_at, used_at = NULL`,
      [id, pac, newId(), hashSecretKey(key), address, new Date(now).toISOString(), expires_at],
    );
    return ok({ url: `${this.publicUrl.base}/manifest/${key}`, expires_at });
  }

  /** Finds a link by its key; undefined for one that never was or was replaced, and of a deleted organization. */
  async find(key: string): Promise<FoundManifestLink | undefined> {
    if (!isOnboardingKey(key)) return undefined;
    const { rows } = await this.pool.query<LinkRow>({
      name: 'manifest-link',
      text: `SELECT l.id, l.pac, l.email, l.expires_at, l.used_at, o.doc
             FROM gateway.manifest_links AS l
             JOIN ${organizationsReadModel.table} AS o ON o.id = l.organization_id
             WHERE l.key_hash = $1 AND o.closed IS NULL`,
      values: [hashSecretKey(key)],
    });
    const [row] = rows;
    const pac = row && pacNamed(row.pac);
    if (!row || !pac) return undefined;
    const { id, email, expires_at, used_at, doc: organization } = row;
    const isOpen = expires_at.getTime() > this.now(organization.id);
    const state = used_at !== null ? 'completed' : isOpen ? 'open' : 'expired';
    return { organization, id, pac, email, expiresAt: expires_at.toISOString(), state };
  }

  /** The link has done what it was for. If this is lost it stays open, and the manifest may be signed once more. */
  async complete({ id, organization, pac }: FoundManifestLink): Promise<void> {
    await this.pool.query(
      `UPDATE gateway.manifest_links SET used_at = $4
       WHERE organization_id = $1 AND pac = $2 AND id = $3 AND used_at IS NULL`,
      [organization.id, pac, id, new Date(this.now(organization.id)).toISOString()],
    );
  }

  private now(organizationId: string): number {
    return organizationNow(this.clock, organizationId).getTime();
  }
}
