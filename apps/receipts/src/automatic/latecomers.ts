import { Injectable } from '@nestjs/common';
import { deterministicId } from '#kernel';
import { periodAround } from '#billing';
import type { Command, DescribedIssuer, Periodicity, ReceiptPeriod } from '#contracts';
import { AutomaticInvoices } from './automatic-invoices.js';
import { OpenReceiptsOfPeriods } from './open-receipts.js';
import { toReceiptPeriod } from './periods.js';

/** Periods of the past that one look invoices at most: the next look goes on. */
const MOST = 24;

/**
 * Sales of periods that were closed before: written late, or open again because their invoice was canceled. Each look at a
 * later period invoices them globally too, by their own period, so that none is left over. What is refused stays for the
 * next look.
 */
@Injectable()
export class Latecomers {
  constructor(
    private readonly open: OpenReceiptsOfPeriods,
    private readonly invoices: AutomaticInvoices,
  ) {}

  /** @param look names this look among all: it makes each of its invoices once, however often it is repeated */
  async invoice(
    command: Command,
    {
      since,
      period,
      look,
    }: { readonly since: string; readonly period: ReceiptPeriod; readonly look: string },
    described: DescribedIssuer,
  ): Promise<void> {
    const { issuer, time_zone } = described;
    if (issuer === null) return;
    const { tenant, time } = command;
    // SAT takes periods of this year and the one before (CFDI40136).
    const oldestYear = `${Number(time.slice(0, 4)) - 1}-01-02T00:00:00.000Z`;
    let from = since > oldestYear ? since : oldestYear;
    const { periodicity } = period.global;
    for (let number = 1; number <= MOST && from < period.from; number += 1) {
      const date = await this.open.oldest(tenant, { from, until: period.from });
      if (date === null) return;
      const late = toReceiptPeriod(periodAround(date, periodicity as Periodicity, time_zone));
      const invoice = deterministicId('late receipts', look, late.until, number);
      const asked = await this.invoices.ask(command, invoice, late, { ...described, issuer });
      // Portions of a period of very many come one after the other; one that is refused is left to the next look.
      if (!asked.ok) from = late.until;
    }
  }
}
