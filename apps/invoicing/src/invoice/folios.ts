import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Result } from '#kernel';
import type { NextFolios, OrganizationFolios } from '#contracts';
import { FolioCounters } from '#fiscal';
import { POOL } from '#hosting';

/** The counters of folios as people see and set them. What takes a folio for an invoice is in reservations.ts. */
@Injectable()
export class Folios {
  private readonly invoices: FolioCounters;
  private readonly receiptsBefore: FolioCounters;

  constructor(@Inject(POOL) pool: pg.Pool) {
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
}
