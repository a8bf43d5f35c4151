import { describe, expect, it } from '@jest/globals';
import { field } from '#kernel';
import { given } from '#kernel/testing';
import type { CustomerEvent, CustomerFields, CustomerInput } from '#contracts';
import { customerDecider, type CustomerCommand, type RegisterAnswer } from './decide.js';

const at = '2026-11-21T12:00:00.000Z';
const later = '2026-11-22T12:00:00.000Z';
const matched: RegisterAnswer = { asked: true, details: [] };
const notAsked: RegisterAnswer = { asked: false, details: [] };

const nowhere = {
  street: null,
  exterior: null,
  interior: null,
  neighborhood: null,
  city: null,
  municipality: null,
  state: null,
};
const escuela = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { zip: '42501' },
} satisfies CustomerInput;
const fields: CustomerFields = {
  ...escuela,
  email: null,
  phone: null,
  default_invoice_use: null,
  address: { ...nowhere, zip: '42501', country: 'MEX' },
  curp: null,
  external_id: null,
};
const created: CustomerEvent = { type: 'CustomerCreated', data: { ...fields, sat_validated_at: at, at } };
const foreigner = {
  legal_name: 'ACME Inc.',
  address: { country: 'usa', state: 'us-ca', zip: '90001' },
} satisfies CustomerInput;

const create = (customer: CustomerInput, register = matched): CustomerCommand => ({
  type: 'create',
  customer,
  register,
  at,
});
const edit = (changes: CustomerInput, register = matched): CustomerCommand => ({
  type: 'edit',
  changes,
  register,
  at: later,
});
const refusedAt = (customer: CustomerInput) => {
  const { outcome } = given(customerDecider).when(create(customer));
  return outcome.ok ? [] : outcome.refusal.details?.map(({ path, code }) => [path, code]);
};

describe('creating a customer', () => {
  it('upper-cases the RFC, tidies spaces and fills in what is unknown', () => {
    given(customerDecider)
      .when(
        create({ ...escuela, legal_name: '  ESCUELA  KEMPER URGATE ', tax_id: ' eku9003173c9', phone: '' }),
      )
      .then([created]);
  });

  it('says when the register did not vouch for it', () => {
    given(customerDecider)
      .when(create(escuela, notAsked))
      .then([{ type: 'CustomerCreated', data: { ...fields, sat_validated_at: null, at } }]);
  });

  it('is refused with what the register found', () => {
    const detail = field('legal_name', 'legal_name_mismatch');
    given(customerDecider)
      .when(create(escuela, { asked: true, details: [detail] }))
      .thenRefused('invalid_request', { details: [detail], path: 'legal_name' });
  });

  it('puts a foreign customer under regime 616, with or without an identification', () => {
    const [event] = given(customerDecider).when(create(foreigner, notAsked)).events();
    expect(event?.data).toMatchObject({ tax_id: null, tax_system: '616', address: { country: 'USA' } });
    expect(refusedAt({ ...foreigner, tax_id: '123456789' })).toEqual([]);
  });

  it('takes the general public', () => {
    const publico = { legal_name: 'PUBLICO EN GENERAL', tax_id: 'XAXX010101000', tax_system: '616' };
    expect(refusedAt({ ...publico, address: { zip: '06000' } })).toEqual([]);
  });

  it.each<[string, CustomerInput, [string, string][]]>([
    [
      'nothing',
      {},
      [
        ['legal_name', 'required'],
        ['tax_id', 'required'],
        ['tax_system', 'required'],
        ['address', 'required'],
      ],
    ],
    ['an address without its zip', { ...escuela, address: { street: 'X' } }, [['address.zip', 'required']]],
    ['a malformed RFC', { ...escuela, tax_id: 'EKU900317' }, [['tax_id', 'invalid_format']]],
    ['an unknown regime', { ...escuela, tax_system: '999' }, [['tax_system', 'tax_system_not_in_catalog']]],
    [
      'a regime of natural persons for a company',
      { ...escuela, tax_system: '612' },
      [['tax_system', 'tax_system_not_allowed_for_tax_id']],
    ],
    ['a short zip', { ...escuela, address: { zip: '425' } }, [['address.zip', 'invalid_format']]],
    ['a zip of no state', { ...escuela, address: { zip: '00100' } }, [['address.zip', 'invalid_value']]],
    ['a malformed CURP', { ...escuela, curp: 'ABC' }, [['curp', 'invalid_format']]],
    [
      'an obsolete use',
      { ...escuela, default_invoice_use: 'P01' },
      [['default_invoice_use', 'invalid_value']],
    ],
    [
      'a use of natural persons for a company',
      { ...escuela, default_invoice_use: 'D01' },
      [['default_invoice_use', 'invalid_value']],
    ],
    ['a bar in the name', { ...escuela, legal_name: 'A|B' }, [['legal_name', 'invalid_format']]],
    [
      'a foreign identification of another form',
      { ...foreigner, tax_id: '12-3456789' },
      [['tax_id', 'invalid_format']],
    ],
    [
      'a foreign customer under a Mexican regime',
      { ...foreigner, tax_system: '601' },
      [['tax_system', 'tax_system_not_allowed_for_tax_id']],
    ],
    [
      'several wrong fields at once',
      { ...escuela, tax_id: 'X', address: { zip: 'abcde' } },
      [
        ['tax_id', 'invalid_format'],
        ['address.zip', 'invalid_format'],
      ],
    ],
  ])('refuses %s', (_what, customer, expected) => expect(refusedAt(customer)).toEqual(expected));

  it('refuses a legal name with its corporate regime, and says what to send', () => {
    const { outcome } = given(customerDecider).when(create({ ...escuela, legal_name: 'Acme, S.A. de C.V.' }));
    expect(outcome).toMatchObject({
      refusal: {
        code: 'invalid_request',
        details: [{ code: 'legal_name_mismatch', params: { name: 'ACME' } }],
      },
    });
  });

  it('says in both languages that a name has no bar', () => {
    const { outcome } = given(customerDecider).when(create({ ...escuela, legal_name: 'A|B' }));
    const expected = { es: 'sin "|"', en: 'without "|"' };
    expect(outcome).toMatchObject({ refusal: { details: [{ params: { expected } }] } });
  });

  it('takes a short ending that may be part of the name', () =>
    expect(refusedAt({ ...escuela, legal_name: 'GRUPO AC' })).toEqual([]));

  it('refuses countries and foreign states outside of ISO 3166', () => {
    const { when } = given(customerDecider);
    when(create({ ...foreigner, address: { country: 'US' } })).thenRefused('invalid_country_code', {
      path: 'address.country',
    });
    for (const [country, state] of [
      ['USA', 'ZZ'],
      ['DEU', 'Baviera'],
    ] as const)
      when(create({ ...foreigner, address: { country, state } })).thenRefused('invalid_state_code', {
        path: 'address.state',
      });
    expect(refusedAt({ ...foreigner, address: { country: 'DEU', state: 'DE-BY' } })).toEqual([]);
  });

  it('reports an invalid country or state with the other problems, except those that depend on the country', () => {
    const country = { zip: '1', country: 'ZZ' };
    const wrong = { ...escuela, legal_name: '', tax_system: '000', address: country };
    expect(refusedAt({ ...wrong, tax_id: 'X', curp: 'X', default_invoice_use: 'P01' })).toEqual([
      ['legal_name', 'required'],
      ['tax_system', 'tax_system_not_in_catalog'],
      ['address.country', 'invalid_country_code'],
      ['default_invoice_use', 'invalid_value'],
      ['curp', 'invalid_format'],
    ]);
    expect(refusedAt({ ...escuela, default_invoice_use: 'G03', address: { country: 'MX' } })).toEqual([
      ['address.country', 'invalid_country_code'],
    ]);
    expect(refusedAt({ ...foreigner, legal_name: null, address: { country: 'USA', state: 'ZZ' } })).toEqual([
      ['legal_name', 'required'],
      ['address.state', 'invalid_state_code'],
    ]);
  });
});

