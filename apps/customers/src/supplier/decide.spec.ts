import { describe, expect, it } from '@jest/globals';
import { emptyAddress, type SupplierEvent, type SupplierFields, type SupplierInput } from '#contracts';
import { given } from '#kernel/testing';
import { supplierDecider, type SupplierCommand } from './decide.js';

const at = '2026-11-27T12:00:00.000Z';
const escuela = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { zip: '42501' },
} satisfies SupplierInput;
const fields: SupplierFields = {
  ...escuela,
  email: null,
  phone: null,
  address: { ...emptyAddress, zip: '42501' },
  external_id: null,
};
const created: SupplierEvent = { type: 'SupplierCreated', data: { ...fields, at } };
const deleted: SupplierEvent = { type: 'SupplierDeleted', data: { at } };
const create = (supplier: SupplierInput): SupplierCommand => ({ type: 'create', supplier, at });
const edit = (changes: SupplierInput): SupplierCommand => ({ type: 'edit', changes, at });
const onDocument = { tax_id: 'eku9003173c9 ', legal_name: 'ESCUELA  KEMPER SA DE CV', tax_system: '601' };
const ensure: SupplierCommand = { type: 'ensure', supplier: onDocument, at };
const ensured: SupplierEvent = {
  type: 'SupplierCreated',
  data: { ...fields, legal_name: 'ESCUELA KEMPER SA DE CV', address: emptyAddress, at },
};
const problems = (command: SupplierCommand, events: readonly SupplierEvent[] = []) => {
  const { outcome } = given(supplierDecider, events).when(command);
  if (outcome.ok) return [];
  return outcome.refusal.details?.map(({ path, code }) => [path, code]) ?? [outcome.refusal.code];
};

describe('creating a supplier', () => {
  it('tidies what was sent', () =>
    given(supplierDecider)
      .when(create({ ...escuela, legal_name: ' ESCUELA  KEMPER URGATE ', tax_id: 'eku9003173c9' }))
      .then([created]));

  it('needs a name and the RFC, and nothing else', () => {
    expect(problems(create({}))).toEqual([
      ['legal_name', 'required'],
      ['tax_id', 'required'],
    ]);
    expect(problems(create({ legal_name: 'ACME SA DE CV', tax_id: 'EKU9003173C9' }))).toEqual([]);
  });

  it.each<[string, SupplierInput, [string, string][]]>([
    ['an RFC that is none', { tax_id: 'EKU900317' }, [['tax_id', 'invalid_format']]],
    [
      'a regime of persons for a company',
      { tax_system: '605' },
      [['tax_system', 'tax_system_not_allowed_for_tax_id']],
    ],
    ['a zip of four digits', { address: { zip: '4250' } }, [['address.zip', 'invalid_format']]],
    ['a bar in the name', { legal_name: 'A|B' }, [['legal_name', 'invalid_format']]],
    ['the general public', { tax_id: 'XAXX010101000' }, [['tax_id', 'invalid_value']]],
    ['a foreigner without a country', { tax_id: 'XEXX010101000' }, [['tax_id', 'invalid_value']]],
  ])('refuses %s', (_what, sent, expected) =>
    expect(problems(create({ ...escuela, ...sent }))).toEqual(expected),
  );

  it('takes a foreign one with the generic RFC, its own identification or none', () => {
    const made = (tax_id: string | null) =>
      given(supplierDecider)
        .when(create({ legal_name: 'ACME Inc.', tax_id, address: { country: 'usa' } }))
        .events()[0]?.data;
    expect(made('XEXX010101000')).toMatchObject({ tax_id: 'XEXX010101000', tax_system: '616' });
    expect(made('123456789')).toMatchObject({ tax_id: '123456789', address: { country: 'USA' } });
    expect(made(null)).toMatchObject({ tax_id: null });
    const wrong = create({ legal_name: 'ACME Inc.', tax_id: 'X', address: { country: 'USA' } });
    expect(problems(wrong)).toEqual([['tax_id', 'invalid_format']]);
  });
});

describe('ensuring the supplier of a document', () => {
  it('creates it as the document prints it, without judging', () => {
    given(supplierDecider).when(ensure).then([ensured]);
    const { outcome } = given(supplierDecider).when({
      type: 'ensure',
      supplier: { tax_id: 'EKU9003173C9', legal_name: null, tax_system: '605' },
      at,
    });
    expect(outcome.ok).toBe(true);
  });

  it('does nothing where it is there, whatever else it says of itself', () =>
    given(supplierDecider, [created]).when(ensure).then([]));

  it('is a conflict where the place is another RFC’s by now, or a deleted one’s', () => {
    const moved: SupplierEvent = { type: 'SupplierEdited', data: { tax_id: 'AAA010101AAA', at } };
    given(supplierDecider, [ensured, moved]).when(ensure).thenRefused('conflict');
    given(supplierDecider, [ensured, deleted]).when(ensure).thenRefused('conflict');
  });
});

describe('editing a supplier', () => {
  it('records what changed, and nothing when nothing did', () => {
    given(supplierDecider, [created])
      .when(edit({ email: 'ventas@example.com', tax_id: 'EKU9003173C9' }))
      .then([{ type: 'SupplierEdited', data: { email: 'ventas@example.com', at } }]);
    given(supplierDecider, [created])
      .when(edit({ phone: null }))
      .then([]);
  });

  it('does not answer for what a document printed, but for what is sent', () => {
    const odd: SupplierEvent = {
      type: 'SupplierCreated',
      data: { ...fields, legal_name: null, tax_system: '605', at },
    };
    expect(problems(edit({ phone: '55' }), [odd])).toEqual([]);
    expect(problems(edit({ tax_id: 'EKU9003173C9' }), [odd])).toEqual([
      ['tax_system', 'tax_system_not_allowed_for_tax_id'],
    ]);
    expect(problems(edit({ legal_name: null, tax_id: null }), [created])).toEqual([
      ['legal_name', 'required'],
      ['tax_id', 'required'],
    ]);
  });

  it('keeps no foreign regime for one that is Mexican after all', () => {
    const foreign: SupplierEvent = {
      type: 'SupplierCreated',
      data: { ...fields, tax_id: null, tax_system: '616', address: { ...emptyAddress, country: 'USA' }, at },
    };
    const home = edit({ tax_id: 'EKU9003173C9', address: { country: 'MEX', zip: '42501' } });
    expect(given(supplierDecider, [foreign]).when(home).events()[0]?.data).toMatchObject({
      tax_system: null,
    });
    expect(problems(edit({ address: { country: 'MEX' } }), [foreign])).toEqual([['tax_id', 'required']]);
  });

  it('is refused for one that is gone', () => {
    given(supplierDecider, [created, deleted])
      .when(edit({ phone: '1' }))
      .thenRefused('supplier_not_found');
    given(supplierDecider, [created, deleted]).when({ type: 'delete', at }).thenRefused('supplier_not_found');
    given(supplierDecider, [created]).when({ type: 'delete', at }).then([deleted]);
  });
});
