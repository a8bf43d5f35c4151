import type {
  CancellationDoc,
  CancellationStatus,
  Complement,
  ComplementDoc,
  CustomerSnapshot,
  InvoiceContentDoc,
  InvoiceDoc,
  InvoiceIssueDoc,
  InvoiceItemDoc,
  InvoiceTotalsDoc,
  LocalTaxDoc,
  PaymentDoc,
  TaxDoc,
  InvoiceContent,
  InvoiceIssue,
  InvoiceItem,
  InvoiceStamp,
  InvoiceTotals,
  IssuerSnapshot,
  LocalTax,
  Payment,
  RelatedDocuments,
  RelatedDocumentsDoc,
  Tax,
} from '#contracts';
import { paidInvoicesOf, paymentTotals, receiverUse } from '#billing';

/** A decimal text as the JSON number of an answer; amounts stay far below 2^53, where it is exact. */
export function number(text: string): number;
export function number(text: string | null): number | null;
export function number(text: string | null): number | null {
  return text === null ? null : Number(text);
}

const taxDoc = (tax: Tax): TaxDoc => ({
  type: tax.type,
  factor: tax.factor,
  rate: number(tax.rate),
  base: number(tax.base),
  withholding: tax.withholding,
  ieps_mode: tax.ieps_mode,
});

const localTaxDoc = (tax: LocalTax): LocalTaxDoc => ({
  type: tax.type,
  rate: number(tax.rate),
  base: number(tax.base),
  withholding: tax.withholding,
});

/** A line of an invoice or a receipt. */
export const itemDoc = (item: InvoiceItem): InvoiceItemDoc => ({
  quantity: number(item.quantity),
  discount: number(item.discount),
  product: {
    id: item.product.id,
    description: item.product.description,
    product_key: item.product.product_key,
    unit_key: item.product.unit_key,
    unit_name: item.product.unit_name,
    price: number(item.product.price),
    tax_included: item.product.tax_included,
    taxability: item.product.taxability,
    taxes: item.product.taxes.map(taxDoc),
    local_taxes: item.product.local_taxes.map(localTaxDoc),
    sku: item.product.sku,
  },
  parts: item.parts.map((part) => ({
    ...part,
    quantity: number(part.quantity),
    unit_price: number(part.unit_price),
  })),
  customs_keys: item.customs_keys,
  complement: item.complement ?? null,
  third_party: item.third_party,
  property_tax_account: item.property_tax_account,
});

/** Payments are answered with numbers, as they are sent; the other complements as they came. */
const complementDoc = (complement: Complement): ComplementDoc =>
  complement.type === 'pago' ? { type: complement.type, data: complement.data.map(paymentDoc) } : complement;

const paymentDoc = (payment: Payment): PaymentDoc => ({
  ...payment,
  exchange: number(payment.exchange),
  related_documents: payment.related_documents.map(({ derived: _, replaces: __, ...document }) => ({
    ...document,
    amount: number(document.amount),
    last_balance: number(document.last_balance),
    exchange: number(document.exchange),
    folio_number: document.folio_number === null ? null : Number(document.folio_number),
    taxes: document.taxes.map((tax) => ({
      ...tax,
      base: number(tax.base),
      rate: number(tax.rate),
      amount: number(tax.amount),
    })),
  })),
});

/** The amounts as every answer carries them: beside the peer's `total`, what integrators miss there. */
export const totalsDoc = (totals: InvoiceTotals | null): InvoiceTotalsDoc => ({
  total: number(totals?.total ?? '0'),
  subtotal: number(totals?.subtotal ?? null),
  discount: number(totals?.discount ?? null),
  taxes: (totals?.taxes ?? []).map((tax) => ({
    ...tax,
    rate: number(tax.rate),
    base: number(tax.base),
    amount: number(tax.amount),
  })),
});

/** What a payment pays in all, and which invoices of ours; zero and none for other types. */
function paymentsDoc(content: InvoiceContent) {
  const { amount, converted } = paymentTotals(content);
  return {
    total_payment_amount: number(amount),
    total_payment_amount_converted: number(converted),
    target_invoice_ids: paidInvoicesOf(content).map(({ invoice }) => invoice),
  };
}

