import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import type { LeftOut, ReceiptPeriod } from '#contracts';
import { POOL } from '#hosting';

/** What is open of a period. */
export interface OpenReceipts {
  /** Those that a global invoice can have, and what they come to: decimal text. */
  readonly receipts: number;
  readonly total: string;
  /** Of those, the ones that somebody has in their hands. */
  readonly held: number;
  readonly leftOut: readonly LeftOut[];
}

interface Row {
  readonly receipts: number;
  readonly total: string;
  readonly held: number;
  readonly foreign: number;
  readonly withholding: number;
}

/** Counts the open receipts of periods. */
@Injectable()
export class OpenReceiptsOfPeriods {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async count(tenant: Tenant, { from, until }: ReceiptPeriod): Promise<OpenReceipts> {
    const { rows } = await this.pool.query<Row>({
      name: 'open-receipts-of-period',
      text: `SELECT count(*) FILTER (WHERE takes)::integer AS receipts,
               coalesce(sum(total) FILTER (WHERE takes), 0)::text AS total,
               count(*) FILTER (WHERE takes AND holder IS NOT NULL)::integer AS held,
               count(*) FILTER (WHERE currency <> 'MXN')::integer AS foreign,
               count(*) FILTER (WHERE currency = 'MXN' AND withholds)::integer AS withholding
             FROM (
               SELECT total, holder, currency, withholds, currency = 'MXN' AND NOT withholds AS takes
               FROM receipts.receipts
               WHERE organization_id = $1 AND livemode = $2 AND status = 'open' AND date >= $3 AND date < $4
                 AND revision >= 0 AND item_count > 0
             ) AS o`,
      values: [tenant.organizationId, tenant.livemode, from, until],
    });
    const [found] = rows;
    if (!found) throw new Error('a count has one row');
    const leftOut: LeftOut[] = [
      { reason: 'other_currency', receipts: found.foreign },
      { reason: 'withholdings', receipts: found.withholding },
    ];
    const { receipts, total, held } = found;
    return { receipts, total, held, leftOut: leftOut.filter((one) => one.receipts > 0) };
  }

  /** The date of the first sale between two instants that a global invoice could take now; null where there is none. */
  async oldest(tenant: Tenant, { from, until }: Pick<ReceiptPeriod, 'from' | 'until'>): Promise<Date | null> {
    const { rows } = await this.pool.query<{ date: Date | null }>({
      name: 'oldest-open-receipt',
      text: `SELECT min(date) AS date FROM receipts.receipts
             WHERE organization_id = $1 AND livemode = $2 AND status = 'open' AND date >= $3 AND date < $4
               AND revision >= 0 AND item_count > 0 AND holder IS NULL AND currency = 'MXN' AND NOT withholds`,
      values: [tenant.organizationId, tenant.livemode, from, until],
    });
    return rows[0]?.date ?? null;
  }
}
