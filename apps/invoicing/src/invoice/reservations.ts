import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { RequestHolder } from '#contracts';
import type { Tenant } from '#kernel';
import { EVENT_FOLLOWS } from '#eventing';
import { CONFIG, POOL, type Config } from '#hosting';
import type { ClaimedAt } from './holds.js';

/** Who claims a key: an invoice, at a revision of its own. */
export interface KeyClaim {
  readonly holder: string;
  readonly at: number;
  /** The request that came with the key, to compare with a repeated one. */
  readonly request?: string | undefined;
}

export type Claim =
  | { readonly kind: 'claimed' }
  /** Somebody else holds the key; `settled` is false while that invoice may well be in the making. */
  | { readonly kind: 'held'; readonly holder: string; readonly at: ClaimedAt; readonly settled: boolean };

/**
 * What only one invoice may have: an idempotency key, and the next folio of a series. Both are reserved
 * before the invoice's first event is appended, by its id, so that a redelivered command finds its own. What is given
 * back is named exactly, so that it can be given back late.
 */
@Injectable()
export class Reservations {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'claimGraceMs'>,
  ) {}

  async claimKey(tenant: Tenant, key: string, claim: KeyClaim): Promise<Claim> {
    const { rows } = await this.pool.query<{ holder: string; at: ClaimedAt; settled: boolean }>(
      `WITH claim AS (
         INSERT INTO invoicing.idempotency_keys AS k (organization_id, livemode, key, holder, request, revision)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (organization_id, livemode, key) DO UPDATE SET revision = greatest(k.revision, $6)
           WHERE k.holder = $4
         RETURNING holder, revision AS at, false AS settled, ${EVENT_FOLLOWS})
       SELECT holder, at, settled FROM claim
       UNION ALL
       SELECT holder, revision, claimed_at < now() - $7 * interval '1 millisecond' FROM invoicing.idempotency_keys
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
      `UPDATE invoicing.idempotency_keys SET holder = $6, request = $7, revision = $8, claimed_at = now()
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4
         AND revision IS NOT DISTINCT FROM $5::int`,
      [
        ...[tenant.organizationId, tenant.livemode, key, from.holder, from.at],
        ...[to.holder, to.request, to.at],
      ],
    );
    return rowCount === 1;
  }

  /** Who has a key. */
  async holderOf(tenant: Tenant, key: string): Promise<RequestHolder | null> {
    const { rows } = await this.pool.query<RequestHolder>({
      name: 'idempotency-key-holder',
      text: `SELECT holder, request FROM invoicing.idempotency_keys
             WHERE organization_id = $1 AND livemode = $2 AND key = $3`,
      values: [tenant.organizationId, tenant.livemode, key],
    });
    return rows[0] ?? null;
  }

  /** Frees a key of an invoice, if it was claimed at a revision up to `upTo`, or by the release before. */
  async releaseKey(tenant: Tenant, key: string, holder: string, upTo: number): Promise<void> {
    await this.pool.query(
      `DELETE FROM invoicing.idempotency_keys
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4
         AND (revision <= $5 OR revision IS NULL)`,
      [tenant.organizationId, tenant.livemode, key, holder, upTo],
    );
  }

  /** The next folio of a series, for one issue of an invoice. The same one asking again at once gets the same number. */
  async nextFolio(tenant: Tenant, series: string, issue: string): Promise<number> {
    const { rows } = await this.pool.query<{ folio: string }>({
      name: 'next-folio',
      text: `INSERT INTO invoicing.folio_counters AS c (organization_id, livemode, series, next, last_holder)
             VALUES ($1, $2, $3, 2, $4)
             ON CONFLICT (organization_id, livemode, series) DO UPDATE
               SET next = CASE WHEN c.last_holder = $4 THEN c.next ELSE c.next + 1 END, last_holder = $4
             RETURNING next - 1 AS folio, ${EVENT_FOLLOWS}`,
      values: [tenant.organizationId, tenant.livemode, series, issue],
    });
    return Number(rows[0]?.folio);
  }

  /** A folio that the caller chose: the counter never gives it, or one below it, by itself afterwards. */
  async passFolio(tenant: Tenant, series: string, folio: number): Promise<void> {
    // Numbers that a set of the counter has skipped are free above this one only (folios.ts).
    // Also where the counter gave this very number last: it must not be taken back by that invoice's refusal.
    await this.pool.query(
      `INSERT INTO invoicing.folio_counters AS c (organization_id, livemode, series, next) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, livemode, series) DO UPDATE
         SET next = greatest(c.next, $4), skipped_from = greatest(c.skipped_from, $4),
           last_holder = CASE WHEN c.next > $4 THEN c.last_holder END
         WHERE c.next <= $4 OR c.skipped_from < $4`,
      [tenant.organizationId, tenant.livemode, series, folio + 1],
    );
  }

  /** Gives back a folio that its issue certainly never uses, if no later one has been given since. */
  async returnFolio(tenant: Tenant, series: string, folio: number, issue: string): Promise<void> {
    await this.pool.query(
      `UPDATE invoicing.folio_counters SET next = $4, last_holder = NULL
       WHERE organization_id = $1 AND livemode = $2 AND series = $3 AND next = $4 + 1 AND last_holder = $5`,
      [tenant.organizationId, tenant.livemode, series, folio, issue],
    );
  }
}
