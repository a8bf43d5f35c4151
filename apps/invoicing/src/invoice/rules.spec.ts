import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { CustomerSnapshot, InvoiceContent, ItemPart, LocalTax, Tax } from '#contracts';
import { openCatalogueFolder } from '#sat/large/directory';
import { loadCatalogues } from '#sat/large/load/load';
import { temporaryFolder, tsv } from '#sat/large/testing';
import { useSmallCatalogues } from '#sat/small/loaders';
import { prepare } from './prepare.js';
import {
  NOW,
  address,
  after,
  content,
  customer,
  foreigner,
  issuer,
  item,
  iva,
  product,
  publico,
  withItem,
  withProduct,
} from './testing.js';

/** [path, code] of everything that is wrong with a content. */
function problems(of: InvoiceContent, by = issuer, now = NOW): unknown[] {
  const prepared = prepare(of, by, now);
  return prepared.ok ? [] : (prepared.refusal.details ?? []).map(({ path, code }) => [path, code]);
}

const to = (over: Partial<CustomerSnapshot>, rest: Partial<InvoiceContent> = {}) =>
  content({ customer: { ...customer, ...over }, ...rest });
const tax = (over: Partial<Tax>, ...more: Tax[]) => withProduct({ taxes: [{ ...iva, ...over }, ...more] });
const local = (over: Partial<LocalTax>) =>
  withProduct({
    tax_included: false,
    local_taxes: [{ type: 'ISH', rate: '0.03', base: null, withholding: false, ...over }],
  });
const part = (over: Partial<ItemPart>) =>
  withItem({
    parts: [
      {
        description: 'Asa',
        product_key: '52152101',
        quantity: '1',
        sku: null,
        unit_price: null,
        unit_name: null,
        customs_keys: [],
        ...over,
      },
    ],
  });
const third = (over: object) =>
  withItem({
    third_party: {
      legal_name: 'XOCHILT CASAS CHAVEZ',
      tax_id: 'CACX7605101P8',
      tax_system: '612',
      zip: '36257',
      ...over,
    },
  });
const moved = (over: Partial<InvoiceContent>) =>
  content({
    ...{ type: 'T', payment_form: null, payment_method: null, use: 'S01', ...over },
    items: [{ ...item, product: { ...product, price: '0', taxability: '01', taxes: [] } }],
  });
const month = { periodicity: 'month', months: '11', year: 2026 };
const toAll = (over: Partial<InvoiceContent> = {}) =>
  content({ customer: publico, use: 'S01', global: month, ...over });
const related = (relationship: string, ...documents: string[]) =>
  content({ related_documents: [{ relationship, documents }] });
const UUID = '5C5C5C5C-0000-4000-8000-000000000001';
const isr: Tax = { ...iva, type: 'ISR', rate: '0.1', withholding: true };
const ieps: Tax = { ...iva, type: 'IEPS', rate: '0.08' };

describe('an invoice that is right', () => {
  it.each<readonly [string, InvoiceContent]>([
    ['to a company', content()],
    ['to a person', to({ tax_id: 'CACX7605101P8', tax_system: '612' })],
    ['to the public in general', toAll()],
    ['for two months', toAll({ global: { ...month, periodicity: 'two_months', months: '18' } })],
    ['to a foreigner', content({ customer: foreigner, use: 'S01' })],
    ['to a foreigner with a use of its own', content({ customer: foreigner, use: 'G03' })],
    ['to a foreigner without a number', content({ customer: { ...foreigner, tax_id: null } })],
    ['in installments', content({ payment_method: 'PPD', payment_form: '99' })],
    ['in another currency', content({ currency: 'USD', exchange: '18.5' })],
    ['in another currency at a rate of 1, where that was said', content({ currency: 'USD', exchange: '1' })],
    [
      'of moved goods, in a currency that the document does not have',
      moved({ currency: 'USD', exchange: '18.5' }),
    ],
    ['of moved goods, without a currency', moved({ currency: 'XXX' })],
    ['in a currency without decimals', content({ currency: 'JPY', exchange: '0.12' })],
    ['that replaces another', related('04', UUID)],
    ['exempt', tax({ factor: 'Exento', rate: '0' })],
    ['with withheld taxes', tax({}, isr)],
    ['with IEPS as a rate and as an amount', tax(ieps, { ...ieps, factor: 'Cuota', rate: '6.4555' })],
    ['with IEPS alone', withProduct({ taxability: '07', taxes: [ieps] })],
    ['without taxes', withProduct({ taxability: '01', taxes: [] })],
    ['with a state tax', local({})],
    ['with parts', part({ unit_price: '1.5', customs_keys: ['24  48  3009  4001234'] })],
    ['for a third party', third({})],
    ['with customs and property numbers', withItem({ customs_keys: ['24  48  3009  4001234'] })],
  ])('%s', (_, right) => {
    const by = right.global?.periodicity === 'two_months' ? { ...issuer, tax_system: '621' } : issuer;
    expect(problems(right, by)).toEqual([]);
  });
});

