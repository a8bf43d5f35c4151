import { ukelele } from '../../support/bodies.js';
import { BROKEN_TEXTS, INVALID, field, long, type Row } from './row.js';

const POST = 'POST /products';
const of = (name: string, path = name) => field(POST, (value) => ({ ...ukelele, [name]: value }), path);
const taxes = (path: string) => field(POST, (value) => ({ ...ukelele, taxes: [value] }), `taxes.0${path}`);

export const productRows: readonly Row[] = [
  [POST, {}, INVALID, 'description required', 'product_key required', 'price required'],
  ...of('description')(
    [5, 'invalid_type'],
    ['', 'required'],
    [long(1001), 'invalid_length'],
    ['a|b', 'invalid_format'],
    ...BROKEN_TEXTS.map((text) => [text, 'invalid_format'] as const),
  ),
  ...of('product_key')(
    ['123', 'product_key_not_found', '400 product_key_not_found'],
    ['ABCDEFGH', 'product_key_not_found', '400 product_key_not_found'],
    [60131324, 'invalid_type'],
  ),
  ...of('unit_key')(['!!', 'unit_key_not_found', '400 unit_key_not_found'], [long(21), 'invalid_length']),
  ...of('unit_name')([long(21), 'invalid_length'], ['a|b', 'invalid_format']),
  ...of('price')(
    ['345.60', 'invalid_type'],
    [true, 'invalid_type'],
    [null, 'required'],
    [-0.01, 'too_small'],
    [1e13, 'too_large'],
  ),
  [POST, '{"description":"A","product_key":"60131324","price":1e400}', INVALID, 'price invalid_value'],
  [
    POST,
    '{"description":"A","product_key":"60131324","price":123456789012.123456}',
    INVALID,
    'price invalid_value',
  ],
  ...of('tax_included')(['true', 'invalid_type'], [1, 'invalid_type']),
  ...of('taxability')(['09', 'invalid_value'], [2, 'invalid_type'], ['2', 'invalid_value']),
  ...of('sku')([long(101), 'invalid_length'], [5, 'invalid_type']),
  ...of('taxes')(
    [{}, 'invalid_type'],
    ['IVA', 'invalid_type'],
    [Array.from({ length: 21 }, () => ({ rate: 0.16 })), 'invalid_length'],
  ),
  ...taxes('')([null, 'required'], [0.16, 'invalid_type'], [[], 'invalid_type']),
  ...taxes('.type')(
    [{ type: 'ISH', rate: 0.03 }, 'invalid_value'],
    [{ type: 2, rate: 0.03 }, 'invalid_type'],
  ),
  ...taxes('.rate')(
    [{}, 'required'],
    [{ rate: '0.16' }, 'invalid_type'],
    [{ rate: -0.16 }, 'too_small'],
    [{ rate: 0.15 }, 'invalid_value'],
    [{ rate: 16 }, 'invalid_value'],
  ),
  ...taxes('.factor')(
    [{ rate: 0.16, factor: 'tasa' }, 'invalid_value'],
    [{ rate: 0.16, factor: 'Cuota' }, 'invalid_value'],
  ),
  ...taxes('.withholding')(
    [{ type: 'ISR', rate: 0.1 }, 'invalid_value'],
    [{ rate: 0.16, withholding: 'no' }, 'invalid_type'],
  ),
  ...taxes('.base')([{ rate: 0.16, base: -1 }, 'too_small']),
  ...taxes('.ieps_mode')([{ type: 'IEPS', rate: 0.08, ieps_mode: 'x' }, 'invalid_value']),
  ...taxes('.amount')([{ rate: 0.16, amount: 1 }, 'unknown_field']),
  [POST, { ...ukelele, taxability: '01', taxes: [{ rate: 0.16 }] }, INVALID, 'taxes not_allowed'],
  [POST, { ...ukelele, taxability: '02', taxes: [] }, INVALID, 'taxes required'],
  [POST, { ...ukelele, taxability: '07' }, INVALID, 'taxes required'],
  [POST, { ...ukelele, local_taxes: [{ rate: 0.03 }] }, INVALID, 'local_taxes.0.type required'],
  [POST, { ...ukelele, local_taxes: [{ type: 'ISH' }] }, INVALID, 'local_taxes.0.rate required'],
  [POST, { ...ukelele, local_taxes: [{ type: 'ISH', rate: 2 }] }, INVALID, 'local_taxes.0.rate too_large'],
  [
    POST,
    { ...ukelele, local_taxes: [{ type: 'I|S', rate: 0.1 }] },
    INVALID,
    'local_taxes.0.type invalid_format',
  ],
  ...of('id')(['x', 'not_allowed']),
  ...of('color')(['x', 'unknown_field']),
];
