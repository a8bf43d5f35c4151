import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import type { KeyPrint, LogoPrint, OrganizationEvent, OrganizationLegalInput } from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';

const at = '2026-11-21T12:00:00.000Z';
const testKey: KeyPrint = { id: 'k1', hash: 'h1', first_12: 'sk_test_aaaa' };
const renewed: KeyPrint = { id: 'k2', hash: 'h2', first_12: 'sk_test_bbbb' };
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Escuela', owner_id: 'u1', test_key: testKey, at },
};
const legal = {
  name: 'Escuela',
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'eku9003173c9',
  tax_system: '601',
  address: { zip: '42501' },
} satisfies OrganizationLegalInput;
const setLegal = (input: OrganizationLegalInput): OrganizationCommand => ({
  type: 'set-legal',
  legal: input,
  at,
});
const problemsOf = (input: OrganizationLegalInput) => {
  const { outcome } = given(organizationDecider, [created]).when(setLegal(input));
  return outcome.ok ? [] : outcome.refusal.details?.map(({ path, code }) => [path, code]);
};

describe('an organization', () => {
  it('is created by a user, with a Test key', () => {
    const command: OrganizationCommand = { type: 'create', name: ' Escuela ', ownerId: 'u1', testKey, at };
    given(organizationDecider).when(command).then([created]);
    given(organizationDecider, [created]).when(command).thenRefused('conflict');
    given(organizationDecider)
      .when({ ...command, name: ' ' })
      .thenRefused('invalid_request', { path: 'name' });
  });

  it('gets another Test key', () =>
    given(organizationDecider, [created])
      .when({ type: 'renew-test-key', testKey: renewed, at })
      .then([{ type: 'TestKeyRenewed', data: { test_key: renewed, at } }]));

  it('loses its key when that is revoked, once, until it gets another', () => {
    const revoke: OrganizationCommand = { type: 'revoke-keys', at };
    const revoked: OrganizationEvent = { type: 'OrganizationKeysRevoked', data: { key_ids: ['k1'], at } };
    const again: OrganizationEvent = { type: 'TestKeyRenewed', data: { test_key: renewed, at } };
    given(organizationDecider, [created]).when(revoke).then([revoked]);
    given(organizationDecider, [created, revoked]).when(revoke).then([]);
    given(organizationDecider, [created, revoked])
      .when({ type: 'renew-test-key', testKey: renewed, at })
      .then([again]);
    given(organizationDecider, [created, revoked, again])
      .when(revoke)
      .then([{ type: 'OrganizationKeysRevoked', data: { key_ids: ['k2'], at } }]);
    given(organizationDecider).when(revoke).thenRefused('organization_not_found');
  });

  it('takes another logo, once, and lets those of long ago go', () => {
    const logo = (digest: string): LogoPrint => ({
      ...{ digest, type: 'image/png', width: 1, height: 1, bytes: 1 },
    });
    const set = (digest: string): OrganizationCommand => ({ type: 'set-logo', logo: logo(digest), at });
    const was = (digest: string, removed: string[] = []): OrganizationEvent => ({
      type: 'LogoSet',
      data: { logo: logo(digest), removed, at },
    });
    given(organizationDecider, [created])
      .when(set('a'))
      .then([was('a')]);
    given(organizationDecider, [created, was('a')])
      .when(set('a'))
      .then([]);
    given(organizationDecider, [created, was('a'), was('b')])
      .when(set('a'))
      .then([was('a')]);
    const ten = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digest) => was(digest));
    given(organizationDecider, [created, ...ten])
      .when(set('3'))
      .then([was('3')]);
    given(organizationDecider, [created, ...ten])
      .when(set('x'))
      .then([was('x', ['0'])]);
    given(organizationDecider, [created, ...ten, was('x', ['0'])])
      .when(set('0'))
      .then([was('0', ['1'])]);
    given(organizationDecider).when(set('a')).thenRefused('organization_not_found');
  });

  it('must exist for anything else', () => {
    given(organizationDecider).when(setLegal(legal)).thenRefused('organization_not_found');
    given(organizationDecider)
      .when({ type: 'renew-test-key', testKey, at })
      .thenRefused('organization_not_found');
  });
});

describe('the fiscal data of an organization', () => {
  it('is set, upper-casing the RFC', () => {
    const [event] = given(organizationDecider, [created]).when(setLegal(legal)).events();
    expect(event).toMatchObject({
      type: 'LegalDataSet',
      data: { tax_id: 'EKU9003173C9', website: null, address: { zip: '42501', country: 'MEX' } },
    });
  });

  it('keeps what is optional and was not sent, and clears it with null', () => {
    const [first] = given(organizationDecider, [created])
      .when(setLegal({ ...legal, phone: '55' }))
      .events();
    const history = [created, ...(first ? [first] : [])];
    const { tax_id: _unsent, ...rest } = legal;
    given(organizationDecider, history).when(setLegal(rest)).then([]);
    const [event] = given(organizationDecider, history)
      .when(setLegal({ ...rest, phone: null }))
      .events();
    expect(event?.data).toMatchObject({ phone: null, tax_id: 'EKU9003173C9' });
  });

  it.each<[string, OrganizationLegalInput, [string, string][]]>([
    [
      'nothing',
      {},
      [
        ['name', 'required'],
        ['legal_name', 'required'],
        ['tax_system', 'required'],
        ['address', 'required'],
      ],
    ],
    ['an address without zip', { ...legal, address: {} }, [['address.zip', 'required']]],
    ['a malformed RFC', { ...legal, tax_id: 'X' }, [['tax_id', 'invalid_format']]],
    ['the RFC of the general public', { ...legal, tax_id: 'XAXX010101000' }, [['tax_id', 'invalid_format']]],
    ['an unknown regime', { ...legal, tax_system: '000' }, [['tax_system', 'tax_system_not_in_catalog']]],
    [
      'a regime that no CFDI takes',
      { ...legal, tax_system: '609' },
      [['tax_system', 'tax_system_not_in_catalog']],
    ],
    [
      'a regime of natural persons',
      { ...legal, tax_system: '612' },
      [['tax_system', 'tax_system_not_allowed_for_tax_id']],
    ],
    ['a zip of no state', { ...legal, address: { zip: '19999' } }, [['address.zip', 'invalid_value']]],
    [
      'another country',
      { ...legal, address: { zip: '42501', country: 'USA' } },
      [['address.country', 'invalid_value']],
    ],
    ['a malformed CURP', { ...legal, curp: 'X' }, [['curp', 'invalid_format']]],
  ])('refuses %s', (_what, input, expected) => expect(problemsOf(input)).toEqual(expected));
});