describe('one rule that is broken gives one problem, at the path of its field', () => {
  it.each<readonly [string, string, InvoiceContent]>([
    ['customer', 'required', content({ customer: null })],
    ['customer.tax_id', 'required', to({ tax_id: null })],
    ['customer.tax_id', 'invalid_format', to({ tax_id: 'URE18042' })],
    ['customer.tax_id', 'invalid_format', to({ tax_id: 'URE180230TM6' })],
    ['customer.tax_id', 'invalid_format', content({ customer: { ...foreigner, tax_id: '12-3456789' } })],
    ['customer.tax_id', 'invalid_value', to({ legal_name: 'Publico en General' })],
    ['customer.tax_system', 'required', to({ tax_system: null })],
    ['customer.legal_name', 'required', to({ legal_name: '' })],
    ['customer.legal_name', 'required', content({ customer: { ...foreigner, legal_name: '' } })],
    ['customer.tax_system', 'tax_system_not_in_catalog', to({ tax_system: '999' })],
    ['customer.tax_system', 'tax_system_not_allowed_for_tax_id', to({ tax_system: '612' })],
    ['customer.tax_system', 'invalid_value', to({ tax_system: '609' })],
    ['customer.address.zip', 'required', to({ address: { ...address, zip: null } })],
    ['customer.address.zip', 'invalid_value', to({ address: { ...address, zip: '00000' } })],
    ['customer.legal_name', 'required', to({ legal_name: ' ' })],
    ['customer.legal_name', 'invalid_value', to({ legal_name: 'A|B' })],
    ['use', 'invalid_value', content({ use: 'P01' })],
    ['use', 'invalid_value', content({ use: 'D01' })],
    ['use', 'invalid_value', toAll({ use: 'G03' })],
    ['payment_form', 'required', content({ payment_form: null })],
    ['payment_form', 'invalid_value', content({ payment_form: '07' })],
    ['payment_form', 'invalid_value', content({ payment_method: 'PPD', payment_form: '03' })],
    ['payment_method', 'invalid_value', content({ payment_method: 'PIP' })],
    ['payment_method', 'invalid_value', content({ type: 'E', payment_method: 'PPD', payment_form: '99' })],
    ['conditions', 'invalid_length', content({ conditions: 'x'.repeat(1001) })],
    ['series', 'invalid_length', content({ series: 'x'.repeat(26) })],
    ['currency', 'invalid_value', content({ currency: 'ABC', exchange: '2' })],
    ['currency', 'invalid_value', content({ currency: 'XXX' })],
    ['currency', 'invalid_value', content({ currency: 'ABC', exchange: null })],
    ['currency', 'invalid_value', moved({ currency: 'ABC' })],
    ['exchange', 'invalid_value', content({ exchange: '18.5' })],
    ['exchange', 'invalid_format', content({ currency: 'USD', exchange: '0' })],
    ['exchange', 'required', content({ currency: 'USD', exchange: null })],
    ['exchange', 'required', content({ type: 'E', currency: 'USD', exchange: null })],
    ['exchange', 'required', moved({ currency: 'USD', exchange: null })],
    ['exchange', 'invalid_value', moved({ exchange: '18.5' })],
    ['payment_form', 'invalid_value', content({ payment_form: '99' })],
    ['payment_form', 'invalid_value', content({ type: 'E', payment_form: '99' })],
    ['export', 'invalid_value', content({ export: '05' })],
    ['export', 'not_allowed', content({ export: '02' })],
    ['address.zip', 'invalid_value', content({ address: { ...address, zip: '00000' } })],
    ['date', 'too_small', content({ date: after(-73 * 3_600_000).toISOString() })],
    ['date', 'too_large', content({ date: after(6 * 60_000).toISOString() })],
    ['global', 'required', toAll({ global: null })],
    ['global', 'not_allowed', content({ global: month })],
    ['global', 'not_allowed', to({ ...publico, legal_name: 'VENTAS' }, { use: 'S01', global: month })],
    ['global.periodicity', 'invalid_value', toAll({ global: { ...month, periodicity: 'year' } })],
    ['global.periodicity', 'invalid_value', toAll({ global: { ...month, periodicity: 'quarter' } })],
    [
      'global.periodicity',
      'invalid_value',
      toAll({ global: { ...month, periodicity: 'two_months', months: '13' } }),
    ],
    ['global.months', 'invalid_value', toAll({ global: { ...month, months: '13' } })],
    ['global.year', 'invalid_value', toAll({ global: { ...month, year: 2024 } })],
    ['related_documents[0].relationship', 'invalid_value', related('08', UUID)],
    ['related_documents[0].documents', 'required', related('04')],
    ['related_documents[0].documents[1]', 'invalid_format', related('04', UUID, 'F-12')],
    ['items', 'required', content({ items: [] })],
    ['items[0].quantity', 'too_small', withItem({ quantity: '0' })],
    ['items[0].discount', 'too_large', withItem({ discount: '116.01' })],
    ['items[0].product.price', 'too_small', withProduct({ price: '0' })],
    ['items[0].product.product_key', 'product_key_not_found', withProduct({ product_key: '123' })],
    ['items[0].product.unit_key', 'unit_key_not_found', withProduct({ unit_key: 'PIEZA' })],
    ['items[0].product.unit_name', 'invalid_length', withProduct({ unit_name: 'x'.repeat(21) })],
    ['items[0].product.description', 'invalid_length', withProduct({ description: 'x'.repeat(1001) })],
    ['items[0].product.sku', 'invalid_length', withProduct({ sku: 'x'.repeat(101) })],
    ['items[0].product.taxability', 'invalid_value', withProduct({ taxability: '09' })],
    ['items[0].product.taxes', 'required', withProduct({ taxes: [] })],
    ['items[0].product.taxes[0]', 'not_allowed', withProduct({ taxability: '01' })],
    ['items[0].product.taxes[0].rate', 'invalid_value', tax({ rate: '0.15' })],
    ['items[0].product.taxes[1].rate', 'invalid_value', tax({}, { ...isr, rate: '0.36' })],
    ['items[0].product.taxes[0].rate', 'invalid_value', tax({ ...ieps, factor: 'Cuota', rate: '99' })],
    ['items[0].product.taxes[0].factor', 'invalid_value', tax({ factor: 'Cuota' })],
    ['items[0].product.taxes[1].factor', 'invalid_value', tax({}, { ...isr, factor: 'Exento' })],
    ['items[0].product.taxes[1].withholding', 'invalid_value', tax({}, { ...isr, withholding: false })],
    ['items[0].product.taxes[0].base', 'too_small', tax({ base: '0' })],
    ['items[0].product.taxes[0].type', 'invalid_value', tax({ type: 'ISAI' as 'IVA' })],
    ['items[0].product.local_taxes[0].type', 'required', local({ type: '' })],
    ['items[0].product.local_taxes[0].rate', 'invalid_value', local({ rate: '0.03125' })],
    ['items[0].customs_keys[0]', 'invalid_format', withItem({ customs_keys: ['15 48 3009 0001234'] })],
    ['items[0].customs_keys[0]', 'invalid_value', withItem({ customs_keys: ['09  48  3009  9001234'] })],
    ['items[0].parts[0].customs_keys[0]', 'invalid_value', part({ customs_keys: ['24  99  3009  4001234'] })],
    ['items[0].property_tax_account[0]', 'invalid_format', withItem({ property_tax_account: ['a-1'] })],
    ['items[0].parts[0].product_key', 'product_key_not_found', part({ product_key: 'x' })],
    ['items[0].parts[0].quantity', 'too_small', part({ quantity: '0' })],
    ['items[0].parts[0].customs_keys[0]', 'invalid_format', part({ customs_keys: ['1'] })],
    ['items[0].third_party.tax_id', 'invalid_format', third({ tax_id: 'XX' })],
    ['items[0].third_party.tax_id', 'invalid_value', third({ tax_id: customer.tax_id })],
    ['items[0].third_party.tax_system', 'tax_system_not_in_catalog', third({ tax_system: '999' })],
    ['items[0].third_party.zip', 'invalid_format', third({ zip: '1' })],
    ['items[0].third_party.legal_name', 'required', third({ legal_name: '' })],
  ])('%s: %s', (path, code, wrong) => {
    expect(problems(wrong)).toEqual([[path, code]]);
  });

  it('names the line with the problem', () => {
    const wrong = content({ items: [item, { ...item, product: { ...product, unit_key: '????' } }] });
    expect(problems(wrong)).toEqual([['items[1].product.unit_key', 'unit_key_not_found']]);
  });

  it('of the issuer has a name of its own', () => {
    expect(problems(content(), { ...issuer, legal_name: ' ' })).toEqual([
      ['issuer_info.legal_name', 'required'],
    ]);
  });
});

