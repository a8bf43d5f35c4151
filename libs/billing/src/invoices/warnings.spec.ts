import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { placeholdersOf, warningTable } from '#kernel';
import { keyCatalogue } from '#sat';
import { builtInKeys } from '../products/rules.js';
import { invoiceWarnings, skusOf, type UsualPrice, type WarnedContent } from './warnings.js';

const now = new Date('2026-11-21T18:00:00Z');
const product = { id: null, product_key: '60131324', unit_key: 'H87', price: '345.6', sku: null };
const item = { product, parts: [] };
const usual: UsualPrice = { sku: 'U-1', unit_key: 'H87', price: 345.6 };

const warnings = (
  over: Partial<WarnedContent> = {},
  prices: readonly UsualPrice[] = [],
  keys = builtInKeys,
) => {
  const content = { currency: 'MXN', exchange: '1', date: null, items: [item], ...over };
  return invoiceWarnings(content, { now, keys, prices }).map(({ path, code }) => `${path} ${code}`);
};
const selling = (
  over: Partial<typeof product> | { id: string } | { sku: string },
  parts = [] as { product_key: string }[],
) => ({
  items: [{ product: { ...product, ...over }, parts }],
});
const ago = (ms: number) => ({ date: new Date(now.getTime() - ms).toISOString() });

describe('an invoice is warned of', () => {
  it('nothing that is usual', () => {
    expect(warnings()).toEqual([]);
    expect(warnings({ currency: 'USD', exchange: '18.5' })).toEqual([]);
  });

  it.each([
    ['USD', '1', ['exchange exchange_is_one']],
    ['USD', 1, ['exchange exchange_is_one']],
    ['USD', '1.000001', []],
    ['USD', null, []],
    ['MXN', '1', []],
    ['XXX', '1', []],
  ])('a rate of %s at %s: %j', (currency, exchange, expected) =>
    expect(warnings({ currency, exchange })).toEqual(expected),
  );

  it('a date that has passed, by more than a clock may be wrong', () => {
    expect(warnings(ago(5 * 60_000))).toEqual([]);
    expect(warnings(ago(5 * 60_000 + 1))).toEqual(['date date_in_the_past']);
    expect(warnings(ago(-60_000))).toEqual([]);
  });

  it('keys that only the whole catalogue could tell', () => {
    expect(
      warnings(selling({ product_key: '99999999', unit_key: 'ZZZ' }, [{ product_key: '99999998' }])),
    ).toEqual([
      'items[0].product.product_key product_key_not_found',
      'items[0].product.unit_key unit_key_not_found',
      'items[0].parts[0].product_key product_key_not_found',
    ]);
    // With it they are refused, as are those that no catalogue can have.
    const whole = { ...builtInKeys, products: keyCatalogue('productos', [], true) };
    expect(warnings(selling({ product_key: '99999999' }), [], whole)).toEqual([]);
    expect(warnings(selling({ product_key: 'x' }))).toEqual([]);
  });

  it('no key that the API itself fills in', () => {
    for (const product_key of ['01010101', '84111506', '84111505'])
      expect(warnings(selling({ product_key, unit_key: 'ACT' }))).toEqual([]);
  });

  it('a price of a hundred times that of the product with its SKU, of the same unit', () => {
    const at = (price: string, over = {}) =>
      warnings(selling({ price, sku: 'U-1', ...over } as object), [usual]);
    expect(at('34560')).toEqual(['items[0].product.price price_unusual']);
    expect(at('34559.999999')).toEqual([]);
    expect(at('34560', { unit_key: 'XBX' })).toEqual([]);
    expect(at('34560', { sku: 'U-2' })).toEqual([]);
    expect(at('34560', { id: 'a'.repeat(24) })).toEqual([]);
    // Of several products with the SKU the dearest counts, and one that costs nothing says nothing.
    const dear = { ...usual, price: 400 };
    expect(warnings(selling({ price: '34560', sku: 'U-1' } as object), [dear, usual])).toEqual([]);
    expect(warnings(selling({ price: '34560', sku: 'U-1' } as object), [{ ...usual, price: 0 }])).toEqual([]);
  });

  it('a hundred things at most', () => {
    const items = Array.from({ length: 5_000 }, () => ({
      ...item,
      product: { ...product, product_key: '99999999' },
    }));
    expect(warnings({ items })).toHaveLength(100);
  });
});

it('every code is in the docs, and says the same in both languages', async () => {
  const page = await readFile('docs/warnings.md', 'utf8');
  for (const [code, { es, en }] of Object.entries(warningTable)) {
    expect(page).toContain(`| \`${code}\` `);
    expect(placeholdersOf(es).toSorted()).toEqual(placeholdersOf(en).toSorted());
  }
});

it('only SKUs of products described in place are looked up, each once', () => {
  const of = (over: object) => ({ product: { ...product, ...over }, parts: [] });
  const items = [of({ sku: 'A' }), of({ sku: 'A' }), of({}), of({ id: 'a'.repeat(24), sku: 'B' })];
  expect(skusOf({ items })).toEqual(['A']);
});
