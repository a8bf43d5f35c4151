import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Result, Tenant } from '#kernel';
import type { NextFolios, OrganizationFolios } from '#contracts';
import { FolioCounters, HIGHEST_FOLIO } from '#fiscal';
import { POOL } from '#hosting';

/** A number of a series ('': none) that a document has. */
export interface TakenFolio {
  readonly series: string;
  readonly folio: number;
}

/** The counters of folios as people see and set them. What takes a folio for an invoice is in reservations.ts. */
@Injectable()
export class Folios {
  private readonly invoices: FolioCounters;
  private readonly receiptsBefore: FolioCounters;

  constructor(@Inject(POOL) private readonly pool: pg.Pool) {
    this.invoices = new FolioCounters(pool, 'invoicing.folio_counters');
    this.receiptsBefore = new FolioCounters(pool, 'invoicing.receipt_folio_counters');
  }

  /**
   * The next folios of several organizations: one statement for each table. Receipts have their counters in their own
   * service; what is said of them here is what gateways of the release before show, as long as some still run.
   */
  async read(organizations: readonly string[], series: readonly string[]): Promise<OrganizationFolios[]> {
    const [invoices, receipts] = await Promise.all([
      this.invoices.read(organizations, series),
      this.receiptsBefore.read(organizations, ['']),
    ]);
    return organizations.map((organization) => ({
      organization,
      receipts: receipts(organization, ''),
      invoices: series.map((name) => ({ series: name, ...invoices(organization, name) })),
    }));
  }

  /** Sets what a series gives next: see {@link FolioCounters.set}. */
  set(
    organization: string,
    series: string,
    next: Partial<NextFolios>,
    options?: { readonly onlyCheck?: boolean },
  ): Promise<Result<NextFolios>> {
    return this.invoices.set(organization, series, next, options);
  }

  /**
   * Numbers that documents have which were issued elsewhere: their series go on above the highest. A counter that is higher, by
   * itself or because somebody has set it, stays, and is not held either: who takes the next folio does not wait.
   */
  async pass(tenant: Tenant, taken: readonly TakenFolio[]): Promise<void> {
    const highest = new Map<string, number>();
    for (const { series, folio } of taken)
      if (Number.isSafeInteger(folio) && folio <= HIGHEST_FOLIO)
        highest.set(series, Math.max(folio, highest.get(series) ?? 0));
    if (highest.size === 0) return;
    // In one order, so that two imports never wait for each other in a circle.
    const series = [...highest.keys()].sort();
    await this.pool.query(
      `WITH wanted AS (SELECT * FROM unnest($3::text[], $4::bigint[]) AS w(series, next)),
       higher AS (
         SELECT w.series, w.next FROM wanted AS w LEFT JOIN invoicing.folio_counters AS c
           ON c.organization_id = $1 AND c.livemode = $2 AND c.series = w.series
         WHERE c.next IS NULL OR c.next <= w.next OR c.skipped_from < w.next)
       INSERT INTO invoicing.folio_counters AS c (organization_id, livemode, series, next)
       SELECT $1, $2, series, next FROM higher ORDER BY series
       ON CONFLICT (organization_id, livemode, series) DO UPDATE
         SET next = greatest(c.next, excluded.next), skipped_from = greatest(c.skipped_from, excluded.next),
           last_holder = CASE WHEN c.next > excluded.next THEN c.last_holder END
         WHERE c.next <= excluded.next OR c.skipped_from < excluded.next`,
      [tenant.organizationId, tenant.livemode, series, series.map((name) => (highest.get(name) ?? 0) + 1)],
    );
  }
}
