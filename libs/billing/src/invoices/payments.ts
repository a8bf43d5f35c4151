import { decimal, divRound, formatDecimal, roundMicros } from '#kernel';
import type { InvoiceContent, InvoiceDoc, PaidDocument, PaidInvoice, Payment, PaymentDoc } from '#contracts';
import { monedas } from '#sat';

/** The payments that an invoice of type P carries. */
export const paymentsOf = ({ complements = [] }: InvoiceContent): readonly Payment[] =>
  complements.flatMap((complement) => (complement.type === 'pago' ? complement.data : []));

/** The same of a document as it is answered. */
export const paymentDocsOf = ({ complements }: Pick<InvoiceDoc, 'complements'>): readonly PaymentDoc[] =>
  complements.flatMap((complement) => (complement.type === 'pago' ? complement.data : []));

/** What payments pay of invoices of this organization, each invoice once. */
export function paidInvoicesOf(content: InvoiceContent): readonly PaidInvoice[] {
  const paid = new Map<string, PaidInvoice>();
  for (const { related_documents } of paymentsOf(content))
    for (const { invoice, amount, replaces } of related_documents) {
      if (invoice === null) continue;
      const sum = decimal(paid.get(invoice)?.amount ?? '0') + decimal(amount);
      paid.set(invoice, { invoice, amount: formatDecimal(sum), ...(replaces && { replaces }) });
    }
  return [...paid.values()];
}

/** What payments pay by UUID, of documents that are not known as invoices of this organization: each once. */
export function paidElsewhereOf(content: InvoiceContent): readonly PaidDocument[] {
  const paid = new Map<string, bigint>();
  for (const { related_documents } of paymentsOf(content))
    for (const { invoice, uuid, amount } of related_documents)
      if (invoice === null)
        paid.set(uuid.toUpperCase(), (paid.get(uuid.toUpperCase()) ?? 0n) + decimal(amount));
  return [...paid].map(([uuid, amount]) => ({ uuid, amount: formatDecimal(amount) }));
}

/** The highest NumParcialidad that payments give a document; 0 where they do not name it. */
export const lastInstallmentOf = (content: InvoiceContent, uuid: string): number =>
  Math.max(
    0,
    ...paymentsOf(content).flatMap(({ related_documents }) =>
      related_documents
        .filter((document) => document.uuid.toUpperCase() === uuid)
        .map(({ installment }) => installment),
    ),
  );

const TEN_12 = 10n ** 12n;

/** What a payment amounts to in its own currency: its documents, each divided by its equivalence. */
function amountOf({ related_documents, currency }: Payment): bigint {
  let total = 0n;
  for (const { amount, exchange } of related_documents)
    total += divRound(decimal(amount) * TEN_12, decimal(exchange, 12));
  return roundMicros(total, monedas.find(currency)?.decimales ?? 2);
}

/** The sums that an invoice of type P answers: in the payments' own currencies, and in MXN. Zero for other types. */
export function paymentTotals(content: InvoiceContent): {
  readonly amount: string;
  readonly converted: string;
} {
  let amount = 0n;
  let converted = 0n;
  for (const payment of paymentsOf(content)) {
    const own = amountOf(payment);
    amount += own;
    converted += roundMicros(divRound(own * decimal(payment.exchange), 1_000_000n), 2);
  }
  return { amount: formatDecimal(amount), converted: formatDecimal(converted) };
}

/** Whether it pays an invoice of ours. */
export const paysInvoices = (content: InvoiceContent): boolean => paidInvoicesOf(content).length > 0;
