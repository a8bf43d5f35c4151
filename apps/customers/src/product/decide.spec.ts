import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import type { ProductEvent, ProductFields, ProductInput, TaxInput } from '#contracts';
import { keyCatalogue, type ClaveUnidad } from '#sat';
import { productDecider, type ProductCommand } from './decide.js';
import { builtInKeys } from '#billing';

const at = '2026-11-21T12:00:00.000Z';
const decider = productDecider(builtInKeys);
const ukelele = { description: 'Ukelele', product_key: '60131324', price: '345.60' } satisfies ProductInput;
const iva: ProductFields['taxes'][number] = {
  type: 'IVA',
  factor: 'Tasa',
  rate: '0.16',
  base: null,
  withholding: false,
  ieps_mode: 'sum_before_taxes',
};
const fields: ProductFields = {
  description: 'Ukelele',
  product_key: '60131324',
  unit_key: 'H87',
  unit_name: 'Elemento',
  price: '345.6',
  tax_included: true,
  taxability: '02',
  taxes: [iva],
  local_taxes: [],
  sku: null,
};
const created: ProductEvent = { type: 'ProductCreated', data: { ...fields, at } };

const create = (product: ProductInput): ProductCommand => ({ type: 'create', product, at });
const edit = (changes: ProductInput): ProductCommand => ({ type: 'edit', changes, at });
const problemsOf = (command: ProductCommand, events: readonly ProductEvent[] = []) => {
  const { outcome } = given(decider, events).when(command);
  return outcome.ok ? [] : outcome.refusal.details?.map(({ path, code }) => [path, code]);
};
const unitsWith = (entry: ClaveUnidad): typeof builtInKeys.units => ({
  ...builtInKeys.units,
  find: (key) => (key === entry.key ? entry : undefined),
});
const taxProblem = (tax: TaxInput) => problemsOf(create({ ...ukelele, taxes: [tax] }));
const made = (product: ProductInput) =>
  given(decider)
    .when(create({ ...ukelele, ...product }))
    .events()[0]?.data;

describe('creating a product', () => {
  it('fills in the defaults of the API', () => given(decider).when(create(ukelele)).then([created]));

  it.each([
    ['02', 1],
    ['01', 0],
    ['03', 0],
    ['04', 0],
    ['05', 0],
    ['06', 0],
    ['08', 0],
  ])('with taxability %s and no taxes sent has %i', (taxability, count) =>
    expect((made({ taxability }) as ProductFields).taxes).toHaveLength(count),
  );

  it.each([
    [{}, 'Elemento'],
    [{ unit_key: 'E48' }, 'Unidad de servicio'],
    [{ unit_key: 'ACT' }, 'Actividad'],
    [{ unit_key: 'KGM', unit_name: 'kilo' }, 'kilo'],
    [{ unit_key: 'KGM', unit_name: null }, 'Kilogramo'],
    // Longer than a Concepto takes: without its remark, or, where that is no help, the key itself.
    [{ unit_key: 'MIN' }, 'Minuto'],
    [{ unit_key: 'XNE' }, 'XNE'],
    // Of a key that the built-in catalogue does not have, nobody knows the name.
    [{ unit_key: 'D41' }, 'D41'],
  ])('names the unit of %j "%s"', (sent, unit_name) => expect(made(sent)).toMatchObject({ unit_name }));

  it('takes the symbol of a unit whose name is too long', () => {
    const units = unitsWith({ key: 'KMQ', label: 'Kilogramo por metro cúbico', simbolo: 'kg/m³' });
    const [event] = given(productDecider({ ...builtInKeys, units }))
      .when(create({ ...ukelele, unit_key: 'KMQ' }))
      .events();
    expect(event?.data).toMatchObject({ unit_name: 'kg/m³' });
  });

  it('takes empty taxes to mean a product that is not subject to tax', () =>
    expect(made({ taxes: [] })).toMatchObject({ taxability: '01', taxes: [] }));

  it('completes taxes and rounds rates and prices to six decimals', () => {
    expect(
      made({
        price: '10.12345678',
        taxes: [{ rate: '0.16' }, { type: 'ISR', rate: '0.0125', withholding: true, base: '50.5' }],
        local_taxes: [{ type: 'ISH', rate: '0.03' }],
      }),
    ).toMatchObject({
      price: '10.123457',
      taxes: [iva, { type: 'ISR', factor: 'Tasa', rate: '0.0125', withholding: true, base: '50.5' }],
      local_taxes: [{ type: 'ISH', rate: '0.03', base: null, withholding: false }],
    });
    expect(made({ taxes: [{ rate: '0.1066666666', withholding: true }] })).toMatchObject({
      taxes: [{ rate: '0.106667' }],
    });
  });

  it('takes an exempt tax with any rate or none', () => {
    expect(taxProblem({ factor: 'Exento' })).toEqual([]);
    expect(taxProblem({ factor: 'Exento', rate: '0' })).toEqual([]);
  });

  it.each<[string, TaxInput, [string, string][]]>([
    ['no rate', { type: 'IVA' }, [['taxes[0].rate', 'required']]],
    ['an IVA of 15 %', { rate: '0.15' }, [['taxes[0].rate', 'invalid_value']]],
    ['a rate in percent', { rate: '16' }, [['taxes[0].rate', 'invalid_value']]],
    ['income tax carried over', { type: 'ISR', rate: '0.1' }, [['taxes[0].withholding', 'invalid_value']]],
    ['an IVA by the unit', { factor: 'Cuota', rate: '1' }, [['taxes[0].factor', 'invalid_value']]],
    ['an exempt retention', { factor: 'Exento', withholding: true }, [['taxes[0].factor', 'invalid_value']]],
    [
      'an IEPS cuota beyond the limit',
      { type: 'IEPS', factor: 'Cuota', rate: '99' },
      [['taxes[0].rate', 'invalid_value']],
    ],
    ['a negative base', { rate: '0.16', base: '-1' }, [['taxes[0].base', 'too_small']]],
  ])('refuses %s', (_what, tax, expected) => expect(taxProblem(tax)).toEqual(expected));

  const ieps: TaxInput = { type: 'IEPS', rate: '0.08' };
  it.each<[string, ProductInput, [string, string][]]>([
    [
      'nothing',
      {},
      [
        ['description', 'required'],
        ['product_key', 'required'],
        ['price', 'required'],
      ],
    ],
    ['a negative price', { ...ukelele, price: '-0.01' }, [['price', 'too_small']]],
    ['an unknown taxability', { ...ukelele, taxability: '09' }, [['taxability', 'invalid_value']]],
    ['02 without taxes', { ...ukelele, taxability: '02', taxes: [] }, [['taxes', 'required']]],
    ['01 with taxes', { ...ukelele, taxability: '01', taxes: [iva] }, [['taxes', 'not_allowed']]],
    ['07 without taxes', { ...ukelele, taxability: '07' }, [['taxes', 'required']]],
    ['07 with IVA', { ...ukelele, taxability: '07', taxes: [ieps, iva] }, [['taxes[1].type', 'not_allowed']]],
    [
      '07 with IEPS withheld only',
      { ...ukelele, taxability: '07', taxes: [{ ...ieps, withholding: true }] },
      [['taxes', 'required']],
    ],
    ['06 with IVA', { ...ukelele, taxability: '06', taxes: [iva] }, [['taxes[0].type', 'not_allowed']]],
    ['a bar in the description', { ...ukelele, description: 'a|b' }, [['description', 'invalid_format']]],
    [
      'a local tax without name and rate',
      { ...ukelele, local_taxes: [{}] },
      [
        ['local_taxes[0].type', 'required'],
        ['local_taxes[0].rate', 'required'],
      ],
    ],
    [
      'a local tax in percent',
      { ...ukelele, local_taxes: [{ type: 'ISH', rate: '3' }] },
      [['local_taxes[0].rate', 'too_large']],
    ],
  ])('refuses %s', (_what, product, expected) => expect(problemsOf(create(product))).toEqual(expected));

  it('takes 07 with IEPS carried over, and 06 with income tax withheld', () => {
    expect(problemsOf(create({ ...ukelele, taxability: '07', taxes: [ieps] }))).toEqual([]);
    const isr: TaxInput = { type: 'ISR', rate: '0.1', withholding: true };
    expect(problemsOf(create({ ...ukelele, taxability: '06', taxes: [isr] }))).toEqual([]);
  });

  it('refuses an unknown key with its own code, and among other problems as one of them', () => {
    const { when } = given(decider);
    when(create({ ...ukelele, product_key: '123' })).thenRefused('product_key_not_found', {
      path: 'product_key',
      params: { key: '123' },
    });
    when(create({ ...ukelele, unit_key: 'PIEZA' })).thenRefused('unit_key_not_found', { path: 'unit_key' });
    when(create({ ...ukelele, product_key: '123', price: '-1' })).thenRefused('invalid_request');
  });

  it('refuses a well-formed key that a complete catalogue does not have', () => {
    const products = keyCatalogue('productos', [], true);
    given(productDecider({ ...builtInKeys, products }))
      .when(create(ukelele))
      .thenRefused('product_key_not_found');
  });
});

