import { describe, expect, it } from '@jest/globals';
import { leastCpuMs } from '../../../../test/support/cpu-time.js';
import { parseJson } from './json.js';

const parse = (text: string | Buffer) => parseJson(Buffer.isBuffer(text) ? text : Buffer.from(text));
const refusalOf = (text: string | Buffer) => {
  const result = parse(text);
  if (result.ok) throw new Error(`accepted as ${JSON.stringify(result.value)}`);
  return result.refusal;
};

describe('parseJson', () => {
  it.each(['{}', '[]', '1', '"x"', ' {"a":[1,2,{"b":null}]} ', '{"a":"\\u00f1 \\ud83d\\ude00"}'])(
    'reads %s as JSON.parse does',
    (text) => expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown }),
  );

  it('ignores a byte order mark', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each([
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '{"a":NaN}',
    '{"a":"\n"}',
    'undefined',
    '{"a":1}{}',
    '[1 2]',
  ])('refuses %j as invalid_json', (text) =>
    expect(refusalOf(text)).toMatchObject({ code: 'invalid_json', location: 'body' }),
  );

  it('refuses bytes that are not UTF-8', () => {
    const latin1 = Buffer.from('{"a":"España"}', 'latin1');
    expect(refusalOf(latin1)).toMatchObject({ code: 'invalid_json', details: [{ code: 'invalid_format' }] });
  });

  it.each([
    ['{"a":{"b":["x","\\ud800"]}}', 'a.b[1]'],
    ['{"a":"\\uDC00 x"}', 'a'],
    ['{"customer":{"legal_name":"a\\u0000b"}}', 'customer.legal_name'],
  ])('names the field with broken Unicode in %s', (text, path) => {
    expect(refusalOf(text)).toMatchObject({
      code: 'invalid_request',
      path,
      details: [{ path, code: 'invalid_format', location: 'body' }],
    });
  });

  it.each([
    ['{"a":{"__proto__":{"x":1}}}', 'a.__proto__'],
    ['{"\\u005f_proto__":{"x":1}}', '__proto__'],
    ['{"a":[{"constructor":{"prototype":{"x":1}}}]}', 'a[0].constructor'],
  ])('refuses the prototype name in %s', (text, path) => {
    expect(refusalOf(text)).toMatchObject({
      code: 'invalid_request',
      details: [{ path, code: 'not_allowed' }],
    });
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('accepts such names as values', () => {
    expect(parse('{"description":"__proto__","b":"constructor"}').ok).toBe(true);
  });

  it('limits the depth, brackets inside of strings apart', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"[[[\\"[{"${']'.repeat(depth)}`;
    expect(parse(nested(64)).ok).toBe(true);
    expect(refusalOf(nested(65))).toMatchObject({
      code: 'invalid_request',
      details: [{ code: 'invalid_value' }],
    });
    expect(refusalOf(nested(200_000)).code).toBe('invalid_request');
  });

  it.each([
    '0.1',
    '-0',
    '1e3',
    '1E-7',
    '100.50',
    '123456789.123456',
    '9007199254740991',
    '0.1000000000000000055',
    '1234567.12345678901',
    '1e-400',
    '0.00000000000000000001',
    '12345678901234567000',
    '1e22',
    '-1.5e+2',
  ])('takes %s: its double is the same at six decimals', (literal) => {
    expect(parse(`{"a":${literal}}`)).toEqual({ ok: true, value: { a: Number(literal) } });
  });

  it.each([
    '9007199254740993',
    '123456789012.1234567',
    '1234567890.12345649999',
    '99999999999999.999999',
    '1e400',
    '-1e999',
    `1${'0'.repeat(400)}`,
    `1.${'0'.repeat(500)}1`,
  ])('refuses %s', (literal) => {
    const text = `{"x":"1e400 [","items":[{"price":1},{"product":{"price":${literal}}}]}`;
    const path = 'items[1].product.price';
    expect(refusalOf(text)).toMatchObject({
      code: 'invalid_request',
      path,
      details: [{ path, code: 'invalid_value', source: 'service' }],
    });
  });

  it('finds the number after megabytes of text', () => {
    for (const filler of ['x', '\\n', '\\"', '[', 'ñ']) {
      const text = `{"a":"${filler.repeat(2_000_000)}","b":[1,12345678901234.56789]}`;
      expect(refusalOf(text)).toMatchObject({ path: 'b[1]' });
    }
  });

  it('costs little beside JSON.parse for 5000 items', () => {
    const text = Buffer.from(JSON.stringify({ items: Array.from({ length: 5000 }, (_, i) => item(i)) }));
    expect(text.length).toBeGreaterThan(1.5e6);
    let [bare, ours] = [Infinity, Infinity];
    // In turns: both meet the machine as it is at that moment.
    for (let turn = 0; turn < 10; turn += 1) {
      bare = Math.min(
        bare,
        leastCpuMs(() => JSON.parse(text.toString('utf8')) as unknown, 2),
      );
      ours = Math.min(
        ours,
        leastCpuMs(() => parse(text), 2),
      );
    }
    if (process.env.TIMBRA_MEASURE) console.log({ bare, ours });
    expect(ours).toBeLessThan(bare * 4 + 5);
  });
});

const item = (i: number) => ({
  quantity: 2 + (i % 7),
  discount: 1.25,
  product: {
    description: `Servicio de consultoría especializada número ${i} con entrega en sitio y reporte mensual detallado`,
    product_key: '80101500',
    unit_key: 'E48',
    unit_name: 'Unidad de servicio',
    price: 1234.56 + i,
    tax_included: false,
    taxability: '02',
    sku: `SKU-${i}-00112233445566778899`,
    taxes: [
      { type: 'IVA', rate: 0.16, factor: 'Tasa' },
      { type: 'ISR', rate: 0.0125, withholding: true },
    ],
  },
});
