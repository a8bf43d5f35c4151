import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal, formatDecimal } from '#kernel';
import type { InvoiceItem, ReceiptContent, RefundedLine } from '#contracts';
import { creditNoteOf, itemsOfTotal, sharesFor, totalOfItems } from './credit-note.js';
import { isAllGivenBack, itemsLeft, itemsReturned, linesToGiveBack } from './given-back.js';

const line = (over: {
  quantity?: string;
  price?: string;
  discount?: string;
  included?: boolean;
}): InvoiceItem => ({
  quantity: over.quantity ?? '3',
  discount: over.discount ?? '0',
  product: {
    ...{ id: null, description: 'Ukelele', product_key: '60131324', unit_key: 'H87', unit_name: 'Elemento' },
    ...{ price: over.price ?? '116', tax_included: over.included ?? true, taxability: '02', sku: 'U-1' },
    taxes: [
      {
        ...{ type: 'IVA', factor: 'Tasa', rate: '0.16', base: null },
        ...{ withholding: false, ieps_mode: 'sum_before_taxes' },
      },
    ],
    local_taxes: [],
  },
  ...{ parts: [], customs_keys: [], third_party: null, property_tax_account: [], complement: null },
});

const sold = [line({}), line({ quantity: '1.5', price: '33.33', discount: '1' })];

describe('what is given back of a sale', () => {
  it('is what is asked for, line by line, or all that is left', () => {
    expect(linesToGiveBack(sold, [], [{ item: 0, quantity: '2' }])).toEqual({
      ok: true,
      value: [{ item: 0, quantity: '2' }],
    });
    expect(linesToGiveBack(sold, [{ item: 0, quantity: '2' }], [])).toEqual({
      ok: true,
      value: [
        { item: 0, quantity: '1' },
        { item: 1, quantity: '1.5' },
      ],
    });
  });

  it('is no more than is left, and of lines that it has; each is named as it was sent', () => {
    const asked = [
      { item: 7, quantity: '1' },
      { item: 0, quantity: '2' },
      { item: 0, quantity: '0.5' },
      { item: 1, quantity: '0' },
    ];
    expect(linesToGiveBack(sold, [{ item: 0, quantity: '1' }], asked)).toMatchObject({
      refusal: {
        code: 'invalid_request',
        details: [
          { path: 'lines[0].item', code: 'not_found' },
          { path: 'lines[2].quantity', code: 'too_large', params: { left: '2' } },
          { path: 'lines[3].quantity', code: 'too_small' },
        ],
      },
    });
  });

  it('leaves the rest of each line with its share of the discount; lines of which nothing is left are gone', () => {
    const given = [
      { item: 0, quantity: '3' },
      { item: 1, quantity: '0.5' },
    ];
    expect(itemsLeft(sold, given)).toMatchObject([{ quantity: '1', discount: '0.67' }]);
    expect(itemsReturned(sold, [], given)).toMatchObject([
      { quantity: '3', discount: '0' },
      { quantity: '0.5', discount: '0.33' },
    ]);
    expect(isAllGivenBack(sold, given)).toBe(false);
    expect(isAllGivenBack(sold, [...given, { item: 1, quantity: '1' }])).toBe(true);
  });
});

