import { Injectable } from '@nestjs/common';
import { deterministicId, deterministicUuid } from '#kernel';
import { globalDateOf, periodAround } from '#billing';
import type { AskGlobalInvoice, Command, DescribedIssuer, Periodicity, ReceiptPeriod } from '#contracts';
import { ReceiptInvoices } from '../claim/issue.js';
import { OpenReceiptsOfPeriods } from './open-receipts.js';
import { toReceiptPeriod } from './periods.js';

/** Periods of the past that one look invoices at most: the next look goes on. */
const MOST = 24;

/** All receipts of a period, in portions; the date of the period's end where the tax authority still takes it. */
export const askOf = (
  period: ReceiptPeriod,
  { time_zone, series }: Pick<DescribedIssuer, 'time_zone' | 'series'>,
  at: string,
): AskGlobalInvoice => ({
  kind: 'global',
  from: period.from,
  until: period.until,
  global: period.global,
  payment_form: null,
  receipts: null,
  limit_to_max_receipts: true,
  date: globalDateOf(period.last, time_zone, new Date(at)),
  extras: { folio_number: null, series },
  origin: 'automatic',
});

/**
 * Sales of periods that were closed before: written late, or open again because their invoice was canceled. Each look at a
 * later period invoices them globally too, by their own period, so that none is left over. What is refused stays for the
 * next look.
 */
@Injectable()
export class Latecomers {
  constructor(
    private readonly open: OpenReceiptsOfPeriods,
    private readonly invoices: ReceiptInvoices,
  ) {}

  /** @param look names this look among all: it makes each of its invoices once, however often it is repeated */
  async invoice(
    { actor, correlationId, tenant, time, type }: Command,
    {
      since,
      period,
      look,
    }: { readonly since: string; readonly period: ReceiptPeriod; readonly look: string },
    described: DescribedIssuer,
  ): Promise<void> {
    const { issuer, time_zone } = described;
    if (issuer === null) return;
    // SAT takes periods of this year and the one before (CFDI40136).
    const oldestYear = `${Number(time.slice(0, 4)) - 1}-01-02T00:00:00.000Z`;
    let from = since > oldestYear ? since : oldestYear;
    const { periodicity } = period.global;
    for (let number = 1; number <= MOST && from < period.from; number += 1) {
      const date = await this.open.oldest(tenant, { from, until: period.from });
      if (date === null) return;
      const late = toReceiptPeriod(periodAround(date, periodicity as Periodicity, time_zone));
      const invoice = deterministicId('late receipts', look, late.until, number);
      const data = { ask: askOf(late, described, time), issuer };
      const id = deterministicUuid('automatic global invoice', invoice);
      const command = { id, key: invoice, type, actor, correlationId, tenant, time, data };
      const asked = await this.invoices.invoice(command, data);
      // Portions of a period of very many come one after the other; one that is refused is left to the next look.
      if (!asked.ok) from = late.until;
    }
  }
}
