import type { PdfReceiptItem, ReceiptPdfModel } from '../receipt-model.js';

const item = (over: Partial<PdfReceiptItem> = {}): PdfReceiptItem => ({
  ...{ quantity: '2', unit: 'Pieza', description: 'Café americano grande', sku: 'CAFE-G' },
  ...{ price: '58', discount: '0', amount: '116.00', ...over },
});

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  c_FormaPago: { '01': 'Efectivo', '04': 'Tarjeta de crédito' },
  c_RegimenFiscal: { '601': 'General de Ley Personas Morales' },
  c_Pais: { MEX: 'México' },
};

/** For specs: a receipt of a café, with some lines. */
export const sampleReceipt = (over: Partial<ReceiptPdfModel> = {}): ReceiptPdfModel => ({
  ...{ livemode: true, status: 'open', folio_number: 1042, key: 'K7WQ4MXA', is_expired: false },
  ...{ date: '2026-11-26T18:04:05.000Z', expires_at: '2026-12-01T05:59:59.999Z' },
  self_invoice_url: 'https://facturas.example.com/cafe-azul/K7WQ4MXA',
  ...{ timezone: 'America/Mexico_City', branch: 'Centro', payment_form: '01', currency: 'MXN' },
  issuer: {
    ...{ legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
    address: {
      ...{ street: 'Av. Reforma', exterior: '222', neighborhood: 'Juárez', zip: '06600' },
      ...{ municipality: 'Cuauhtémoc', state: 'Ciudad de México', country: 'MEX' },
    },
  },
  ...{ taxes_included: true, items: [item()], refunds: [] },
  ...{ subtotal: '100.00', discount: '0.00', total: '116.00' },
  taxes: [{ type: 'IVA', factor: 'Tasa', rate: '0.16', base: '100.00', amount: '16.00' }],
  organization: {
    ...{ name: 'Café Azul', phone: '55 1234 5678', website: 'cafeazul.example', color: '1F5FA8' },
    support_email: 'hola@cafeazul.example',
  },
  label: (catalogue, key) => LABELS[catalogue]?.[key],
  ...over,
});

/** For specs: so many lines, some with a discount, one with a very long word. */
export const sampleLines = (count: number): readonly PdfReceiptItem[] =>
  Array.from({ length: count }, (_, index) =>
    index % 7 === 3
      ? item({ description: 'Supercalifragilístico'.repeat(6), discount: '11.6' })
      : item({
          description: `Artículo número ${index + 1} de la compra`,
          sku: index % 2 ? null : `A-${index}`,
        }),
  );
