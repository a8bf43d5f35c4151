import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import type { CertificateFacts, CertificateKind, OrganizationEvent } from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';

const at = '2026-11-26T12:00:00.000Z';
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Escuela', owner_id: 'u1', test_key: { id: 'k1', hash: 'h1', first_12: 'sk_test_aaaa' }, at },
};
const facts = (serial_number: string, over: Partial<CertificateFacts> = {}): CertificateFacts => ({
  ...{ serial_number, rfc: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE SA DE CV' },
  ...{ valid_from: '2024-01-01T00:00:00.000Z', expires_at: '2028-01-01T00:00:00.000Z', use: 'live' },
  ...over,
});
const other = { rfc: 'URE180429TM6' };
const set = (
  given_: CertificateFacts,
  kind: CertificateKind = 'csd',
  stampedLive = false,
): OrganizationCommand => ({ type: 'set-certificate', kind, facts: given_, stampedLive, at });
const remove = (kind: CertificateKind = 'csd'): OrganizationCommand => ({
  ...{ type: 'remove-certificate', kind, at },
});
const csdSet = (given_: CertificateFacts, replaces: string | null = null): OrganizationEvent => ({
  type: 'CertificateSet',
  data: { ...given_, replaces, at },
});
const fielSet = (given_: CertificateFacts, replaces: string | null = null): OrganizationEvent => ({
  type: 'FielSet',
  data: { ...given_, replaces, at },
});
const removed: OrganizationEvent = {
  type: 'CertificateRemoved',
  data: { serial_number: 'n1', rfc: 'EKU9003173C9', at },
};
const inFile = { location: 'files', path: 'cer' } as const;
const stateOf = (...events: OrganizationEvent[]) =>
  events.reduce(organizationDecider.evolve, organizationDecider.initial);

describe('the certificate of an organization', () => {
  it('comes into use, and its RFC is the organization’s', () => {
    given(organizationDecider, [created])
      .when(set(facts('n1')))
      .then([csdSet(facts('n1'))]);
    expect(stateOf(created, csdSet(facts('n1')))).toMatchObject({
      ...{ certifiedTaxId: 'EKU9003173C9', legal: { tax_id: 'EKU9003173C9', legal_name: null } },
      certificates: { csd: { serialNumber: 'n1', rfc: 'EKU9003173C9' }, lastRfc: 'EKU9003173C9' },
      expiry: { csd: { serialNumber: 'n1', expiresAt: '2028-01-01T00:00:00.000Z' } },
    });
  });

  it('is replaced, and uploaded again', () => {
    const history = [created, csdSet(facts('n1'))];
    given(organizationDecider, history)
      .when(set(facts('n2')))
      .then([csdSet(facts('n2'), 'n1')]);
    given(organizationDecider, history)
      .when(set(facts('n1')))
      .then([csdSet(facts('n1'))]);
  });

  it('is removed once, and its RFC stays in the fiscal data', () => {
    const history = [created, csdSet(facts('n1'))];
    given(organizationDecider, history).when(remove()).then([removed]);
    given(organizationDecider, [...history, removed])
      .when(remove())
      .then([]);
    given(organizationDecider, [created]).when(remove()).then([]);
    expect(stateOf(...history, removed)).toMatchObject({
      ...{ certifiedTaxId: null, legal: { tax_id: 'EKU9003173C9' } },
      ...{ certificates: { csd: null, lastRfc: 'EKU9003173C9' }, expiry: { csd: null } },
    });
  });

  it('may be of another RFC until a document was stamped in Live, also after it was removed', () => {
    const history = [created, csdSet(facts('n1'))];
    given(organizationDecider, history)
      .when(set(facts('n2', other)))
      .then([csdSet(facts('n2', other), 'n1')]);
    for (const before of [history, [...history, removed]]) {
      given(organizationDecider, before)
        .when(set(facts('n2', other), 'csd', true))
        .thenRefused('certificate_previous_rfc_mismatch', inFile);
      given(organizationDecider, before)
        .when(set(facts('n2'), 'csd', true))
        .then([csdSet(facts('n2'), before === history ? 'n1' : null)]);
    }
  });

  it('needs an organization', () => {
    given(organizationDecider)
      .when(set(facts('n1')))
      .thenRefused('organization_not_found');
    given(organizationDecider).when(remove()).thenRefused('organization_not_found');
  });
});

describe('the FIEL of an organization', () => {
  it('is of its RFC: of the certificate, or of the fiscal data before there is one', () => {
    given(organizationDecider, [created])
      .when(set(facts('f1'), 'fiel'))
      .then([fielSet(facts('f1'))]);
    given(organizationDecider, [created, csdSet(facts('n1'))])
      .when(set(facts('f1', other), 'fiel'))
      .thenRefused('fiel_rfc_mismatch', inFile);
    given(organizationDecider, [created, csdSet(facts('n1')), removed])
      .when(set(facts('f1', other), 'fiel'))
      .thenRefused('fiel_rfc_mismatch', inFile);
  });

  it('holds the certificate to its RFC, until it is removed', () => {
    const history = [created, fielSet(facts('f1'))];
    given(organizationDecider, history)
      .when(set(facts('n1', other)))
      .thenRefused('certificate_fiel_rfc_mismatch', inFile);
    const [gone] = given(organizationDecider, history).when(remove('fiel')).events();
    expect(gone).toEqual({ type: 'FielRemoved', data: { serial_number: 'f1', rfc: 'EKU9003173C9', at } });
    given(organizationDecider, [...history, gone as OrganizationEvent])
      .when(set(facts('n1', other)))
      .then([csdSet(facts('n1', other))]);
  });

  it('leaves the RFC of the organization as it is', () =>
    expect(stateOf(created, fielSet(facts('f1')))).toMatchObject({ legal: { tax_id: null } }));
});
