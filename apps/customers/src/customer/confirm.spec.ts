import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import type { CertifiedReceiver, CustomerEvent } from '#contracts';
import { NOT_ASKED, askRegister } from './register.js';
import { customerDecider, type CustomerCommand } from './decide.js';

const [at, later] = ['2026-11-27T12:00:00.000Z', '2026-11-27T13:00:00.000Z'] as const;
const escuela = {
  legal_name: 'Escuela Kemper Urgate',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { zip: '42501' },
};
const receiver: CertifiedReceiver = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  zip: '42501',
};
const confirm = (change: Partial<CertifiedReceiver> = {}): CustomerCommand => ({
  type: 'confirm',
  receiver: { ...receiver, ...change },
  at: later,
});

/** A customer of Live, whose RFC alone could be judged. */
const created = (() => {
  const { outcome } = given(customerDecider).when({
    type: 'create',
    customer: escuela,
    register: NOT_ASKED,
    at,
  });
  if (!outcome.ok) throw new Error('not created');
  return outcome.value;
})();
const confirmed: CustomerEvent = { type: 'CustomerEdited', data: { sat_validated_at: later, at: later } };

const deleted: CustomerEvent = { type: 'CustomerDeleted', data: { at } };

describe('a stamp of a document to a customer', () => {
  it('confirms exactly the data that it was made with', () => {
    given(customerDecider, [...created])
      .when(confirm())
      .then([confirmed]);
  });

  it('confirms once, however often it is told', () => {
    given(customerDecider, [...created, confirmed])
      .when(confirm())
      .then([]);
  });

  it.each([{ legal_name: 'OTRA' }, { tax_id: 'CACX7605101P8' }, { tax_system: '603' }, { zip: '42500' }])(
    'confirms nothing of data that have changed since: %j',
    (change) => {
      given(customerDecider, [...created])
        .when(confirm(change))
        .then([]);
    },
  );

  it('confirms nothing of a customer that is gone, or never was', () => {
    given(customerDecider, [...created, deleted])
      .when(confirm())
      .then([]);
    given(customerDecider).when(confirm()).then([]);
  });

  it('is needed again once the data change', () => {
    const edit: CustomerCommand = {
      type: 'edit',
      changes: { address: { zip: '06000' } },
      register: NOT_ASKED,
      at,
    };
    const { outcome } = given(customerDecider, [...created, confirmed]).when(edit);
    expect(outcome).toMatchObject({ value: [{ data: { sat_validated_at: null } }] });
  });
});

describe('the list of RFCs', () => {
  const fields = (created[0] as Extract<CustomerEvent, { type: 'CustomerCreated' }>).data;
  const registerOf = (isListed: boolean) => ({
    onlyTaxId: true as const,
    validate: async () =>
      isListed ? [] : [{ code: 'tax_id_not_found' as const, path: 'tax_id', source: 'service' as const }],
  });

  it('judges the RFC, and validates nobody', async () => {
    expect(await askRegister(fields, registerOf(true))).toEqual({
      ok: true,
      value: { asked: false, details: [] },
    });
    expect(await askRegister(fields, registerOf(false))).toMatchObject({
      value: { details: [{ code: 'tax_id_not_found', path: 'tax_id', location: 'body' }] },
    });
  });
});