describe('a credit note', () => {
  const customer = {
    ...{
      id: null,
      legal_name: 'PUBLICO EN GENERAL',
      tax_id: 'XAXX010101000',
      tax_system: '616',
      email: null,
    },
    address: {
      ...{ street: null, exterior: null, interior: null, neighborhood: null, city: null, municipality: null },
      ...{ zip: '42501', state: null, country: 'MEX' },
    },
  };
  const content: ReceiptContent = {
    ...{ date: '2026-11-03T18:00:00.000Z', payment_form: '01', items: sold, currency: 'MXN', exchange: '1' },
    ...{ customer: null, address: null, branch: null, external_id: null, idempotency_key: null },
  };
  const issuer = {
    ...{ legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
    address: customer.address,
  };
  const global = { periodicity: 'month', months: '11', year: 2026 };
  const invoice = { id: 'i', uuid: 'U', customer, global, withholds_isr: false, series: null };

  it('returns goods of the invoice to its receiver, with the period of a global one and the taxes of the sale', () => {
    const { content: note } = creditNoteOf(
      invoice,
      { content, folio_number: 12 },
      [line({ quantity: '1' })],
      116_000_000n,
      issuer,
      new Date('2026-11-26'),
    );
    expect(note).toMatchObject({
      ...{ type: 'E', customer, global, payment_form: '01', payment_method: 'PUE', use: 'G02' },
      related_documents: [{ relationship: '03', documents: ['U'] }],
      items: [
        {
          quantity: '1',
          product: {
            product_key: '84111506',
            unit_key: 'ACT',
            sku: '12',
            description: 'Devolución: Ukelele',
            price: '116',
          },
        },
      ],
    });
  });

  it('takes its own month where the year of the global invoice is too long ago', () => {
    const { content: note } = creditNoteOf(
      { ...invoice, global: { ...global, year: 2024 } },
      { content, folio_number: 12 },
      sold,
      0n,
      issuer,
      new Date('2026-02-03T18:00:00Z'),
    );
    expect(note.global).toEqual({ periodicity: 'month', months: '02', year: 2026 });
  });

  it('withholds what the invoice withheld of a seller under RESICO; a receiver whose regime has no G02 gets S01', () => {
    const noteTo = (receiver: object, withholds_isr: boolean) =>
      creditNoteOf(
        { ...invoice, customer: { ...customer, ...receiver }, global: null, withholds_isr },
        { content, folio_number: 12 },
        [line({})],
        348_000_000n,
        { ...issuer, tax_id: 'CACX7605101P8', tax_system: '626' },
        new Date('2026-11-26'),
      ).content;
    const university = {
      ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
    };
    expect(noteTo(university, true)).toMatchObject({
      ...{ use: 'G02', global: null },
      items: [{ product: { taxes: [{ type: 'IVA' }, { type: 'ISR', rate: '0.0125', withholding: true }] } }],
    });
    const wage = { legal_name: 'XOCHILT CASAS CHAVEZ', tax_id: 'CACX7605101P8', tax_system: '605' };
    expect(noteTo(wage, false)).toMatchObject({
      use: 'S01',
      items: [{ product: { taxes: [{ type: 'IVA' }] } }],
    });
  });
});

const amount = (most: number, decimals: number) =>
  fc.integer({ min: 1, max: most * 10 ** decimals }).map((n) => (n / 10 ** decimals).toFixed(decimals));

describe('parts of a sale', () => {
  it('are the sale to the cent, in however many parts it is given back', () => {
    const anyLine = fc
      .record({ quantity: amount(50, 3), price: amount(500, 4), share: fc.nat(90), included: fc.boolean() })
      .map(({ quantity, price, share, included }) => {
        const gross = (decimal(quantity) * decimal(price)) / 1_000_000n;
        const discount = formatDecimal(((gross * BigInt(share)) / 100n / 10_000n) * 10_000n);
        return line({ quantity, price, discount, included });
      });
    let parts = 0;
    let missed = 0;
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(99), { minLength: 1, maxLength: 4 }),
        (items, shares) => {
          const whole = totalOfItems(items, 'MXN');
          if (whole === undefined) return;
          let before: readonly RefundedLine[] = [];
          let left = whole;
          for (const share of [...shares, 100]) {
            const rest = linesToGiveBack(items, before, []);
            if (!rest.ok || rest.value.length === 0) break;
            const lines = rest.value
              .map(({ item, quantity }) => ({
                item,
                quantity: formatDecimal((decimal(quantity) * BigInt(share)) / 100n),
              }))
              .filter(({ quantity }) => quantity !== '0');
            if (lines.length === 0) continue;
            const after = totalOfItems(itemsLeft(items, [...before, ...lines]), 'MXN');
            if (after === undefined) return;
            const target = left - after;
            const note = itemsOfTotal(itemsReturned(items, before, lines), 'MXN', target);
            const total = totalOfItems(note, 'MXN');
            if (total === undefined) return;
            parts += 1;
            if (total !== target) missed += 1;
            before = [...before, ...lines];
            left = after;
          }
        },
      ),
      { numRuns: 400, seed: 21 },
    );
    expect(parts).toBeGreaterThan(500);
    expect(missed).toBe(0);
  });
});

describe('the cent that parts of a sale miss', () => {
  it('is looked for in few ways where there are thousands of lines: each look adds them all up', () => {
    expect([1, 100, 1_000, 5_000].map(sharesFor)).toEqual([124, 124, 20, 4]);
    const many = Array.from({ length: 5_000 }, () => line({ price: '1.99' }));
    // Half a cent is what no way comes to.
    const total = totalOfItems(many, 'MXN') ?? 0n;
    expect(itemsOfTotal(many, 'MXN', total + 5_000n)).toBe(many);
  });
});
