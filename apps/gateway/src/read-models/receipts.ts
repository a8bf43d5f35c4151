import { receiptRow } from '#answers';
import { RECEIPT_STREAM, receiptsReadModel, type ReceiptRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.receipts: one row each, with the answer of the API but for its customer's page. */
export const receiptsProjection = defineProjection<ReceiptRow, typeof RECEIPT_STREAM>({
  name: receiptsReadModel.projection,
  table: receiptsReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    created_at: 'timestamptz',
    date: 'timestamptz',
    status: 'text',
    key: 'text',
    folio_number: 'bigint',
    payment_form: 'text',
    customer_id: 'text',
    branch: 'text',
    external_id: 'text',
    invoice_id: 'text',
    currency: 'text',
    total: 'numeric',
    expires_at: 'timestamptz',
    search: 'text',
    doc: 'json',
  },
  streamPrefix: RECEIPT_STREAM,
  evolve: receiptRow,
});
