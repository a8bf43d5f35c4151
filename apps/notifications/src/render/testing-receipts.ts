import type { InvoiceItemDoc, PrintedReceipt, ReceiptDoc } from '#contracts';

/** For specs: a line of a receipt, at 58.00 with IVA. */
export const lineDoc = (
  over: Partial<InvoiceItemDoc['product']> & { quantity?: number; discount?: number } = {},
): InvoiceItemDoc => {
  const { quantity = 2, discount = 0, ...product } = over;
  return {
    ...{ quantity, discount, parts: [], customs_keys: [], third_party: null, property_tax_account: [] },
    complement: null,
    product: {
      ...{ id: null, description: 'Café americano', product_key: '50201706', unit_key: 'H87' },
      ...{ unit_name: 'Pieza', price: 58, tax_included: true, taxability: '02', local_taxes: [], sku: null },
      taxes: [
        {
          ...({ type: 'IVA', factor: 'Tasa', rate: 0.16, base: null } as const),
          ...({ withholding: false, ieps_mode: 'sum_before_taxes' } as const),
        },
      ],
      ...product,
    },
  };
};

/** For specs: a receipt as the API answers it, and its page. */
export const printed = (over: Partial<ReceiptDoc> = {}): PrintedReceipt => ({
  receipt: {
    ...{ id: '6743f1c2a1b2c3d4e5f60720', created_at: '2026-11-26T18:04:05.000Z', livemode: true },
    ...{ organization: '6743f1c2a1b2c3d4e5f60718', api_version: 2, date: '2026-11-26T18:04:05.000Z' },
    ...{ expires_at: '2026-12-01T05:59:59.999Z', status: 'open', key: 'K7WQ4MXA', folio_number: 1042 },
    ...{ payment_form: '01', items: [lineDoc()], subtotal: 100, discount: 0, total: 116 },
    taxes: [
      {
        ...{ type: 'IVA', factor: 'Tasa', rate: 0.16, base: 100, amount: 16 },
        ...{ withholding: false, local: false },
      },
    ],
    ...{ currency: 'MXN', exchange: 1, branch: 'Centro', external_id: null, idempotency_key: null },
    ...{ invoice: null, customer: null, customer_info: null, address: null, refunds: [] },
    ...over,
  },
  self_invoice_url: 'https://facturas.example.com/cafe-azul/K7WQ4MXA',
  is_expired: false,
});
