import { Injectable } from '@nestjs/common';
import { ok, type Detail, type Result } from '#kernel';
import type { AskCustomerInvoice, InvoiceContent, NamedReceipts } from '#contracts';
import { defaultUse, InvoiceContents } from '../../invoices/content.js';
import type { ContentScope } from '../../invoices/scope.js';
import type { InvoiceReceiptBody, ToInvoiceBody } from './dto.js';

/** What is sent of an invoice to a customer, whichever route it came by. */
type Sent = Partial<InvoiceReceiptBody> & Partial<Pick<ToInvoiceBody, 'payment_form'>>;

/** Turns the body of a request into what the receipts service is asked for: a customer's id becomes the customer. */
@Injectable()
export class ReceiptAsks {
  constructor(private readonly contents: InvoiceContents) {}

  /**
   * An invoice to one customer. Without one it is made out to the receipts' own. `dryRun` makes no customer of one that is
   * described in place, and collects what is wrong with it.
   */
  async toCustomer(
    scope: ContentScope & { readonly dryRun?: Detail[] },
    receipts: NamedReceipts,
    body: Sent,
  ): Promise<Result<AskCustomerInvoice>> {
    const { payment_form = null, ...rest } = body;
    const sent = await this.contents.changes(scope, rest);
    if (!sent.ok) return sent;
    const { customer = null, use } = sent.value;
    return ok({
      kind: 'customer',
      receipts,
      customer,
      use: body.use ?? defaultUse(customer, use),
      payment_form,
      date: null,
      extras: extrasOf(sent.value, scope),
      apply_resico_isr: false,
      origin: 'api',
      refuse_expired: false,
    });
  }
}

/** The series of an invoice of receipts that names none: the organization's own for invoices of type I. */
export const seriesOf = (
  { series = null }: Pick<Partial<InvoiceContent>, 'series'>,
  { defaultSeries }: Pick<ContentScope, 'defaultSeries'>,
): string | null => series ?? defaultSeries?.I ?? null;

const extrasOf = (sent: Partial<InvoiceContent>, scope: ContentScope): AskCustomerInvoice['extras'] => ({
  conditions: sent.conditions ?? null,
  folio_number: sent.folio_number ?? null,
  series: seriesOf(sent, scope),
  pdf_custom_section: sent.pdf_custom_section ?? null,
  pdf_options: sent.pdf_options ?? null,
  addenda: sent.addenda ?? null,
  namespaces: sent.namespaces ?? [],
});
