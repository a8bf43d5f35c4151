import fc from 'fast-check';
import type {
  AskCustomerInvoice,
  AskGlobalInvoice,
  CustomerSnapshot,
  InvoiceItem,
  IssuerSnapshot,
  LocalTax,
  ReceiptContent,
  Tax,
} from '#contracts';
import { emptyAddress } from '#contracts';
import { judgeReceipt } from './judge.js';
import type { ReceiptToInvoice } from './receipt.js';

/** Receipts for specs: a shop in Hidalgo that sells anything. */

export const NOW = new Date('2026-11-21T18:00:00.250Z');
export const ZONE = 'America/Mexico_City';

export const issuer: IssuerSnapshot = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { ...emptyAddress, zip: '42501' },
};
/** A natural person under RESICO. */
export const resico: IssuerSnapshot = {
  ...issuer,
  legal_name: 'XOCHILT CASAS CHAVEZ',
  tax_id: 'CACX7605101P8',
  tax_system: '626',
};
export const university: CustomerSnapshot = {
  id: '66f0c0c0c0c0c0c0c0c0c001',
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  email: null,
  address: { ...emptyAddress, zip: '86991' },
};

export const tax = (over: Partial<Tax> = {}): Tax => ({
  ...{ type: 'IVA', factor: 'Tasa', rate: '0.16', base: null, withholding: false },
  ieps_mode: 'sum_before_taxes',
  ...over,
});

export const item = (
  product: Partial<InvoiceItem['product']> = {},
  over: Partial<InvoiceItem> = {},
): InvoiceItem => ({
  quantity: '1',
  discount: '0',
  product: {
    id: null,
    description: 'Taza de cerámica',
    product_key: '52152101',
    unit_key: 'H87',
    unit_name: 'Elemento',
    price: '116',
    tax_included: true,
    taxability: '02',
    taxes: [tax()],
    local_taxes: [],
    sku: null,
    ...product,
  },
  parts: [],
  customs_keys: [],
  third_party: null,
  property_tax_account: [],
  ...over,
});

export const sale = (over: Partial<ReceiptContent> = {}): ReceiptContent => ({
  date: NOW.toISOString(),
  payment_form: '01',
  items: [item()],
  currency: 'MXN',
  exchange: '1',
  customer: null,
  address: null,
  branch: null,
  external_id: null,
  idempotency_key: null,
  ...over,
});

const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** The receipt of a sale, of which `n` makes folio, key and id; fails where the sale is wrong. */
export function receipt(content: ReceiptContent = sale(), n = 1): ReceiptToInvoice {
  const totals = judgeReceipt(content, issuer, NOW);
  if (!totals.ok) throw new Error(JSON.stringify(totals.refusal, null, 1));
  const key = Array.from({ length: 8 }, (_, at) => ALPHABET[Math.floor(n / 31 ** at) % 31]).join('');
  return {
    id: n.toString(16).padStart(24, '0'),
    key,
    folio_number: n,
    content,
    totals: totals.value,
    expires_at: '2026-12-01T05:59:59.999Z',
  };
}

export const askGlobal = (over: Partial<AskGlobalInvoice> = {}): AskGlobalInvoice => ({
  kind: 'global',
  from: '2026-11-01T06:00:00.000Z',
  until: '2026-12-01T06:00:00.000Z',
  global: { periodicity: 'month', months: '11', year: 2026 },
  payment_form: null,
  receipts: null,
  limit_to_max_receipts: false,
  date: null,
  extras: { folio_number: null, series: null },
  origin: 'api',
  ...over,
});

export const askCustomer = (
  receipts: readonly ReceiptToInvoice[],
  over: Partial<AskCustomerInvoice> = {},
): AskCustomerInvoice => ({
  kind: 'customer',
  receipts: { by: 'key', keys: receipts.map(({ key }) => key) },
  customer: university,
  use: 'G01',
  payment_form: null,
  date: null,
  extras: {
    conditions: null,
    folio_number: null,
    series: null,
    pdf_custom_section: null,
    pdf_options: null,
    addenda: null,
    namespaces: [],
  },
  apply_resico_isr: false,
  origin: 'api',
  refuse_expired: false,
  ...over,
});

