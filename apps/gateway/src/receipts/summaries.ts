import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ok, refuse, type Clock, type Result, type Tenant } from '#kernel';
import { receiptsReadModel } from '#contracts';
import { CLOCK, POOL } from '#hosting';
import { OrganizationDirectory } from '../organizations/directory.js';
import type { ReceiptSummary } from './answer.js';
import type { SummaryQuery } from './dto.js';
import { summaryDays, summaryOf, type SummaryGroup } from './summary.js';

/** The most rows of one answer; more days of so many branches are asked for in parts. */
const MOST_ROWS = 10_000;

/** What was sold on some days, by branch, form of payment and status. */
@Injectable()
export class ReceiptSummaries {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly organizations: OrganizationDirectory,
  ) {}

  /** The sums of a range of days. Refused: see summaryDays. */
  async of(tenant: Tenant, query: SummaryQuery): Promise<Result<ReceiptSummary>> {
    const zone = await this.organizations.timeZoneOf(tenant.organizationId);
    const asked = summaryDays(query, this.clock.now(tenant), zone);
    if (!asked.ok) return asked;
    const { bounds } = asked.value;
    const { rows } = await this.pool.query<SummaryGroup>({
      name: 'receipts-summary',
      text: `SELECT width_bucket(date, $3::timestamptz[]) AS day, branch, payment_form, status, currency,
                    count(*)::int AS receipts, sum(total)::text AS total
             FROM ${receiptsReadModel.table}
             WHERE organization_id = $1 AND livemode = $2 AND date >= $4 AND date < $5
             GROUP BY day, branch, payment_form, status, currency
             ORDER BY day, branch NULLS LAST, payment_form, status, currency LIMIT ${MOST_ROWS + 1}`,
      values: [tenant.organizationId, tenant.livemode, bounds, bounds[0], bounds.at(-1)],
    });
    if (rows.length > MOST_ROWS) return refuse('date_range_too_large', { path: 'to', location: 'query' });
    return ok(summaryOf(asked.value, rows));
  }
}
