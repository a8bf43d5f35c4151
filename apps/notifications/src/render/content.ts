import type { Complement, InvoiceContent, IssuerSnapshot, OrganizationDoc, Payment } from '#contracts';
import { decimal, formatDecimal } from '#kernel';

/** The invoice as the API answers it: amounts are JSON numbers there. */
export type InvoiceDoc = Readonly<Record<string, unknown>>;

/**
 * What the caller wrote, back from the API's answer: its amounts are decimal text again. Whole numbers that are none
 * (folio, year, installment) and complements in the caller's own words stay as they are.
 */
export function contentOf(invoice: InvoiceDoc): InvoiceContent {
  const doc = invoice as unknown as InvoiceContent;
  const complements = (invoice['complements'] ?? []) as readonly Complement[];
  return {
    ...doc,
    items: textual(doc.items) as InvoiceContent['items'],
    exchange: String(textual(doc.exchange ?? 1)),
    complements: complements.map((one) =>
      one.type === 'pago' ? { ...one, data: one.data.map(paymentOf) } : one,
    ),
  };
}

const paymentOf = (payment: Payment): Payment => ({
  ...(textual(payment) as Payment),
  related_documents: payment.related_documents.map((document) => ({
    ...(textual(document) as typeof document),
    installment: document.installment,
  })),
});

/** Every number as decimal text. */
function textual(value: unknown): unknown {
  if (typeof value === 'number') return formatDecimal(decimal(value));
  if (Array.isArray(value)) return value.map(textual);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textual(one)]));
}

/** The organization as the issuer of what is not issued yet. */
export const issuerOf = ({ legal }: OrganizationDoc): IssuerSnapshot => ({
  legal_name: legal.legal_name ?? legal.name,
  tax_id: legal.tax_id ?? '',
  tax_system: legal.tax_system ?? '',
  address: legal.address,
});
