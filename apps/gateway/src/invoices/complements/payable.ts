import { Inject, Injectable } from '@nestjs/common';
import { decimal, field, formatDecimal, type Detail, type ErrorLocation, type Tenant } from '#kernel';
import { payWith, payableOf, paymentDocsOf, replacementOf, type PayableTax, type Standing } from '#billing';
import type { InvoiceDoc } from '#contracts';
import { type ContentStore } from '#eventing';
import { storedCfdi } from '#fiscal';
import { CONTENTS } from '#hosting';
import { parseInvoiceDoc } from '../../docs.js';
import { InvoiceQueries, type StoredInvoice } from '../queries.js';

/** What a payment has to know of an invoice of this organization. */
export interface Payable extends Standing {
  readonly id: string;
  readonly uuid: string;
  readonly series: string | null;
  readonly folio_number: number | null;
  readonly currency: string;
  readonly payment_method: string | null;
  readonly taxes: readonly PayableTax[];
}

/** A payment of more than is due, in figures. `amount`: in the invoice's currency. */
export const exceeding = (
  path: string,
  amount: string,
  { balance, currency }: Payable,
  location: ErrorLocation = 'body',
): Detail =>
  field(path, 'amount_exceeds_related_document_balance', {
    location,
    params: { amount: `${amount} ${currency}`, balance: `${balance} ${currency}` },
  });

/** Reads what payments need of stamped invoices. */
@Injectable()
export class PayableInvoices {
  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    private readonly invoices: InvoiceQueries,
  ) {}

  /**
   * Undefined for an invoice that has no stamped XML.
   * @param replacing UUIDs of payments that the next one is to replace: what they have paid is at its disposal
   */
  async of(
    tenant: Tenant,
    invoice: StoredInvoice,
    replacing: readonly string[] = [],
  ): Promise<Payable | undefined> {
    const { id, uuid } = invoice;
    const xml = await storedCfdi(this.contents, tenant, invoice);
    if (xml === undefined || uuid === null) return undefined;
    const doc = parseInvoiceDoc(invoice.doc);
    const { series, folio_number, currency, amount_due, payment_method } = doc;
    const texts = await this.invoices.findDocs(tenant, doc.received_payment_ids);
    const payments = texts.map(parseInvoiceDoc);
    const made = payments.map((payment) => toMadePayment(payment, payments, uuid));
    const ids = payments
      .filter((payment) => payment.uuid !== null && replacing.includes(payment.uuid))
      .map((payment) => payment.id);
    const { freed, others } = payWith(made, ids);
    return {
      ...{ id, uuid, series, folio_number, currency, payment_method, ...payableOf(xml) },
      balance: formatDecimal(decimal(amount_due ?? 0) + freed),
      // Not their count: after a cancellation, the other payments keep their numbers.
      installment: Math.max(0, ...others.map(({ installment }) => installment)) + 1,
    };
  }
}

/** A payment as a part of those of an invoice. */
function toMadePayment(payment: InvoiceDoc, all: readonly InvoiceDoc[], uuid: string) {
  const documents = paymentDocsOf(payment)
    .flatMap(({ related_documents }) => related_documents)
    .filter((document) => document.uuid === uuid);
  const replaced = replacementOf(payment.related_documents);
  return {
    id: payment.id,
    amount: formatDecimal(documents.reduce((sum, { amount }) => sum + decimal(amount), 0n)),
    installment: Math.max(0, ...documents.map(({ installment }) => installment)),
    replaces: all.filter((one) => one.uuid !== null && replaced.includes(one.uuid)).map(({ id }) => id),
  };
}
