import { RECEIPT_STREAM, searchText, type ReceiptDoc, type ReceiptEvent, type ReceiptRow } from '#contracts';
import type { Told } from '../told.js';
import { RECEIPT_API_VERSION, receiptAmounts, receiptCustomer, receiptItems } from './doc.js';

type Issued = Extract<Told<ReceiptEvent>, { type: 'ReceiptIssued' }>;

/** The row of a receipt that was just sold. The answer begins with its key: see receiptJson. */
export function issuedRow({ streamId, revision, metadata, data }: Issued): ReceiptRow {
  const { content, key, folio_number, expires_at, totals, at } = data;
  const doc: ReceiptDoc = {
    key,
    id: streamId.slice(RECEIPT_STREAM.length),
    created_at: at,
    livemode: metadata.livemode,
    organization: metadata.organizationId,
    api_version: RECEIPT_API_VERSION,
    date: content.date,
    expires_at,
    status: 'open',
    folio_number,
    payment_form: content.payment_form,
    items: receiptItems(content.items),
    ...receiptAmounts(totals),
    currency: content.currency,
    exchange: Number(content.exchange),
    branch: content.branch,
    external_id: content.external_id,
    idempotency_key: content.idempotency_key,
    invoice: null,
    ...receiptCustomer(content.customer),
    address: content.address,
    refunds: [],
  };
  const row = {
    ...{ revision, organization_id: doc.organization, date: doc.date, expires_at },
    ...{ folio_number: String(folio_number), payment_form: doc.payment_form, currency: doc.currency },
    ...{ branch: doc.branch, external_id: doc.external_id, total: totals.total },
    search: searchText(...content.items.flatMap(({ product }) => [product.description, product.sku])),
  };
  return withReceiptDoc({ ...row, ...shown(doc), doc }, {});
}

/** The columns that repeat the answer, so that the two can't differ. */
const shown = ({ id, created_at, livemode, key, status, customer, invoice }: ReceiptDoc) => ({
  ...{ id, created_at, livemode, key, status },
  customer_id: customer,
  invoice_id: invoice,
});

/** The row with other fields in its answer. */
export function withReceiptDoc(row: ReceiptRow, patch: Partial<ReceiptDoc>): ReceiptRow {
  const doc = Object.assign({}, row.doc, patch);
  return { ...row, ...shown(doc), doc };
}
