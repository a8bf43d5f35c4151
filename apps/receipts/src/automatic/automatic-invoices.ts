import { Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import { globalDateOf } from '#billing';
import type {
  AskGlobalInvoice,
  Command,
  CommandOutcome,
  DescribedIssuer,
  IssuerSnapshot,
  ReceiptPeriod,
  ReceiptsAsked,
} from '#contracts';
import { ReceiptInvoices } from '../claim/issue.js';

/** Who issues, and by what it is dated and numbered. */
interface Issuing extends Pick<DescribedIssuer, 'time_zone' | 'series'> {
  readonly issuer: IssuerSnapshot;
}

/** Asks for global invoices that nobody waits for: the same id, the same invoice, whoever asks and however often. */
@Injectable()
export class AutomaticInvoices {
  constructor(private readonly invoices: ReceiptInvoices) {}

  /** What is open of a period, up to 5,000 receipts: refused receipt_not_found where nothing could be invoiced now. */
  ask(
    { actor, correlationId, tenant, time, type }: Command,
    invoice: string,
    period: ReceiptPeriod,
    issuing: Issuing,
  ): Promise<CommandOutcome<ReceiptsAsked>> {
    const data = { ask: askOf(period, issuing, time), issuer: issuing.issuer };
    const id = deterministicUuid('automatic global invoice', invoice);
    return this.invoices.invoice({ id, key: invoice, type, actor, correlationId, tenant, time, data }, data);
  }
}

/** All receipts of the period, in portions; the date of the period's end where the tax authority still takes it. */
const askOf = (period: ReceiptPeriod, { time_zone, series }: Issuing, at: string): AskGlobalInvoice => ({
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
