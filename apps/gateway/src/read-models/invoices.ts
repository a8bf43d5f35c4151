import { invoiceRow } from '#answers';
import { INVOICE_STREAM, invoicesReadModel, type InvoiceRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.invoices: one row each, with the answer of the API, and the different names of customers beside them. */
export const invoicesProjection = defineProjection<InvoiceRow, typeof INVOICE_STREAM>({
  name: invoicesReadModel.projection,
  table: invoicesReadModel.table,
  columns: {
    id: 'text',
    revision: 'int',
    organization_id: 'text',
    livemode: 'boolean',
    status: 'text',
    hidden: 'boolean',
    type: 'text',
    issuer_type: 'text',
    customer_id: 'text',
    customer_tax_id: 'text',
    payment_method: 'text',
    payment_status: 'text',
    amount_due: 'numeric',
    total: 'numeric',
    folio_number: 'bigint',
    series: 'text',
    external_id: 'text',
    uuid: 'text',
    cancellation_status: 'text',
    created_at: 'timestamptz',
    sort_at: 'timestamptz',
    customer_search: 'text',
    search: 'text',
    xml_key: 'text',
    timbre_xml: 'text',
    receipt_key: 'text',
    outcome: 'json',
    draft: 'json',
    doc: 'json',
  },
  distinct: { table: invoicesReadModel.names, columns: ['organization_id', 'livemode', 'customer_search'] },
  streamPrefix: INVOICE_STREAM,
  evolve: invoiceRow,
});