it('all problems come in one answer, those of catalogues and those of the engine', () => {
  const wrong = content({
    customer: { ...customer, tax_system: '612' },
    series: 'x'.repeat(26),
    items: [{ ...item, discount: '999', product: { ...product, product_key: 'x' } }],
  });
  expect(problems(wrong)).toEqual([
    ['customer.tax_system', 'tax_system_not_allowed_for_tax_id'],
    ['items[0].product.product_key', 'product_key_not_found'],
    ['series', 'invalid_length'],
    ['items[0].discount', 'too_large'],
  ]);
});

it('the year of a global invoice is that of its place, not of Greenwich', () => {
  const newYear = new Date('2027-01-01T03:00:00Z');
  const of = (year: number) => toAll({ global: { periodicity: 'month', months: '12', year } });
  expect(problems(of(2025), issuer, newYear)).toEqual([]);
  expect(problems(of(2027), issuer, newYear)).toEqual([['global.year', 'invalid_value']]);
});

describe('the catalogues of the day of the document', () => {
  const beforeTheYear = new Date('2025-12-31T18:00:00Z');
  const inTheYear = new Date('2026-01-02T18:00:00Z');

  it.each([
    ['2.000000', 'cigarettes'],
    ['0.320000', 'cigars made by hand'],
  ])('have the IEPS of 2026 (%s, %s) from 2026-01-01 on', (rate) => {
    const of = tax({ type: 'IEPS', rate });
    const atRate = ['items[0].product.taxes[0].rate', 'invalid_value'];
    const ratesAt = (now: Date) => problems(of, issuer, now).filter((one) => /rate/.test(String(one)));
    expect(ratesAt(beforeTheYear)).toEqual([atRate]);
    expect(ratesAt(inTheYear)).toEqual([]);
  });

  it('are those that are loaded', () => {
    const [exports, folder] = [temporaryFolder(), temporaryFolder()];
    const put = (name: string, columns: string, ...rows: string[]) =>
      writeFileSync(
        join(exports.path, `cfdi_40_${name}.tsv`),
        tsv(
          columns.split(' '),
          rows.map((row) => row.split(' ')),
        ),
      );
    const dates = 'vigencia_desde vigencia_hasta';
    const ended = '2022-01-01 2026-11-01';
    put('formas_pago', `id texto ${dates}`, `03 Transferencia ${ended}`, '77 Nueva 2026-11-01 ');
    put('monedas', `id texto decimales porcentaje_variacion ${dates}`, `MXN Peso 2 5 ${ended}`);
    put('tipos_relaciones', `id texto ${dates}`, `01 Nota ${ended}`);
    try {
      loadCatalogues({ from: exports.path, to: folder.path, force: true });
      openCatalogueFolder(folder.path).useSmall();
      const { related_documents } = related('01', UUID);
      expect(problems(content({ payment_form: '03', currency: 'MXN', related_documents }))).toEqual(
        expect.arrayContaining([
          ['payment_form', 'invalid_value'],
          ['currency', 'invalid_value'],
          ['related_documents[0].relationship', 'invalid_value'],
        ]),
      );
      expect(problems(content({ payment_form: '77' }))).not.toContainEqual(['payment_form', 'invalid_value']);
    } finally {
      useSmallCatalogues(new Map());
      for (const one of [exports, folder]) one.remove();
    }
    expect(problems(content({ payment_form: '03' }))).toEqual([]);
  });
});
