import type { Random } from './random.js';

/** Values that the tax authority's catalogues and registers know, by the name of the field that they suit. */
const GOOD: Readonly<Record<string, readonly unknown[]>> = {
  legal_name: ['UNIVERSIDAD ROBOTICA ESPAÑOLA', 'XOCHILT CASAS CHAVEZ', 'ACME & Co'],
  tax_id: ['URE180429TM6', 'CACX7605101P8', 'XAXX010101000', 'XEXX010101000'],
  tax_system: ['601', '612', '616', '605'],
  zip: ['86991', '36257', '06000', '42501'],
  country: ['MEX', 'USA', 'CAN'],
  state: ['CDMX', 'TX', 'Jalisco'],
  email: ['a@example.com', 'compras@example.org'],
  product_key: ['60131324', '01010101', '84111506'],
  unit_key: ['H87', 'ACT', 'E48'],
  taxability: ['01', '02', '03'],
  type: ['IVA', 'I', 'E'],
  rate: [0.16, 0.08, 0],
  price: [100, 345.6, 0.01, 99_999.99],
  quantity: [1, 2, 0.333333],
  discount: [0, 1, 0.5],
  payment_form: ['01', '03', '28', '99'],
  payment_method: ['PUE', 'PPD'],
  use: ['G01', 'G03', 'S01', 'CP01'],
  currency: ['MXN', 'USD'],
  exchange: [1, 18.9123],
  relationship: ['01', '04'],
  documents: [['5FB2822E-396D-4725-8521-CDC4BDD20CCF']],
  uuid: ['5FB2822E-396D-4725-8521-CDC4BDD20CCF'],
  export: ['01'],
  periodicity: ['month', 'day'],
  months: ['11', '12'],
  default_invoice_use: ['G03', 'G01'],
  q: ['ukelele', 'UNIVERSIDAD', '345.6', 'pieza', 'URE180429TM6'],
  page: [1, 2, 30],
  limit: [1, 10, 100],
  amount: [1, 100.5, 345.6],
  motive: ['01', '02', '03', '04'],
  folio_number: [1, 77, 914],
  series: ['F', 'ABC'],
  issuer_type: ['issuing', 'receiving'],
  month: [11, 1],
  year: [2026, 2025],
  pac: ['sw', 'finkok', 'prodigia'],
};

/** A value that suits a field of this name; undefined where none is known. */
export const goodValue = (random: Random, name: string): unknown => {
  const known = GOOD[name];
  return known && random.pick(known);
};

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
};

/** XML and HTML that readers of either trip over. */
const MARKUP = [
  '<a>',
  '<a/><b/>',
  '<a b="1" b="2"/>',
  '<a>&nothing;</a>',
  '<a>&#0;&#xFFFF;</a>',
  '<a b:c="1"/>',
  '<b:a/>',
  '<?xml version="1.1" encoding="UTF-16"?><a/>',
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;</a>',
  '<a xmlns="http://www.sat.gob.mx/cfd/4">uno</a>',
  '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4"/>',
  '<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1"/>',
  '<a><![CDATA[ ]]]]><![CDATA[> ]]></a>',
  '<a>'.repeat(400) + '</a>'.repeat(400),
  '<table><tr><td><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<b>'.repeat(2_000),
];
const TEXTS = [
  ...MARKUP,
  '',
  ' ',
  '\t\n',
  'null',
  'true',
  '0',
  '-1',
  'NaN',
  '[object Object]',
  '../../etc/passwd',
  "' or 1=1; drop table invoices; --",
  '%_\\',
  '<b>&amp;]]><!--',
  '${7*7}{{7*7}}',
  'ñandú Ñ áéíóú',
  '𠜎😀👨‍👩‍👧',
  'e\u0301\u202eabc\u200b',
  '\u0000',
  '\u0007',
  '\ufeff',
  '\uffff',
  '\ud800',
  'İıſK',
  '2026-02-30T25:61:00Z',
  '0000-00-00',
  '9999-12-31T23:59:59.999999999Z',
  'SANDBOX-REFUSED',
  'SANDBOX-DUPLICATE',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  '=cmd()',
  'x'.repeat(300),
  'ß'.repeat(5_000),
  '😀'.repeat(1_001),
];
const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.000001,
  0.0000001,
  1e-7,
  1e-300,
  123_456_789.123_456,
  999_999_999_999,
  1e12,
  1e15,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
  2_147_483_648,
];

/** A text that programs trip over. */
export const wildText = (random: Random): string => random.pick(TEXTS);

/** Any JSON value at all. */
export function wildValue(random: Random, depth = 0): unknown {
  switch (random.int(0, depth > 3 ? 4 : 8)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(NUMBERS);
    case 3:
    case 4:
      return wildText(random);
    case 5:
      return [];
    case 6:
      return Array.from({ length: random.int(1, 5) }, () => wildValue(random, depth + 1));
    case 7:
      return Object.fromEntries(
        Array.from({ length: random.int(0, 4) }, () => [
          random.chance(0.7) ? random.pick(Object.keys(GOOD)) : wildText(random).slice(0, 40),
          wildValue(random, depth + 1),
        ]),
      );
    default:
      return deep(random.pick([3, 30, 63, 64, 65, 500]));
  }
}