const decimalOf = (max: number, decimals: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: 1, max: Math.min(max * 10 ** decimals, 2 ** 31 - 1) })
    .map((n) => String(n / 10 ** decimals))
    .filter((text) => !text.includes('e'));

const price = fc.oneof(decimalOf(2_000, 2), decimalOf(3, 2), decimalOf(20_000, 2), decimalOf(20, 4));
const quantity = fc.oneof(
  { weight: 3, arbitrary: fc.constant('1') },
  fc.integer({ min: 1, max: 50 }).map(String),
  decimalOf(30, 3),
  decimalOf(20, 6),
);
const iepsMode = fc.constantFrom(
  'sum_before_taxes' as const,
  'break_down' as const,
  'unit' as const,
  'subtract_before_break_down' as const,
);
const iva: fc.Arbitrary<Tax> = fc.oneof(
  fc.constantFrom('0.16', '0.16', '0.08', '0').map((rate) => tax({ rate })),
  fc.constant(tax({ factor: 'Exento', rate: '0' })),
);
const ieps: fc.Arbitrary<Tax> = fc.oneof(
  fc
    .record({ rate: fc.constantFrom('0.03', '0.08', '0.265', '1.6'), ieps_mode: iepsMode })
    .map((over) => tax({ type: 'IEPS', ...over })),
  fc
    .record({ rate: fc.constantFrom('0.1', '1.5086'), base: decimalOf(2, 2), ieps_mode: iepsMode })
    .map((over) => tax({ type: 'IEPS', factor: 'Cuota', ...over })),
);
const withheld = fc.constantFrom(
  tax({ type: 'ISR', rate: '0.1', withholding: true }),
  tax({ rate: '0.106667', withholding: true }),
);
const local: fc.Arbitrary<LocalTax> = fc
  .record({ type: fc.constantFrom('ISH', 'Cedular'), rate: fc.constantFrom('0.03', '0.035', '0.005') })
  .map((over) => ({ ...over, base: null, withholding: false }));

/** Any line of a sale that can be invoiced: prices with and without taxes, several rates, IEPS, discounts, exempt. */
export const arbitraryItem = (withholding = false): fc.Arbitrary<InvoiceItem> =>
  fc
    .record({
      ...{ price, quantity, iva, included: fc.boolean() },
      ieps: fc.option(ieps, { freq: 3 }),
      withheld: withholding ? fc.array(withheld, { maxLength: 1 }) : fc.constant([]),
      locals: fc.oneof(
        { weight: 6, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(local, { minLength: 1, maxLength: 1 }) },
      ),
      untaxed: fc.oneof(
        { weight: 8, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      off: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 100 }) },
      ),
    })
    .map((line) => {
      const gross = Number(line.price) * Number(line.quantity);
      const discount = line.off === 0 ? '0' : (Math.floor(gross * line.off) / 100).toFixed(2);
      const product = {
        price: line.price,
        tax_included: line.included,
        taxability: line.untaxed ? '01' : '02',
        taxes: line.untaxed ? [] : [line.iva, ...(line.ieps ? [line.ieps] : []), ...line.withheld],
        local_taxes: line.untaxed ? [] : line.locals,
      };
      const fits = Number(discount) > 0 && Number(discount) <= gross;
      return item(product, { quantity: line.quantity, ...(fits && { discount }) });
    })
    // Fixed taxes may eat a small price whole: that is refused, and another story.
    .filter((one) => judgeReceipt(sale({ items: [one] }), issuer, NOW).ok);

/** Any receipts of MXN, with folios from 1. */
export const arbitraryReceipts = (withholding = false, max = 8): fc.Arbitrary<readonly ReceiptToInvoice[]> =>
  fc
    .array(
      fc
        .record({
          items: fc.array(arbitraryItem(withholding), { minLength: 1, maxLength: 5 }),
          payment_form: fc.constantFrom('01', '03', '04', '28'),
        })
        .map(sale)
        .filter((content) => judgeReceipt(content, issuer, NOW).ok),
      { minLength: 1, maxLength: max },
    )
    .map((sales) => sales.map((content, index) => receipt(content, index + 1)));
