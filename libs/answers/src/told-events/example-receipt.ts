import {
  emptyAddress,
  type CustomerSnapshot,
  type InvoiceContent,
  type InvoiceItem,
  type IssuerSnapshot,
  type ReceiptContent,
  type ReceiptEvent,
  type Refund,
  type ToldType,
} from '#contracts';

const INVOICE_ID = '6743f1c2a1b2c3d4e5f60704';
const CREDIT_NOTE_ID = '6743f1c2a1b2c3d4e5f60705';
const REFUND_ID = '6743f1c2a1b2c3d4e5f60706';
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

const customer: CustomerSnapshot = {
  ...{ id: '6743f1c2a1b2c3d4e5f60701', legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9' },
  ...{ tax_system: '601', email: 'compras@example.com', address: { ...emptyAddress, zip: '77500' } },
};
const tax = {
  ...({ type: 'IVA', factor: 'Tasa', rate: '0.16', base: null } as const),
  ...({ withholding: false, ieps_mode: 'sum_before_taxes' } as const),
};
const item = (quantity: string): InvoiceItem => ({
  ...{ quantity, discount: '0', parts: [], customs_keys: [], third_party: null, property_tax_account: [] },
  complement: null,
  product: {
    ...{ id: null, description: 'Café en grano, 1 kg', product_key: '50201706', unit_key: 'H87' },
    ...{ unit_name: 'Pieza', price: '290', tax_included: true, taxability: '02', sku: 'CAFE-1K' },
    ...{ taxes: [tax], local_taxes: [] },
  },
});
const content = (at: string): ReceiptContent => ({
  ...{ date: at, payment_form: '01', items: [item('4')], currency: 'MXN', exchange: '1', customer: null },
  ...{ address: null, branch: 'Centro', external_id: 'TICKET-42', idempotency_key: null },
});
const totals = (subtotal: string, iva: string, total: string) => ({
  ...{ subtotal, discount: '0.00', total },
  taxes: [
    {
      ...{ type: 'IVA', factor: 'Tasa', rate: '0.160000', base: subtotal, amount: iva },
      ...{ withholding: false, local: false },
    },
  ],
});
const refund: Refund = {
  ...{ id: REFUND_ID, lines: [{ item: 0, quantity: '1' }], total: '290.00' },
  reason: 'El cliente devolvió una bolsa',
};

const issued = (at: string): ReceiptEvent => ({
  type: 'ReceiptIssued',
  data: {
    ...{ content: content(at), key: 'K7WQ4MXA', folio_number: 1042, at },
    expires_at: new Date(Date.parse(at) + WEEK_MS).toISOString(),
    totals: totals('1000.00', '160.00', '1160.00'),
  },
});
const invoiced = (at: string, origin: 'api' | 'portal' = 'api'): ReceiptEvent => ({
  type: 'ReceiptInvoiced',
  data: { invoice: INVOICE_ID, as: 'customer', origin, at },
});
/** Nobody is shown what the credit note says: it is told of as an invoice. */
const UNSHOWN = { content: {} as InvoiceContent, issuer: {} as IssuerSnapshot };
const asked = (at: string): ReceiptEvent => ({
  type: 'RefundAsked',
  data: { refund, invoice: INVOICE_ID, credit_note: CREDIT_NOTE_ID, at, ...UNSHOWN },
});

/** A receipt's history up to the event that is told. */
export function receiptEvents(type: ToldType, at: string): readonly ReceiptEvent[] {
  const made = issued(at);
  const ended = { refund_id: REFUND_ID, credit_note: CREDIT_NOTE_ID, at };
  const stories: Partial<Record<ToldType, readonly ReceiptEvent[]>> = {
    'receipt.created': [made],
    'receipt.customer_assigned': [made, { type: 'ReceiptCustomerAssigned', data: { customer, at } }],
    'receipt.self_invoice_complete': [made, invoiced(at, 'portal')],
    'receipt.cancellation_status_updated': [
      ...[made, invoiced(at)],
      { type: 'ReceiptReopened', data: { invoice: INVOICE_ID, motive: '02', at } },
    ],
    'receipt.refund_requested': [made, invoiced(at), asked(at)],
    'receipt.refunded': [
      made,
      {
        type: 'ReceiptReduced',
        data: { refund, items: [item('3')], totals: totals('750.00', '120.00', '870.00'), at },
      },
    ],
    'receipt.refund_undone': [
      ...[made, invoiced(at), asked(at)],
      { type: 'RefundUndone', data: { ...ended, code: 'invoice_stamping_validation_error', details: [] } },
    ],
  };
  return stories[type] ?? [made, invoiced(at)];
}