describe('editing a product', () => {
  it('records what changed', () =>
    given(decider, [created])
      .when(edit({ price: '400', sku: 'U-1' }))
      .then([{ type: 'ProductEdited', data: { price: '400', sku: 'U-1', at } }]));

  it('does nothing when nothing changes', () =>
    given(decider, [created])
      .when(edit({ price: '345.600' }))
      .then([]));

  it('names another unit anew, and keeps the name of one that stays', () => {
    const own: ProductEvent = { type: 'ProductEdited', data: { unit_name: 'Caja de 12', at } };
    const changed = (changes: ProductInput) =>
      given(decider, [created, own]).when(edit(changes)).events()[0]?.data;
    expect(changed({ price: '1' })).toEqual({ price: '1', at });
    expect(changed({ unit_key: 'H87', price: '1' })).toEqual({ price: '1', at });
    expect(changed({ unit_key: 'KGM' })).toEqual({ unit_key: 'KGM', unit_name: 'Kilogramo', at });
    expect(changed({ unit_key: 'XBX', unit_name: 'Caja de 12' })).toEqual({ unit_key: 'XBX', at });
  });

  it('lets taxability and taxes follow each other', () => {
    const changed = (changes: ProductInput, events: ProductEvent[] = [created]) =>
      given(decider, events).when(edit(changes)).events()[0]?.data;
    expect(changed({ taxability: '01' })).toMatchObject({ taxability: '01', taxes: [] });
    expect(changed({ taxes: [] })).toMatchObject({ taxability: '01', taxes: [] });
    const untaxed: ProductEvent = { type: 'ProductEdited', data: { taxability: '04', taxes: [], at } };
    expect(changed({ taxes: [iva] }, [created, untaxed])).toMatchObject({ taxability: '02', taxes: [iva] });
    expect(changed({ taxability: '03' }, [created, untaxed])).toEqual({ taxability: '03', at });
  });

  it('is refused for one that is gone', () => {
    const deleted: ProductEvent = { type: 'ProductDeleted', data: { at } };
    given(decider, [created, deleted])
      .when(edit({ price: '1' }))
      .thenRefused('product_not_found');
    given(decider, [created, deleted]).when({ type: 'delete', at }).thenRefused('product_not_found');
    given(decider, [created]).when({ type: 'delete', at }).then([deleted]);
  });
});
