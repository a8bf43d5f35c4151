import { describe, expect, it } from '@jest/globals';
import type { Refusal } from '#kernel';
import { validate } from './dto.js';
import { ListOf } from './fields.js';
import { listOf, text, type Dto } from './rules.js';
import { Invoice } from './testing/invoice.js';

const item = { quantity: 1, product: { description: 'x', product_key: '01010101', price: 10.5 } };
const valid = { items: [item] };
const accepted = <T>(type: Dto<T>, value: unknown): T => {
  const result = validate(type, value, 'body');
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};
const problemsOf = (value: unknown) => {
  const result = validate(Invoice, value, 'body');
  return result.ok ? [] : (result.refusal.details ?? []).map(({ path, code }) => `${path}: ${code}`);
};

describe('validate', () => {
  it('gives a new plain value with amounts as decimal text', () => {
    const value = accepted(Invoice, {
      ...valid,
      async: { anything: 1 },
      organization: '6743F1C2A1B2C3D4E5F60718',
      metadata: { a: [1] },
      customer: 'abc',
    });
    expect(value).toEqual({
      items: [{ quantity: '1', product: { description: 'x', product_key: '01010101', price: '10.5' } }],
      organization: '6743f1c2a1b2c3d4e5f60718',
      metadata: { a: [1] },
      customer: 'abc',
    });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    [0.000001, '0.000001'],
    [1e-7, '0'],
    [1e3, '1000'],
    [123456789.123456, '123456789.123456'],
    [-0, '0'],
  ])('writes the amount %d as %s', (price, expected) => {
    const product = { ...item.product, price };
    expect(accepted(Invoice, { items: [{ ...item, product }] }).items[0]?.product.price).toBe(expected);
  });

  it('drops null for optional fields, keeps it where it means something', () => {
    const value = accepted(Invoice, {
      ...valid,
      email: null,
      date: null,
      customer: null,
      note: null,
      async: null,
    });
    expect(value).toEqual({ items: expect.anything(), note: null });
    expect(problemsOf({ items: null })).toEqual(['items: required']);
  });

  const withProduct = (part: object) => ({
    items: [item, { ...item, product: { ...item.product, ...part } }],
  });
  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['items: required']],
    ['an empty list', { items: [] }, ['items: invalid_length']],
    ['too many', { items: Array.from({ length: 5001 }, () => item) }, ['items: invalid_length']],
    ['an object for a list', { items: {} }, ['items: invalid_type']],
    ['null in a list', { items: [null] }, ['items[0]: required']],
    ['a list for an object', { items: [[]] }, ['items[0]: invalid_type']],
    ['text for an amount', withProduct({ price: '10' }), ['items[1].product.price: invalid_type']],
    ['a negative amount', withProduct({ price: -1 }), ['items[1].product.price: too_small']],
    ['a huge amount', withProduct({ price: 1e13 }), ['items[1].product.price: too_large']],
    ['a wrong format', withProduct({ product_key: '123' }), ['items[1].product.product_key: invalid_format']],
    ['a number for text', withProduct({ description: 5 }), ['items[1].product.description: invalid_type']],
    ['text too long', withProduct({ sku: 'x'.repeat(101) }), ['items[1].product.sku: invalid_length']],
    [
      'control characters',
      withProduct({ description: 'a\u0007' }),
      ['items[1].product.description: invalid_format'],
    ],
    ['a line break in a line', withProduct({ sku: 'a\nb' }), ['items[1].product.sku: invalid_format']],
    [
      'a lone surrogate',
      withProduct({ description: '\ud800' }),
      ['items[1].product.description: invalid_format'],
    ],
    [
      'a non-character',
      withProduct({ description: '\uffff' }),
      ['items[1].product.description: invalid_format'],
    ],
    [
      'unknown names',
      { ...valid, itemz: 1, toString: 2 },
      ['itemz: unknown_field', 'toString: unknown_field'],
    ],
    [
      '__proto__',
      JSON.parse('{"items":[],"__proto__":{}}'),
      ['items: invalid_length', '__proto__: unknown_field'],
    ],
    ['response-only fields', { ...valid, id: 'x' }, ['id: not_allowed']],
    [
      'text for a boolean',
      withProduct({ tax_included: 'true' }),
      ['items[1].product.tax_included: invalid_type'],
    ],
    [
      'an unlisted value',
      withProduct({ taxes: [{ type: 'X', rate: 0 }] }),
      ['items[1].product.taxes[0].type: invalid_value'],
    ],
    ['half an integer', { ...valid, folio_number: 1.5 }, ['folio_number: invalid_type']],
    ['zero below one', { ...valid, folio_number: 0 }, ['folio_number: too_small']],
    ['a wrong date', { ...valid, date: 'yesterday' }, ['date: invalid_format']],
    ['a wrong e-mail', { ...valid, email: 'a@b\r\nBcc: c@d.mx' }, ['email: invalid_format']],
    ['a wrong length', { ...valid, payment_form: '3' }, ['payment_form: invalid_length']],
    ['a wrong id', { ...valid, organization: 'x' }, ['organization: invalid_format']],
    ['none of the types', { ...valid, customer: 5 }, ['customer: invalid_type']],
    ['inside of one of the types', { ...valid, customer: { rate: 'x' } }, ['customer.rate: invalid_type']],
    ['too much JSON', { ...valid, metadata: { a: 'x'.repeat(60) } }, ['metadata: too_large']],
    ['lists in lists', { ...valid, grid: [['ok'], ['long!']] }, ['grid[1][0]: invalid_length']],
    ['a root that is no object', 'x', ['undefined: invalid_type']],
  ])('refuses %s', (_, value, expected) => {
    expect(problemsOf(value).map((problem) => problem.replace(/^: /, 'undefined: '))).toEqual(expected);
  });

  it.each(['a@b.mx', 'José.Ñ@correo-ejemplo.com.mx', "o'brien+tag@sub.example.org", 'x_y@1a.co', 'a-@b.mx'])(
    'takes the e-mail %s',
    (email) => expect(problemsOf({ ...valid, email })).toEqual([]),
  );

  it.each([
    'a@b',
    '@b.mx',
    'a b@c.mx',
    'a@-b.mx',
    'a@b..mx',
    'a,b@c.mx',
    '<a@b.mx>',
    '-a@b.mx',
    '-oQ/tmp@b.mx',
    `${'x'.repeat(65)}@b.mx`,
  ])('refuses the e-mail %s', (email) =>
    expect(problemsOf({ ...valid, email })).toEqual(['email: invalid_format']),
  );

  it('takes 30,000 entries in all lists together, and looks at no more', () => {
    class Sheet {
      @ListOf(listOf(text({ max: 5 }), { max: 1000 }), { max: 1000 }) rows!: string[][];
    }
    const rows = (count: number) => Array.from({ length: count }, () => Array<string>(999).fill('x'));
    expect(validate(Sheet, { rows: rows(30) }, 'body').ok).toBe(true);
    const refused = validate(Sheet, { rows: [...rows(30), ['x'], ['too long']] }, 'body');
    expect(refused).toMatchObject({ refusal: { details: [{ path: 'rows[29]', code: 'invalid_length' }] } });
  });

  it('counts characters, not UTF-16 units', () => {
    expect(problemsOf({ ...valid, payment_form: '😀😀' })).toEqual([]);
    expect(problemsOf({ ...valid, payment_form: '😀' })).toEqual(['payment_form: invalid_length']);
  });

  it('stops at a hundred problems', () => {
    expect(problemsOf({ items: Array.from({ length: 5000 }, () => ({})) })).toHaveLength(100);
  });

  it('points the root at the first detail', () => {
    const result = validate(Invoice, { items: [{ ...item, quantity: 0 }] }, 'body');
    expect((result as { refusal: Refusal }).refusal).toMatchObject({
      code: 'invalid_request',
      path: 'items[0].quantity',
      location: 'body',
    });
  });
});