/** Whose it is, without what its snapshot may have beside that. */
export const customerDoc = (customer: CustomerSnapshot | null): CustomerSnapshot | null =>
  customer && {
    id: customer.id,
    legal_name: customer.legal_name,
    tax_id: customer.tax_id,
    tax_system: customer.tax_system,
    email: customer.email,
    address: customer.address,
  };

export const relatedDoc = (related: readonly RelatedDocuments[]): readonly RelatedDocumentsDoc[] =>
  related.map(({ relationship, documents }) => ({
    relationship,
    documents,
    uuid: documents[0] ?? null,
  }));

/** What an answer tells of a cancellation: what it told before, or of the request that was just made, as it stands now. */
export const cancellationDoc = (
  before: CancellationDoc | null,
  status: CancellationStatus,
  at: string,
  asked?: Pick<CancellationDoc, 'requested_at' | 'motive' | 'substitutionUUID'>,
): CancellationDoc => ({
  ...(asked ?? before ?? { requested_at: at, motive: null, substitutionUUID: null }),
  status,
  last_checked: at,
});

/** The part of the answer that the caller wrote. */
export const contentDoc = (content: InvoiceContent): InvoiceContentDoc =>
  Object.assign({}, paymentsDoc(content), {
    type: content.type,
    customer: customerDoc(content.customer),
    items: content.items.map(itemDoc),
    payment_form: content.payment_form,
    payment_method: content.payment_method,
    use: receiverUse(content),
    currency: content.currency,
    exchange: number(content.exchange),
    conditions: content.conditions,
    related_documents: relatedDoc(content.related_documents),
    global: content.global,
    export: content.export,
    external_id: content.external_id,
    idempotency_key: content.idempotency_key,
    series: content.series,
    folio_number: content.folio_number,
    complements: (content.complements ?? []).map(complementDoc),
    addenda: content.addenda ?? null,
    namespaces: content.namespaces ?? [],
    third_party: content.third_party ?? null,
    pdf_custom_section: content.pdf_custom_section,
    pdf_options: content.pdf_options,
  });

/** The part that a draft does not have yet: its date, too, is fixed only when it is issued. */
export const notIssuedDoc = (content: InvoiceContent): InvoiceIssueDoc => ({
  date: null,
  address: content.address,
  folio_number: content.folio_number,
  issuer_info: null,
  uuid: null,
  verification_url: null,
  stamp: null,
});

export const issueDoc = (
  issue: InvoiceIssue,
  content: InvoiceContent,
): InvoiceTotalsDoc & Pick<InvoiceDoc, 'date' | 'address' | 'issuer_info' | 'series' | 'folio_number'> => ({
  ...totalsDoc(issue.totals),
  date: issue.date,
  address: content.address ?? issue.issuer.address,
  issuer_info: issuerDoc(issue.issuer),
  series: issue.series,
  folio_number: issue.folio_number,
});

const issuerDoc = (issuer: IssuerSnapshot): IssuerSnapshot => ({
  legal_name: issuer.legal_name,
  tax_id: issuer.tax_id,
  tax_system: issuer.tax_system,
  address: issuer.address,
});

export const stampDoc = (
  stamp: InvoiceStamp,
): Pick<InvoiceDoc, 'uuid' | 'verification_url' | 'verification_carta_porte' | 'stamp'> => ({
  uuid: stamp.uuid,
  verification_url: stamp.verification_url,
  verification_carta_porte: stamp.verification_carta_porte ?? null,
  stamp: {
    signature: stamp.signature,
    date: stamp.date,
    sat_cert_number: stamp.sat_cert_number,
    sat_signature: stamp.sat_signature,
    complement_string: stamp.complement_string,
    rfc_provider_cert: stamp.rfc_provider_cert,
    issuer_cert_number: stamp.issuer_cert_number,
  },
});
