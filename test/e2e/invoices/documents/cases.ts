import { invoice, innovacion, line, universidad, xochilt } from '../../../support/bodies.js';
import { localMonth } from '../../../support/month.js';

const iva = { type: 'IVA', rate: 0.16 };
const net = { tax_included: false };
export const NASTY = `<script>alert(1)</script> ]]> <!-- & &amp; " ' -- ñ 😀 <?xml?> {{x}} \${y}`;

export interface Expected {
  readonly subtotal: number;
  readonly discount?: number;
  readonly total: number;
  /** [type, rate, base, amount, withholding], as the answer's summary has them. */
  readonly taxes: readonly (readonly [string, number | null, number | null, number | null, boolean])[];
}

/** By name: the body, and what its amounts must be. */
export const cases: Readonly<Record<string, readonly [object, Expected]>> = {
  'taxes in the price': [
    invoice({ items: [line({}, { quantity: 2 })] }),
    { subtotal: 595.86, total: 691.2, taxes: [['IVA', 0.16, 595.86, 95.34, false]] },
  ],
  'taxes on top of the price, with a discount': [
    invoice({ items: [line({ price: 100, ...net }, { quantity: 3, discount: 50 })] }),
    { subtotal: 300, discount: 50, total: 290, taxes: [['IVA', 0.16, 250, 40, false]] },
  ],
  'a discount with taxes in it': [
    invoice({ items: [line({ price: 116 }, { discount: 11.6 })] }),
    { subtotal: 100, discount: 10, total: 104.4, taxes: [['IVA', 0.16, 90, 14.4, false]] },
  ],
  'thirds of a peso that lose no cent': [
    invoice({ items: [33.33, 33.33, 33.34].map((price) => line({ price })) }),
    { subtotal: 86.21, total: 100, taxes: [['IVA', 0.16, 86.21, 13.79, false]] },
  ],
  'a fraction of a unit': [
    invoice({ items: [line({ price: 90, ...net }, { quantity: 0.333333 })] }),
    { subtotal: 30, total: 34.8, taxes: [['IVA', 0.16, 30, 4.8, false]] },
  ],
  'fees with IVA and ISR withheld': [
    invoice({
      items: [
        line({
          price: 1000,
          ...net,
          taxes: [
            iva,
            { type: 'ISR', rate: 0.1, withholding: true },
            { type: 'IVA', rate: 0.106667, withholding: true },
          ],
        }),
      ],
    }),
    {
      subtotal: 1000,
      total: 953.33,
      taxes: [
        ['IVA', 0.16, 1000, 160, false],
        ['ISR', null, null, 100, true],
        ['IVA', null, null, 106.67, true],
      ],
    },
  ],
  'IEPS below the IVA': [
    invoice({ items: [line({ price: 100, ...net, taxes: [iva, { type: 'IEPS', rate: 0.08 }] })] }),
    {
      subtotal: 100,
      total: 125.28,
      taxes: [
        ['IVA', 0.16, 108, 17.28, false],
        ['IEPS', 0.08, 100, 8, false],
      ],
    },
  ],
  'an exempt product': [
    invoice({ items: [line({ price: 250, taxes: [{ type: 'IVA', factor: 'Exento' }] })] }),
    { subtotal: 250, total: 250, taxes: [['IVA', null, 250, null, false]] },
  ],
  'a rate of zero beside one of eight': [
    invoice({
      items: [
        line({ price: 50, ...net, taxes: [{ type: 'IVA', rate: 0 }] }),
        line({ price: 100, ...net, taxes: [{ type: 'IVA', rate: 0.08 }] }),
      ],
    }),
    {
      subtotal: 150,
      total: 158,
      taxes: [
        ['IVA', 0, 50, 0, false],
        ['IVA', 0.08, 100, 8, false],
      ],
    },
  ],
  'a local tax': [
    invoice({
      items: [line({ price: 1000, ...net, local_taxes: [{ type: 'ISH', rate: 0.03 }] })],
    }),
    {
      subtotal: 1000,
      total: 1190,
      taxes: [
        ['IVA', 0.16, 1000, 160, false],
        ['ISH', 0.03, null, 30, false],
      ],
    },
  ],
  'what is no object of taxes': [
    invoice({ items: [line({ price: 99.99, taxability: '01' })] }),
    { subtotal: 99.99, total: 99.99, taxes: [] },
  ],
  'dollars, on credit': [
    invoice({
      currency: 'USD',
      exchange: 18.9123,
      payment_method: 'PPD',
      payment_form: '99',
      conditions: '30 días',
      items: [line({ price: 100, ...net })],
    }),
    { subtotal: 100, total: 116, taxes: [['IVA', 0.16, 100, 16, false]] },
  ],
  'yen, which have no cents': [
    invoice({ currency: 'JPY', exchange: 0.13, items: [line({ price: 1160 })] }),
    { subtotal: 1000, total: 1160, taxes: [['IVA', 0.16, 1000, 160, false]] },
  ],
  'a foreign customer': [
    invoice({
      customer: { legal_name: 'ACME & Co', tax_id: '123456789', address: { country: 'USA', state: 'CA' } },
      items: [line({ price: 100, ...net })],
    }),
    { subtotal: 100, total: 116, taxes: [['IVA', 0.16, 100, 16, false]] },
  ],
  'the public in general': [
    invoice({
      customer: {
        legal_name: 'PUBLICO EN GENERAL',
        tax_id: 'XAXX010101000',
        tax_system: '616',
        address: { zip: '42501' },
      },
      global: {
        periodicity: 'month',
        months: localMonth().slice(5),
        year: Number(localMonth().slice(0, 4)),
      },
      items: [line({ price: 116, unit_key: 'ACT', product_key: '01010101', sku: 'T-1' })],
    }),
    { subtotal: 100, total: 116, taxes: [['IVA', 0.16, 100, 16, false]] },
  ],
  'third parties, parts, pedimentos and land': [
    invoice({
      customer: xochilt,
      use: 'G03',
      series: 'ABC',
      folio_number: 77,
      related_documents: [
        { relationship: '04', documents: ['5fb2822e-396d-4725-8521-cdc4bdd20ccf'] },
        { relationship: '07', uuid: 'A1B2822E-396D-4725-8521-CDC4BDD20CCF' },
      ],
      items: [
        line(
          { price: 116, unit_key: 'E48', unit_name: 'Servicio', sku: 'S & <1>' },
          {
            customs_keys: ['24  48  3009  4001234'],
            third_party: {
              legal_name: 'KARLA FUENTE NOLASCO',
              tax_id: 'FUNK671228PH6',
              tax_system: '612',
              zip: '01160',
            },
            property_tax_account: '15956011002',
            parts: [{ description: 'Cuerda', product_key: '60131324', quantity: 4, unit_price: 1.5 }],
          },
        ),
      ],
    }),
    { subtotal: 100, total: 116, taxes: [['IVA', 0.16, 100, 16, false]] },
  ],
  'texts that try to be XML or HTML': [
    invoice({
      customer: { ...universidad, email: undefined },
      conditions: NASTY,
      series: `<&"'>`,
      external_id: NASTY,
      pdf_custom_section: `<b onclick="x()">bien</b><img src=x onerror=alert(1)><p>${NASTY}</p>`,
      items: [
        line(
          { price: 116, description: NASTY, unit_name: `<&"'>`, sku: NASTY.slice(0, 40) },
          { parts: [{ description: NASTY, product_key: '60131324', unit_name: `<&"'>`, sku: `<&"'>` }] },
        ),
      ],
    }),
    { subtotal: 100, total: 116, taxes: [['IVA', 0.16, 100, 16, false]] },
  ],
  'a border branch in another time zone': [
    invoice({
      customer: innovacion,
      address: { zip: '22000', city: 'Tijuana', country: 'MEX' },
      items: [line({ price: 108, taxes: [{ rate: 0.08 }] })],
    }),
    { subtotal: 100, total: 108, taxes: [['IVA', 0.08, 100, 8, false]] },
  ],
};