describe('editing a customer', () => {
  it('records what changed, and leaves what was not sent', () => {
    given(customerDecider, [created])
      .when(edit({ email: 'a@b.mx', address: { street: 'Reforma' } }, notAsked))
      .then([
        {
          type: 'CustomerEdited',
          data: {
            email: 'a@b.mx',
            address: { ...fields.address, street: 'Reforma' },
            sat_validated_at: at,
            at: later,
          },
        },
      ]);
  });

  it('does nothing when nothing changes', () => {
    given(customerDecider, [created])
      .when(edit({ ...escuela }))
      .then([]);
  });

  it('gives the validation a new date when the tax information changes', () => {
    const [event] = given(customerDecider, [created])
      .when(edit({ address: { zip: '06000' } }))
      .events();
    expect(event?.data).toMatchObject({ sat_validated_at: later });
  });

  it('clears an optional field with null, and refuses to clear a required one', () => {
    const withMail: CustomerEvent = {
      type: 'CustomerEdited',
      data: { email: 'a@b.mx', sat_validated_at: at, at },
    };
    const { when } = given(customerDecider, [created, withMail]);
    expect(when(edit({ email: null })).events()[0]?.data).toMatchObject({ email: null });
    when(edit({ legal_name: null })).thenRefused('invalid_request', { path: 'legal_name' });
  });

  it('moves a customer abroad under regime 616', () => {
    const [event] = given(customerDecider, [created])
      .when(edit({ tax_id: null, address: { country: 'ESP', zip: '28001' } }, notAsked))
      .events();
    expect(event?.data).toMatchObject({ tax_system: '616', tax_id: null, sat_validated_at: null });
  });
});

describe('a deleted customer', () => {
  const deleted: CustomerEvent = { type: 'CustomerDeleted', data: { at } };
  it('is removed once', () => {
    given(customerDecider, [created]).when({ type: 'delete', at }).then([deleted]);
    given(customerDecider, [created, deleted]).when({ type: 'delete', at }).thenRefused('customer_not_found');
  });
  it('can neither be edited nor created again', () => {
    const { when } = given(customerDecider, [created, deleted]);
    when(edit({ email: 'a@b.mx' })).thenRefused('customer_not_found');
    when(create(escuela)).thenRefused('conflict');
  });
});
