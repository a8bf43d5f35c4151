import { describe, expect, it } from '@jest/globals';
import type { InvoiceContent } from '#contracts';
import { prepare, preview, withFreshDate } from './prepare.js';
import {
  HOUR,
  NOW,
  address,
  after,
  content,
  date,
  item,
  issuer,
  iva,
  product,
  totals,
  withProduct,
} from './testing.js';

function prepared(of: InvoiceContent, now = NOW) {
  const result = prepare(of, issuer, now);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

describe('the date of an invoice', () => {
  it('is the moment of its issue, in whole seconds', () => {
    expect(prepared(content())).toMatchObject({ date, fecha: '2026-11-21T12:00:00' });
  });

  it.each([
    ['42501', '12:00:00', 'central Mexico'],
    ['22000', '10:00:00', 'Tijuana, in winter'],
    ['77500', '13:00:00', 'Cancún'],
    ['83000', '11:00:00', 'Sonora'],
  ])('is local to the place of issue: %s has %s', (zip, time) => {
    const { fecha } = prepared(content({ address: { ...address, zip } }));
    expect(fecha).toBe(`2026-11-21T${time}`);
  });

  it('follows the clocks of the border, which change', () => {
    const july = new Date('2026-07-01T18:00:00Z');
    expect(prepared(content({ address: { ...address, zip: '22000' } }), july).fecha).toBe(
      '2026-07-01T11:00:00',
    );
    expect(prepared(content(), july).fecha).toBe('2026-07-01T12:00:00');
  });

  it('may be chosen within the last 72 hours', () => {
    const chosen = after(-72 * HOUR + 250).toISOString();
    expect(prepared(content({ date: chosen }))).toMatchObject({
      date: '2026-11-18T18:00:00.000Z',
      fecha: '2026-11-18T12:00:00',
    });
  });

  it('may be ahead of our clock by the little that clocks differ', () => {
    expect(prepared(content({ date: after(60_000).toISOString() })).fecha).toBe('2026-11-21T12:01:00');
  });

  it('of a draft gives way to the present once it is too old', () => {
    const old = content({ date: after(-73 * HOUR).toISOString() });
    expect(withFreshDate(old, NOW)).toEqual({ ...old, date: null });
    const young = content({ date: after(-71 * HOUR).toISOString() });
    expect(withFreshDate(young, NOW)).toBe(young);
    expect(preview(old, issuer, NOW)).toEqual({ totals, problems: [] });
  });
});

describe('the amounts of an invoice', () => {
  it('are those of the document', () => {
    expect(prepared(content()).totals).toEqual(totals);
  });

  it('are named as in the API, with withheld and local taxes', () => {
    const of = withProduct({
      tax_included: false,
      price: '1000',
      taxes: [
        iva,
        { ...iva, factor: 'Exento', rate: '0', base: '1' },
        { ...iva, type: 'ISR', rate: '0.1', withholding: true },
        { ...iva, rate: '0.106667', withholding: true },
      ],
      local_taxes: [
        { type: 'ISH', rate: '0.035', base: null, withholding: false },
        { type: 'Cedular', rate: '0.02', base: null, withholding: true },
      ],
    });
    const none = { factor: 'Tasa', base: null };
    expect(prepared({ ...of, items: [{ ...(of.items[0] ?? item), discount: '100' }] }).totals).toEqual({
      subtotal: '1000.00',
      discount: '100.00',
      total: '871.50',
      taxes: [
        {
          type: 'IVA',
          factor: 'Tasa',
          rate: '0.160000',
          base: '900.00',
          amount: '144.00',
          withholding: false,
          local: false,
        },
        {
          type: 'IVA',
          factor: 'Exento',
          rate: null,
          base: '1.00',
          amount: null,
          withholding: false,
          local: false,
        },
        { ...none, type: 'ISR', rate: null, amount: '90.00', withholding: true, local: false },
        { ...none, type: 'IVA', rate: null, amount: '96.00', withholding: true, local: false },
        { ...none, type: 'ISH', rate: '0.035', amount: '31.50', withholding: false, local: true },
        { ...none, type: 'Cedular', rate: '0.02', amount: '18.00', withholding: true, local: true },
      ],
    });
  });

  it('have the decimals of the currency', () => {
    const yen = content({ currency: 'JPY', exchange: '0.12' });
    expect(prepared(yen).totals).toMatchObject({ subtotal: '100', total: '116' });
  });

  it('of a draft are shown as soon as its lines have some, even if other data is missing', () => {
    const unaddressed = content({ customer: null, payment_form: null });
    expect(preview(unaddressed, issuer, NOW).totals).toEqual(totals);
    expect(preview(content({ items: [] }), issuer, NOW).totals).toBeNull();
    const broken = content({ items: [{ ...item, product: { ...product, price: '0' } }] });
    expect(preview(broken, issuer, NOW)).toMatchObject({
      totals: null,
      problems: [{ path: 'items[0].product.price' }],
    });
  });
});
