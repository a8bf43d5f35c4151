import { describe, expect, it } from '@jest/globals';
import { renderMessage } from '#kernel/errors/render';
import { isLarge, MAX_ELEMENTS, MAX_VALUES, sizeProblem, type Sized } from './size.js';

const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const tax = { type: 'IVA', rate: '0.16' };
const item = (taxes: number) => ({ product: { taxes: many(taxes, tax), local_taxes: [] } });
const pathOf = (sized: Sized): string | undefined => sizeProblem(sized)?.path;

describe('what a document may have in all', () => {
  it('has room for 5000 items with four taxes each, and not for one more', () => {
    const items = many(5000, item(4));
    expect(pathOf({ items })).toBeUndefined();
    expect(pathOf({ items: [...items.slice(1), item(5)] })).toBe('items[4999].product.taxes');
  });

  it.each<[string, Sized]>([
    ['items[100].parts', { items: many(2000, { product: 'id', parts: many(199, {}) }) }],
    [
      'items[1].parts',
      { items: many(2, { product: 'id', parts: many(100, { customs_keys: many(150, 'k') }) }) },
    ],
    ['items[200].customs_keys', { items: many(300, { product: 'id', customs_keys: many(100, 'k') }) }],
    [
      'items[200].property_tax_account',
      { items: many(300, { product: 'id', property_tax_account: many(100, '1') }) },
    ],
    ['items[1000].product.local_taxes', { items: many(1001, { product: { local_taxes: many(20, tax) } }) }],
    ['items[2].complement', { items: many(3, { product: 'id', complement: '<a>'.repeat(10_000) }) }],
    ['related_documents[20].documents', { related_documents: many(30, { documents: many(1000, 'uuid') }) }],
    ['complements[1].data', { complements: many(2, { data: many(10_001, { amount: 1 }) }) }],
    ['complements[0].data', { complements: [{ data: { Mercancias: many(MAX_VALUES + 1, 'x') } }] }],
    ['complements[0].data', { complements: [{ data: `<a ${'b="1" '.repeat(MAX_VALUES + 1)}/>` }] }],
    ['complements[0].data', { items: many(5000, item(4)), complements: [{ data: '<a/>' }] }],
  ])('names %s, with which it is too much', (path, sized) => expect(pathOf(sized)).toBe(path));

  it('ends its count of nested JSON where it is too much, and takes what is below', () => {
    const goods = many(5000, { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: { k: 10 } });
    expect(pathOf({ complements: [{ data: { Mercancias: goods } }] })).toBeUndefined();
    let deep: unknown = 0;
    for (let n = 0; n <= MAX_ELEMENTS; n += 1) deep = { deep };
    expect(pathOf({ complements: [{ data: deep }] })).toBe('complements[0].data');
  });

  it.each<[boolean, Sized]>([
    [false, { items: many(200, item(4)) }],
    [true, { items: many(201, item(1)) }],
    [true, { items: [{ product: 'id', parts: many(1001, {}) }] }],
    [true, { complements: [{ data: `<a>${'<b c="1"/>'.repeat(1000)}</a>` }] }],
    [true, { complements: [{ data: { Mercancias: many(5001, 'x') } }] }],
    [false, { complements: [{ data: { Mercancias: many(100, { a: 1 }) } }] }],
  ])('is large (%s) by what there is of it', (large, sized) => expect(isLarge(sized)).toBe(large));

  it('says so in both languages, with the limits', () => {
    const {
      message,
      params,
      path = '',
    } = sizeProblem({ items: [{ product: 'id', parts: many(20_001, {}) }] }) ?? {};
    if (typeof message !== 'object') throw new Error('no message');
    expect(renderMessage(message.es, { path, ...params })).toMatch(
      /^Con el campo "items\.0\.parts", .* 20,?000 /,
    );
    expect(renderMessage(message.en, { path, ...params })).toMatch(
      /^With the field "items\.0\.parts", .* 20,?000 /,
    );
  });
});
