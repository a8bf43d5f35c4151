import { decimal, formatDecimal } from '#kernel';
import { afterPayment, paymentsOf, proratedTaxes, type PayableTax, type Standing } from '#billing';
import type { DerivedValue, InvoiceContent, PaymentDocument } from '#contracts';

/**
 * What payments say of our invoices by the payments before them: worked out once when they are written, for who reads
 * the draft, and for good when they are issued, as others may have come or gone in between.
 */

/** `replaces`: the payments in whose place this one is. */
export type Standings = ReadonlyMap<string, Standing & { readonly replaces: readonly string[] }>;

/** What taxes of an invoice are prorated from. */
export interface Taxed {
  readonly currency: string;
  readonly taxes: readonly PayableTax[];
}

const documentsOf = (content: InvoiceContent): readonly PaymentDocument[] =>
  paymentsOf(content).flatMap(({ related_documents }) => related_documents);

/** The content with other documents in its payments. */
const withDocuments = (
  { complements, ...content }: InvoiceContent,
  change: (document: PaymentDocument) => PaymentDocument,
): InvoiceContent => ({
  ...content,
  ...(complements && {
    complements: complements.map((complement) =>
      complement.type === 'pago'
        ? {
            type: 'pago',
            data: complement.data.map((payment) => ({
              ...payment,
              related_documents: payment.related_documents.map(change),
            })),
          }
        : complement,
    ),
  }),
});

/** The numbers that the documents of a payment that are an invoice state; null: the next. */
export const statedInstallmentsOf = (content: InvoiceContent, invoice: string): readonly (number | null)[] =>
  documentsOf(content)
    .filter((document) => document.invoice === invoice)
    .map((document) => (document.derived?.includes('installment') ? null : document.installment));

/**
 * Puts in the values that were left to us. The content itself where nothing has moved since they were worked out.
 * `taxed` is asked only for invoices whose balance has moved: their XML has to be read for it.
 */
export async function settleInvoice(
  content: InvoiceContent,
  standings: Standings,
  taxed: (invoice: string) => Promise<Taxed>,
): Promise<InvoiceContent> {
  const left = new Map(standings);
  const settle = async (document: PaymentDocument): Promise<PaymentDocument> => {
    const { invoice, amount, derived = [] } = document;
    const standing = invoice === null ? undefined : left.get(invoice);
    if (invoice === null || !standing) return document;
    const ours = (value: DerivedValue): boolean => derived.includes(value);
    const installment = ours('installment') ? standing.installment : document.installment;
    left.set(invoice, afterPayment(standing, amount, installment));
    const { balance } = standing;
    const same = !ours('last_balance') || decimal(balance) === decimal(document.last_balance);
    const { replaces: before = [], ...others } = document;
    const place = standing.replaces.length > 0 ? { replaces: standing.replaces } : {};
    const placed = before.join() === standing.replaces.join();
    if (same && placed && installment === document.installment) return document;
    if (same) return { ...others, ...place, installment };
    const taxes =
      ours('taxes') && decimal(amount) <= decimal(balance)
        ? proratedTaxes({ ...standing, ...(await taxed(invoice)) }, amount)
        : document.taxes;
    // What was paid since by others leaves nothing: the draft shows that.
    const last_balance = decimal(balance) > 0n ? balance : formatDecimal(0n);
    return { ...others, ...place, installment, last_balance, taxes };
  };
  const moved = new Map<PaymentDocument, PaymentDocument>();
  // One after the other: each begins where the one before has left the balance.
  for (const document of documentsOf(content)) {
    const now = await settle(document);
    if (now !== document) moved.set(document, now);
  }
  return moved.size > 0 ? withDocuments(content, (document) => moved.get(document) ?? document) : content;
}

/** A payment that is copied: what it says of our invoices was true of the original only. */
export const copyPayments = (content: InvoiceContent): InvoiceContent => withDocuments(content, copyDocument);

const copyDocument = (document: PaymentDocument): PaymentDocument => {
  const { replaces: _, derived = [], ...rest } = document;
  if (document.invoice === null) return document;
  return { ...rest, derived: [...new Set<DerivedValue>(['installment', 'last_balance', ...derived])] };
};
