import type pg from 'pg';
import type { RequestHolder } from '#contracts';
import { EVENT_FOLLOWS } from '#eventing';
import type { Config } from '#hosting';
import type { Tenant } from '#kernel';
import type { ClaimedAt } from './holds.js';

/** Who claims a key: a document, at a revision of its own. */
export interface KeyClaim {
  readonly holder: string;
  readonly at: number;
  /** The request that came with the key, to compare with a repeated one. */
  readonly request?: string | undefined;
}

/** A claim as it is kept, with the request that it came with. */
export type ClaimedRequest = RequestHolder & { readonly at: ClaimedAt };

export type Claim =
  | { readonly kind: 'claimed' }
  /** Somebody else holds the key; `settled` is false while that document may well be in the making. */
  | { readonly kind: 'held'; readonly holder: string; readonly at: ClaimedAt; readonly settled: boolean };

/**
 * Idempotency keys: each is one document's. Invoices and retentions have a table each, of one shape. A key is reserved before
 * the document's first event is appended, by its id, so that a redelivered command finds its own.
 */
export class KeyTable {
  /** @param table with columns as `invoicing.idempotency_keys` has them; never from a request */
  constructor(
    protected readonly pool: pg.Pool,
    private readonly table: `${string}.${string}`,
    private readonly config: Pick<Config, 'claimGraceMs'>,
  ) {}

  async claimKey(tenant: Tenant, key: string, claim: KeyClaim): Promise<Claim> {
    const { rows } = await this.pool.query<{ holder: string; at: ClaimedAt; settled: boolean }>(
      `WITH claim AS (
         INSERT INTO ${this.table} AS k (organization_id, livemode, key, holder, request, revision)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (organization_id, livemode, key) DO UPDATE SET revision = greatest(k.revision, $6)
           WHERE k.holder = $4
         RETURNING holder, revision AS at, false AS settled, ${EVENT_FOLLOWS})
       SELECT holder, at, settled FROM claim
       UNION ALL
       SELECT holder, revision, claimed_at < now() - $7 * interval '1 millisecond' FROM ${this.table}
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder <> $4`,
      [
        ...[tenant.organizationId, tenant.livemode, key],
        ...[claim.holder, claim.request, claim.at, this.config.claimGraceMs],
      ],
    );
    const found = rows[0];
    // A claim made by a transaction that committed between our insert and our look: ask again.
    if (!found) return this.claimKey(tenant, key, claim);
    return found.holder === claim.holder ? { kind: 'claimed' } : { kind: 'held', ...found };
  }

  /** Takes over a claim that its holder can do nothing with any more; false when somebody else was quicker. */
  async takeOverKey(
    tenant: Tenant,
    key: string,
    from: { readonly holder: string; readonly at: ClaimedAt },
    to: KeyClaim,
  ): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE ${this.table} SET holder = $6, request = $7, revision = $8, claimed_at = now()
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4
         AND revision IS NOT DISTINCT FROM $5::int`,
      [
        ...[tenant.organizationId, tenant.livemode, key, from.holder, from.at],
        ...[to.holder, to.request, to.at],
      ],
    );
    return rowCount === 1;
  }

  /** Who has claimed a key. */
  async holderOf(tenant: Tenant, key: string): Promise<ClaimedRequest | null> {
    const { rows } = await this.pool.query<ClaimedRequest>({
      name: `holder of ${this.table}`,
      text: `SELECT holder, request, revision AS at FROM ${this.table}
             WHERE organization_id = $1 AND livemode = $2 AND key = $3`,
      values: [tenant.organizationId, tenant.livemode, key],
    });
    return rows[0] ?? null;
  }

  /** Frees a key of a document, if it was claimed at a revision up to `upTo`, or by the release before. */
  async releaseKey(tenant: Tenant, key: string, holder: string, upTo: number): Promise<void> {
    await this.pool.query(
      `DELETE FROM ${this.table}
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4
         AND (revision <= $5 OR revision IS NULL)`,
      [tenant.organizationId, tenant.livemode, key, holder, upTo],
    );
  }
}
