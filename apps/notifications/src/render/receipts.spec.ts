import { describe, expect, it } from '@jest/globals';
import type { OrganizationDoc, ReceiptDoc } from '#contracts';
import { issuer } from '#apps/invoicing/src/invoice/testing';
import { toReceiptModel } from './receipts.js';
import { lineDoc, printed } from './testing-receipts.js';

const organization = {
  ...{ id: 'o', timezone: 'America/Tijuana' },
  legal: { ...issuer, name: 'Kemper', phone: null, website: null, support_email: null },
  customization: { color: 'B4532A', pdf_extra: {} },
} as unknown as OrganizationDoc;
const modelOf = (over: Partial<ReceiptDoc> = {}) => toReceiptModel({ ...printed(over), organization });

describe('what the PDF of a receipt is made of', () => {
  it('prices with taxes stay as they were on the shelf', () => {
    const { taxes_included, items } = modelOf({
      items: [lineDoc({ quantity: 2, discount: 11.6 }), lineDoc({ quantity: 0.333, price: 99.9 })],
    });
    expect(taxes_included).toBe(true);
    expect(items.map(({ price, amount, discount }) => ({ price, amount, discount }))).toEqual([
      { price: 58, amount: '116', discount: 11.6 },
      { price: 99.9, amount: '33.2667', discount: 0 },
    ]);
  });

  it('where one price is without taxes, all lines are shown as the invoice will have them', () => {
    const { taxes_included, items } = modelOf({
      items: [lineDoc(), lineDoc({ price: 50, tax_included: false })],
    });
    expect(taxes_included).toBe(false);
    expect(items.map(({ price, amount }) => [Number(price), Number(amount)])).toEqual([
      [50, 100],
      [50, 100],
    ]);
  });

  it('where a tax is withheld, too', () => {
    const withheld = { type: 'ISR', factor: 'Tasa', rate: 0.0125, base: 100, amount: 1.25 };
    const { taxes_included } = modelOf({
      taxes: [{ ...withheld, withholding: true, local: false }],
    });
    expect(taxes_included).toBe(false);
  });

  it('its time is that of the place where it was sold', () => {
    expect(modelOf().timezone).toBe('America/Tijuana');
    expect(modelOf({ address: { ...issuer.address, zip: '77500' } }).timezone).toBe('America/Cancun');
  });

  it('what came to nothing was not given back', () => {
    const refund = {
      ...{ id: 'r', created_at: '2026-11-27T18:00:00.000Z', reason: null, total: 58, lines: [] },
      credit_note: null,
    };
    const { refunds } = modelOf({
      refunds: (['done', 'pending', 'undone'] as const).map((status) => ({ ...refund, status })),
    });
    expect(refunds.map(({ isPending }) => isPending)).toEqual([false, true]);
  });
});
