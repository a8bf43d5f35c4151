import { innovacion, invoice, line, universidad } from '../../support/bodies.js';
import { localMonth } from '../../support/month.js';
import { manyRows } from './many.js';
import { BROKEN_TEXTS, INVALID, NOWHERE, field, long, type Row } from './row.js';

const POST = 'POST /invoices';
const HOUR = 3_600_000;
const from = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const of = (name: string, path = name) => field(POST, (value) => invoice({ [name]: value }), path);
const item = (name: string, path = name) =>
  field(POST, (value) => invoice({ items: [line({}, { [name]: value })] }), `items.0.${path}`);
const product = (name: string, path = name) =>
  field(POST, (value) => invoice({ items: [line({ [name]: value })] }), `items.0.product.${path}`);
const broken = BROKEN_TEXTS.map((text) => [text, 'invalid_format'] as const);
const month = { periodicity: 'month', months: '11', year: Number(localMonth().slice(0, 4)) };
const publico = {
  legal_name: 'PUBLICO EN GENERAL',
  tax_id: 'XAXX010101000',
  tax_system: '616',
  address: { zip: '42501' },
};

const header: readonly Row[] = [
  [POST, {}, INVALID, 'customer required', 'payment_form required', 'items required'],
  ...of('customer')(
    [5, 'invalid_type'],
    [['x'], 'invalid_type'],
    ['nobody', 'invalid_format'],
    [null, 'required'],
  ),
  [POST, invoice({ customer: NOWHERE }), '400 customer_not_found'],
  [
    POST,
    invoice({ customer: {} }),
    INVALID,
    ...['legal_name', 'tax_id', 'tax_system', 'address'].map((name) => `customer.${name} required`),
  ],
  [
    POST,
    invoice({ customer: { ...universidad, tax_id: 'X', id: 'x' } }),
    INVALID,
    'customer.id not_allowed',
    'customer.tax_id invalid_format',
  ],
  [
    POST,
    invoice({ customer: { ...innovacion, address: { zip: '00001' } } }),
    INVALID,
    'customer.address.zip invalid_value',
  ],
  ...of('payment_form')(
    ['3', 'invalid_value'],
    ['ZZ', 'invalid_value'],
    [28, 'invalid_type'],
    [null, 'required'],
  ),
  ...of('payment_method')(['PUX', 'invalid_value'], [1, 'invalid_type']),
  [POST, invoice({ payment_method: 'PPD' }), INVALID, 'payment_form invalid_value'],
  [POST, invoice({ payment_form: '99' }), INVALID, 'payment_form invalid_value'],
  [POST, invoice({ currency: 'USD' }), INVALID, 'exchange required'],
  [POST, invoice({ currency: 'USD', exchange: null }), INVALID, 'exchange required'],
  ...of('use')(
    ['X', 'invalid_value'],
    ['D01', 'invalid_value'],
    ['GGGGG', 'invalid_value'],
    [1, 'invalid_type'],
  ),
  ...of('type')(['X', 'invalid_value'], ['i', 'invalid_value'], [1, 'invalid_type']),
  ...of('currency')(
    ['MX', 'invalid_value'],
    ['ZZZ', 'invalid_value'],
    ['XXX', 'invalid_value'],
    [1, 'invalid_type'],
  ),
  ...of('exchange')([0, 'too_small'], [-1, 'too_small'], ['20', 'invalid_type'], [20, 'invalid_value']),
  ...of('conditions')(['', 'invalid_length'], [long(1001), 'invalid_length'], [1, 'invalid_type'], ...broken),
  ...of('date')(
    ['yesterday', 'invalid_format'],
    [1_700_000_000, 'invalid_type'],
    [from(-73), 'too_small'],
    [from(1), 'too_large'],
  ),
  [POST, invoice({ date: '2026-02-30T00:00:00Z' }), '400 invalid_date'],
  [POST, invoice({ date: '2026-13-01' }), '400 invalid_date'],
  ...of('series')([long(26), 'invalid_length'], [1, 'invalid_type'], ['A|B', 'invalid_value'], ...broken),
  ...of('folio_number')(
    [0, 'too_small'],
    [-1, 'too_small'],
    [1.5, 'invalid_type'],
    ['1', 'invalid_type'],
    [1e12, 'too_large'],
  ),
  ...of('external_id')([long(101), 'invalid_length'], [1, 'invalid_type'], ...broken),
  ...of('idempotency_key')([long(256), 'invalid_length'], [1, 'invalid_type']),
  ...of('pdf_custom_section')([long(20_001), 'invalid_length'], ['a\u0000', 'invalid_format']),
  ...of('pdf_options')([true, 'invalid_type'], ['codes', 'invalid_type']),
  ...of('pdf_options', 'pdf_options.codes')([{ codes: 'yes' }, 'invalid_type']),
  ...of('pdf_options', 'pdf_options.color')([{ color: 1 }, 'unknown_field']),
  ...of('status')(['valid', 'invalid_value'], ['canceled', 'invalid_value'], [true, 'invalid_type']),
  ...of('async')(['true', 'invalid_type']),
  ...of('export')(['05', 'invalid_value'], [1, 'invalid_type'], ['02', 'not_allowed']),
  ...of('address')(['x', 'invalid_type']),
  ...of('address', 'address.zip')(
    [{}, 'required'],
    [{ zip: '1' }, 'invalid_format'],
    [{ zip: 'ABCDE' }, 'invalid_format'],
  ),
  ...of('address', 'address.country')([{ zip: '06000', country: 'USA' }, 'invalid_format']),
  ...of('livemode')([true, 'unknown_field']),
  ...of('total')([1, 'unknown_field']),
  ...of('uuid')(['x', 'unknown_field']),
  [
    POST,
    invoice({ type: 'P' }),
    INVALID,
    'payment_form not_allowed',
    'items not_allowed',
    'complements required',
  ],
  [POST, { customer: universidad, type: 'N' }, INVALID, 'complements required'],
  ...of('complements')(
    [{}, 'invalid_type'],
    [Array(21).fill({ type: 'custom', data: '<x/>' }), 'invalid_length'],
  ),
  ...of('complements', 'complements.0.type')(
    [[{ type: 'x', data: {} }], 'invalid_value'],
    [[{ data: {} }], 'required'],
  ),
  ...of('complements', 'complements.0.data')(
    [[{ type: 'custom', data: '<x/>' }], 'invalid_value'],
    [[{ type: 'custom', data: '<x>' }], 'invalid_format'],
    [[{ type: 'custom', data: 1 }], 'invalid_type'],
    [[{ type: 'nomina', data: 'x' }], 'invalid_type'],
    [[{ type: 'carta_porte', data: [] }], 'invalid_type'],
  ),
  ...of('complements', 'complements.0.data.leyendas.0.texto_leyenda')(
    [[{ type: 'leyendas_fiscales', data: { leyendas: [{}] } }], 'required'],
    [[{ type: 'leyendas_fiscales', data: { leyendas: [{ texto_leyenda: 'a|b' }] } }], 'invalid_value'],
  ),
  ...of('addenda')(
    ['<x>', 'invalid_format'],
    ['x', 'invalid_format'],
    ['<a:x/>', 'invalid_format'],
    ['<ñ:TimbreFiscalDigital xmlns:ñ="urn:x"/>', 'invalid_value'],
    ['<a><日本:Comprobante xmlns:日本="urn:x"/></a>', 'invalid_value'],
    [1, 'invalid_type'],
  ),
  ...of('namespaces', 'namespaces.0.prefix')(
    [[{ prefix: '1x', uri: 'urn:x', schema_location: 'urn:y' }], 'invalid_format'],
    [[{ prefix: 'xml', uri: 'urn:x', schema_location: 'urn:y' }], 'invalid_format'],
  ),
  ...of('namespaces', 'namespaces.0.uri')([[{ prefix: 'x', schema_location: 'urn:y' }], 'required']),
  ...of('third_party')([
    { legal_name: 'A', tax_id: 'CACX7605101P8', tax_system: '612', zip: '36257' },
    'not_allowed',
  ]),
  ...of('related_documents')([{}, 'invalid_type']),
  ...of('related_documents', 'related_documents.0.relationship')(
    [[{ documents: [] }], 'required'],
    [[{ relationship: '08', documents: ['5FB2822E-396D-4725-8521-CDC4BDD20CCF'] }], 'invalid_value'],
  ),
  ...of('related_documents', 'related_documents.0.documents')([[{ relationship: '04' }], 'required']),
  ...of(
    'related_documents',
    'related_documents.0.documents.0',
  )([[{ relationship: '04', documents: ['x'] }], 'invalid_format']),
  ...of('global')([month, 'not_allowed'], ['month', 'invalid_type']),
  [POST, invoice({ customer: publico }), INVALID, 'global required'],
  ...(
    [
      [{ ...month, periodicity: 'hour' }, 'global.periodicity invalid_value'],
      [{ ...month, periodicity: 'two_months', months: '18' }, 'global.periodicity invalid_value'],
      [{ ...month, months: '13' }, 'global.months invalid_value'],
      [{ ...month, year: 2022 }, 'global.year invalid_value'],
      [{ ...month, year: 1999 }, 'global.year too_small'],
      [{ ...month, year: 'now' }, 'global.year invalid_type'],
    ] as const
  ).map(([global, detail]): Row => [
    POST,
    invoice({ customer: publico, use: 'S01', global }),
    INVALID,
    detail,
  ]),
];

