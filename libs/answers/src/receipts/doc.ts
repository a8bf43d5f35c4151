import type {
  ReceiptContent,
  ReceiptDoc,
  Refund,
  RefundDoc,
  InvoiceItem,
  InvoiceTotals,
  InvoiceTotalsDoc,
  OrganizationDoc,
} from '#contracts';
import { itemDoc, totalsDoc } from '../invoices/doc.js';

/** The version of the API that receipts are answered in. */
export const RECEIPT_API_VERSION = 2;

type AmountsDoc = Pick<ReceiptDoc, 'subtotal' | 'discount' | 'total' | 'taxes'>;

/** The amounts of a receipt, which always has them. */
export function receiptAmounts(totals: InvoiceTotals): AmountsDoc {
  const { total, taxes }: InvoiceTotalsDoc = totalsDoc(totals);
  return { subtotal: Number(totals.subtotal), discount: Number(totals.discount), total, taxes };
}

/** Its lines, as those of invoices are answered. */
export const receiptItems = (items: readonly InvoiceItem[]): ReceiptDoc['items'] => items.map(itemDoc);

/** Whom it was sold to: the id of the list of customers, and the data as it was. */
export const receiptCustomer = (
  customer: ReceiptContent['customer'],
): Pick<ReceiptDoc, 'customer' | 'customer_info'> => ({
  customer: customer?.id || null,
  customer_info: customer,
});

/** Something that is given back, as the API answers it. */
export const refundDoc = (
  refund: Refund,
  at: string,
  state: Pick<RefundDoc, 'status' | 'credit_note'>,
): RefundDoc => ({
  id: refund.id,
  created_at: at,
  reason: refund.reason,
  total: Number(refund.total),
  lines: refund.lines.map(({ item, quantity }) => ({ item, quantity: Number(quantity) })),
  ...state,
});

/** A receipt as the API answers it: with the page on which its customer makes an invoice of it. */
export interface ReceiptAnswer extends ReceiptDoc {
  readonly self_invoice_url: string;
}

/** What an organization's portal is found by. */
export type PortalNames = Pick<OrganizationDoc, 'domain' | 'custom_domain'>;

/** The name in the portal's addresses of an organization that has chosen none. */
export const NO_DOMAIN = 'demo';

/**
 * Where a receipt's customer invoices it. Follows from the organization's domain at this moment, so that one that it
 * chooses later shows in the receipts that it has.
 *
 * @param publicUrl the base of the addresses that are handed out, without a slash at its end
 */
export const selfInvoiceUrl = (
  publicUrl: string,
  { domain, custom_domain }: PortalNames,
  key: string,
): string =>
  custom_domain === null ? `${publicUrl}/${domain ?? NO_DOMAIN}/${key}` : `https://${custom_domain}/${key}`;

/** The answer of the API to a receipt as its row has it. */
export const receiptDoc = (doc: ReceiptDoc, publicUrl: string, organization: PortalNames): ReceiptAnswer => ({
  ...doc,
  self_invoice_url: selfInvoiceUrl(publicUrl, organization, doc.key),
});

/** Rows begin with key and id: no text of a caller's comes before them. */
const KEY_FIRST = /^\{"key":"([A-Z2-9]{8})","id":"([0-9a-f]{24})",/;
const KEY_FIRST_CHARS = 64;

/**
 * The same of a row's text, which may be megabytes long and is not parsed for it. It begins with the id, as all answers do:
 * the audit log reads there what was made.
 *
 * @throws {Error} on a text that is not of a receipt's row
 */
export function receiptJson(json: string, publicUrl: string, organization: PortalNames): string {
  const [start = '', key, id] = KEY_FIRST.exec(json.slice(0, KEY_FIRST_CHARS)) ?? [];
  if (key === undefined) throw new Error('This is not the row of a receipt');
  const url = JSON.stringify(selfInvoiceUrl(publicUrl, organization, key));
  return `{"id":"${id}","key":"${key}","self_invoice_url":${url},${json.slice(start.length)}`;
}
