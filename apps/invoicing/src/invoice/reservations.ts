import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { RequestHolder } from '#contracts';
import type { Tenant } from '#kernel';
import { EVENT_FOLLOWS } from '#eventing';
import { POOL } from '#hosting';

/** After this long a claim without an invoice behind it is taken to be one whose maker died. */
const CLAIM_GRACE = "interval '2 seconds'";

export type Claim =
  | { readonly kind: 'claimed' }
  /** Somebody else holds the key; `settled` is false while that invoice may still be in the making. */
  | { readonly kind: 'held'; readonly holder: string; readonly settled: boolean };

/**
 * What only one invoice may have: an idempotency key, and the next folio of a series. Both are reserved
 * before the invoice's first event is appended, by its id, so that a redelivered command finds its own.
 */
@Injectable()
export class Reservations {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** `request`: the request that came with the key, to compare with a repeated one. */
  async claimKey(tenant: Tenant, key: string, holder: string, request?: string): Promise<Claim> {
    const scope = [tenant.organizationId, tenant.livemode, key];
    const { rows } = await this.pool.query<{ holder: string; settled: boolean }>(
      `WITH claim AS (
         INSERT INTO invoicing.idempotency_keys (organization_id, livemode, key, holder, request)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING holder, false AS settled, ${EVENT_FOLLOWS})
       SELECT holder, settled FROM claim
       UNION ALL
       SELECT holder, claimed_at < now() - ${CLAIM_GRACE} FROM invoicing.idempotency_keys
       WHERE organization_id = $1 AND livemode = $2 AND key = $3`,
      [...scope, holder, request],
    );
    const found = rows[0];
    // A claim made by a transaction that committed between our insert and our look: ask again.
    if (!found) return this.claimKey(tenant, key, holder, request);
    return found.holder === holder ? { kind: 'claimed' } : { kind: 'held', ...found };
  }

  /** Takes a key over from an invoice that never came to be; false when somebody else was quicker. */
  async takeOverKey(
    tenant: Tenant,
    key: string,
    {
      from,
      to,
      request,
    }: { readonly from: string; readonly to: string; readonly request?: string | undefined },
  ): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE invoicing.idempotency_keys SET holder = $5, request = $6, claimed_at = now()
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4`,
      [tenant.organizationId, tenant.livemode, key, from, to, request],
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

  async releaseKey(tenant: Tenant, key: string, holder: string): Promise<void> {
    await this.pool.query(
      `DELETE FROM invoicing.idempotency_keys
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4`,
      [tenant.organizationId, tenant.livemode, key, holder],
    );
  }

  /** The next folio of a series. The same holder asking again at once gets the same number. */
  async nextFolio(tenant: Tenant, series: string, holder: string): Promise<number> {
    const { rows } = await this.pool.query<{ folio: string }>({
      name: 'next-folio',
      text: `INSERT INTO invoicing.folio_counters AS c (organization_id, livemode, series, next, last_holder)
             VALUES ($1, $2, $3, 2, $4)
             ON CONFLICT (organization_id, livemode, series) DO UPDATE
               SET next = CASE WHEN c.last_holder = $4 THEN c.next ELSE c.next + 1 END, last_holder = $4
             RETURNING next - 1 AS folio, ${EVENT_FOLLOWS}`,
      values: [tenant.organizationId, tenant.livemode, series, holder],
    });
    return Number(rows[0]?.folio);
  }

  /** A folio that the caller chose: the counter never gives it, or one below it, by itself afterwards. */
  async passFolio(tenant: Tenant, series: string, folio: number): Promise<void> {
    // Also where the counter gave this very number last: it must not be taken back by that invoice's refusal.
    await this.pool.query(
      `INSERT INTO invoicing.folio_counters AS c (organization_id, livemode, series, next) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, livemode, series) DO UPDATE
         SET next = $4, last_holder = NULL WHERE c.next <= $4`,
      [tenant.organizationId, tenant.livemode, series, folio + 1],
    );
  }

  /** Gives back a folio that certainly was never stamped, if no later one has been given since. */
  async returnFolio(tenant: Tenant, series: string, folio: number, holder: string): Promise<void> {
    await this.pool.query(
      `UPDATE invoicing.folio_counters SET next = $4, last_holder = NULL
       WHERE organization_id = $1 AND livemode = $2 AND series = $3 AND next = $4 + 1 AND last_holder = $5`,
      [tenant.organizationId, tenant.livemode, series, folio, holder],
    );
  }
}
