import { innovacion, universidad } from '../../support/bodies.js';
import { BROKEN_TEXTS, INVALID, field, long, type Row } from './row.js';

const POST = 'POST /customers';
const person = {
  legal_name: 'ANA PEREZ',
  tax_id: 'PEGJ800101AB1',
  tax_system: '612',
  address: { zip: '06000' },
};
const of = (name: string) => field(POST, (value) => ({ ...person, [name]: value }), name);
const inAddress = (name: string) =>
  field(POST, (value) => ({ ...person, address: { zip: '06000', [name]: value } }), `address.${name}`);
const COUNTRY = '400 invalid_country_code';
const REQUIRED = ['legal_name required', 'tax_id required', 'tax_system required', 'address required'];

export const customerRows: readonly Row[] = [
  [POST, {}, INVALID, ...REQUIRED],
  [POST, undefined, INVALID, ...REQUIRED],
  [POST, 'null', INVALID, ...REQUIRED],
  [POST, [], INVALID, ...REQUIRED],
  [POST, [person], INVALID, ' invalid_type'],
  [POST, '"text"', INVALID, ' invalid_type'],
  [POST, '5', INVALID, ' invalid_type'],
  ...of('legal_name')(
    [5, 'invalid_type'],
    [true, 'invalid_type'],
    [['A'], 'invalid_type'],
    [{ a: 1 }, 'invalid_type'],
    ['', 'required'],
    ['   ', 'required'],
    [null, 'required'],
    [long(301), 'invalid_length'],
    ['A|B', 'invalid_format'],
    ['A\nB', 'invalid_format'],
    ...BROKEN_TEXTS.map((text) => [text, 'invalid_format'] as const),
  ),
  ...of('tax_id')(
    ['ABC', 'invalid_format'],
    ['PEGJ801301AB1', 'invalid_format'],
    ['PEGJ800101AB1X', 'invalid_format'],
    [long(41), 'invalid_length'],
    [8001, 'invalid_type'],
    ['AAAA010101AAA', 'tax_id_not_found'],
  ),
  ...of('tax_system')(
    ['61', 'invalid_value'],
    ['6120', 'invalid_value'],
    [612, 'invalid_type'],
    ['999', 'tax_system_not_in_catalog'],
    ['601', 'tax_system_not_allowed_for_tax_id'],
  ),
  ...of('email')(
    ['x@', 'invalid_format'],
    ['a@b', 'invalid_format'],
    ['a b@example.com', 'invalid_format'],
    ['a@example.com,b@example.com', 'invalid_format'],
    ['a@example.com\nBcc: b@example.com', 'invalid_format'],
    ['"<script>"@example.com', 'invalid_format'],
    [`${long(250)}@example.com`, 'invalid_length'],
    [5, 'invalid_type'],
  ),
  ...of('phone')([long(61), 'invalid_length'], [55, 'invalid_type']),
  ...of('default_invoice_use')(['ZZ9', 'invalid_value'], ['CN01', 'invalid_value']),
  ...of('curp')(['ABC', 'invalid_format'], [long(19), 'invalid_length']),
  ...of('external_id')([long(101), 'invalid_length'], [7, 'invalid_type']),
  ...of('address')(
    ['Reforma 1', 'invalid_type'],
    [['06000'], 'invalid_type'],
    [7, 'invalid_type'],
    [null, 'required'],
  ),
  ...inAddress('zip')(
    ['1234', 'invalid_format'],
    ['123456', 'invalid_format'],
    ['ABCDE', 'invalid_format'],
    [6000, 'invalid_type'],
    [null, 'required'],
  ),
  ...inAddress('street')([long(256), 'invalid_length'], [1, 'invalid_type'], ['a\u0001', 'invalid_format']),
  ...inAddress('floor')([2, 'unknown_field']),
  [POST, { ...person, address: { country: 'MX' } }, COUNTRY, 'address.country invalid_country_code'],
  [POST, { ...person, address: { country: 'XYZ' } }, COUNTRY, 'address.country invalid_country_code'],
  [
    POST,
    { legal_name: 'A', address: { country: 'USA', state: 'ZZ' } },
    '400 invalid_state_code',
    'address.state invalid_state_code',
  ],
  [
    POST,
    { legal_name: 'ACME', tax_id: long(41), address: { country: 'ARG' } },
    INVALID,
    'tax_id invalid_length',
  ],
  ...['id', 'created_at', 'livemode', 'organization', 'sat_validated_at', 'edit_link'].flatMap((name) =>
    of(name)(['x', 'not_allowed']),
  ),
  ...of('color')(['red', 'unknown_field']),
  ...of('<script>')(['red', 'unknown_field']),
  ...of('createEditLink')(['yes', 'invalid_type']),
  [POST, `{"legal_name":"A","__proto__":{"tax_id":"x"}}`, INVALID, '__proto__ not_allowed'],
  [POST, `{"constructor":{"prototype":{"x":1}}}`, INVALID, 'constructor not_allowed'],
  [
    POST,
    { ...universidad, legal_name: 'OTRA', tax_system: '612', address: { zip: '06000' } },
    INVALID,
    'tax_system tax_system_not_allowed_for_tax_id',
    'legal_name legal_name_mismatch',
    'address.zip tax_address_zip_mismatch',
  ],
  [
    POST,
    { ...universidad, legal_name: 'OTRA', address: { zip: '06000' } },
    INVALID,
    'legal_name legal_name_mismatch',
    'address.zip tax_address_zip_mismatch',
  ],
  [
    POST,
    { ...innovacion, legal_name: 'INNOVACION VALOR Y DESARROLLO SA DE CV' },
    INVALID,
    'legal_name legal_name_mismatch',
  ],
];