const items: readonly Row[] = [
  ...of('items')([[], 'required'], [null, 'required'], [{}, 'invalid_type'], ['x', 'invalid_type']),
  ...of('items')([Array.from({ length: 5001 }, () => ({ product: NOWHERE })), 'invalid_length']),
  ...of('items', 'items.0')([[null], 'required'], [[5], 'invalid_type'], [['x'], 'invalid_type']),
  ...of('items', 'items.0.product')(
    [[{}], 'required'],
    [[{ product: 5 }], 'invalid_type'],
    [[{ product: 'x' }], 'invalid_format'],
  ),
  [
    POST,
    invoice({ items: [line(), { product: NOWHERE }] }),
    '400 product_not_found',
    'items.1.product not_found',
  ],
  ...of('items', 'items.1.product.price')([[line(), line({ price: 'x' })], 'invalid_type']),
  ...item('quantity')([0, 'too_small'], [-1, 'too_small'], ['1', 'invalid_type'], [1e13, 'too_large']),
  ...item('discount')([-1, 'too_small'], ['1', 'invalid_type'], [345.61, 'too_large']),
  ...item('color')([1, 'unknown_field']),
  ...item('customs_keys', 'customs_keys.0')(
    [['x'], 'invalid_format'],
    [[5], 'invalid_type'],
    [[long(22)], 'invalid_length'],
    [['15  48  3009  0001234'], 'invalid_value'],
    [['24  99  3009  4001234'], 'invalid_value'],
  ),
  ...item('property_tax_account')([5, 'invalid_type'], [long(151), 'invalid_length']),
  ...item('third_party', 'third_party.tax_id')(
    [{ legal_name: 'A', tax_id: 'X', tax_system: '601', zip: '06000' }, 'invalid_length'],
    [{ legal_name: 'A', tax_id: 'XXXXXXXXXXXX', tax_system: '601', zip: '06000' }, 'invalid_format'],
  ),
  ...item('parts', 'parts.0.product_key')(
    [[{ description: 'A' }], 'required'],
    [[{ description: 'A', product_key: 'x' }], 'product_key_not_found', '400 product_key_not_found'],
  ),
  ...item(
    'parts',
    'parts.0.unit_price',
  )([[{ description: 'A', product_key: '60131324', unit_price: 0 }], 'too_small']),
  // Each list is short enough, and all of them together are not.
  ...of(
    'items',
    'items.40.parts',
  )([
    Array.from({ length: 41 }, () =>
      line(
        { taxes: [] },
        { parts: Array.from({ length: 500 }, () => ({ description: 'A', product_key: '60131324' })) },
      ),
    ),
    'invalid_length',
  ]),
  ...item('complement')(['<iedu:x/>', 'invalid_value'], ['<x>', 'invalid_format'], [1, 'invalid_type']),
  ...product('description')(
    ['', 'invalid_length'],
    [long(1001), 'invalid_length'],
    ['a|b', 'invalid_format'],
    ...broken,
  ),
  ...product('product_key')(
    ['123', 'product_key_not_found', '400 product_key_not_found'],
    [1, 'invalid_type'],
  ),
  ...product('unit_key')(['?', 'unit_key_not_found', '400 unit_key_not_found']),
  ...product('price')([0, 'too_small'], [-5, 'too_small'], ['5', 'invalid_type'], [1e13, 'too_large']),
  ...product('taxability')(['09', 'invalid_value'], ['2', 'invalid_value']),
  ...product('taxes', 'taxes.0.rate')([[{ rate: 0.15 }], 'invalid_value'], [[{}], 'required']),
  ...product('taxes', 'taxes.0.type')([[{ type: 'VAT', rate: 0.16 }], 'invalid_value']),
  ...product('id')([NOWHERE, 'unknown_field']),
];

export const invoiceRows: readonly Row[] = [...manyRows, ...header, ...items];
