import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { RequestHolder } from '#contracts';
import type { Tenant } from '#kernel';
import { EVENT_FOLLOWS } from '#eventing';
import { CONFIG, POOL, type Config } from '#hosting';

export type KeyClaim =
  | { readonly kind: 'claimed' }
  /** Another receipt has the key; `settled` is false while that receipt may well be in the making. */
  | { readonly kind: 'held'; readonly holder: string; readonly settled: boolean };

/** Who claims an idempotency key, and the request that came with it, to compare with a repeated one. */
export interface KeyHolder {
  readonly holder: string;
  readonly request: string | undefined;
}

/** Idempotency keys of receipts: each is reserved by one receipt's id before its first event, as those of invoices are. */
@Injectable()
export class RequestKeys {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'claimGraceMs'>,
  ) {}

  async claim(tenant: Tenant, key: string, { holder, request }: KeyHolder): Promise<KeyClaim> {
    const { rows } = await this.pool.query<{ holder: string; settled: boolean }>({
      name: 'claim-receipt-request',
      text: `WITH claim AS (
               INSERT INTO receipts.idempotency_keys (organization_id, livemode, key, holder, request)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (organization_id, livemode, key) DO NOTHING
               RETURNING holder, false AS settled, ${EVENT_FOLLOWS})
             SELECT holder, settled FROM claim
             UNION ALL
             SELECT holder, claimed_at < now() - $6 * interval '1 millisecond' FROM receipts.idempotency_keys
             WHERE organization_id = $1 AND livemode = $2 AND key = $3`,
      values: [
        ...[tenant.organizationId, tenant.livemode, key],
        ...[holder, request, this.config.claimGraceMs],
      ],
    });
    const found = rows[0];
    // A claim made by a transaction that committed between our insert and our look: ask again.
    if (!found) return this.claim(tenant, key, { holder, request });
    return found.holder === holder ? { kind: 'claimed' } : { kind: 'held', ...found };
  }

  /** Takes over the key of a receipt that will never be; false when somebody else was quicker. */
  async takeOver(tenant: Tenant, key: string, from: string, to: KeyHolder): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'take-over-receipt-request',
      text: `UPDATE receipts.idempotency_keys SET holder = $5, request = $6, claimed_at = now()
             WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4`,
      values: [tenant.organizationId, tenant.livemode, key, from, to.holder, to.request],
    });
    return rowCount === 1;
  }

  /** Who has a key. */
  async holderOf(tenant: Tenant, key: string): Promise<RequestHolder | null> {
    const { rows } = await this.pool.query<RequestHolder>({
      name: 'receipt-request-holder',
      text: `SELECT holder, request FROM receipts.idempotency_keys
             WHERE organization_id = $1 AND livemode = $2 AND key = $3`,
      values: [tenant.organizationId, tenant.livemode, key],
    });
    return rows[0] ?? null;
  }

  /** Frees the key of a receipt that will never be. It may be late. */
  async release(tenant: Tenant, key: string, holder: string): Promise<void> {
    await this.pool.query({
      name: 'release-receipt-request',
      text: `DELETE FROM receipts.idempotency_keys
             WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4`,
      values: [tenant.organizationId, tenant.livemode, key, holder],
    });
  }
}
