import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import {
  ONBOARDING_LINKS_A_DAY,
  type CertificateFacts,
  type OnboardingLinkPrint,
  type OrganizationEvent,
} from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';

const at = '2026-11-26T12:00:00.000Z';
const later = (hours: number): string => new Date(Date.parse(at) + hours * 3_600_000).toISOString();
const organization: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Escuela', owner_id: 'u1', test_key: { id: 'k1', hash: 'h1', first_12: 'sk_test_aaaa' }, at },
};
const link = (id: string): OnboardingLinkPrint => ({ id, key_hash: `hash of ${id}`, expires_at: later(168) });
const made = (id: string, when = at): OrganizationEvent => ({
  ...{ type: 'OnboardingLinkCreated', data: { ...link(id), at: when } },
});
const make = (id: string, when = at): OrganizationCommand => ({
  ...{ type: 'create-onboarding-link', link: link(id), at: when },
});
const facts: CertificateFacts = {
  ...{ serial_number: 'n1', rfc: 'EKU9003173C9', legal_name: 'ESCUELA', use: 'live' },
  ...{ valid_from: '2024-01-01T00:00:00.000Z', expires_at: '2028-01-01T00:00:00.000Z' },
};
const upload = (
  onboardingLink: string,
  when = at,
  over: Partial<CertificateFacts> = {},
): OrganizationCommand => ({
  ...{ type: 'set-certificate', kind: 'csd', facts: { ...facts, ...over }, stampedLive: true },
  ...{ onboardingLink, at: when },
});
const set = (over: Partial<CertificateFacts> = {}): OrganizationEvent => ({
  type: 'CertificateSet',
  data: { ...facts, replaces: null, ...over, at },
});
const completed = (link_id: string): OrganizationEvent => ({
  ...{ type: 'OnboardingLinkCompleted', data: { link_id, at } },
});
const refused = 'onboarding_link_unavailable';

describe('an onboarding link', () => {
  it('is used up in the moment in which its certificate comes into use', () =>
    given(organizationDecider, [organization, made('l1')])
      .when(upload('l1'))
      .then([set(), completed('l1')]));

  it('is not used up by a certificate that is refused', () =>
    given(organizationDecider, [organization, set({ rfc: 'URE180429TM6' }), made('l1')])
      .when(upload('l1'))
      .thenRefused('certificate_previous_rfc_mismatch', { location: 'files', path: 'cer' }));

  it('takes one certificate, whatever comes after it', () =>
    given(organizationDecider, [organization, made('l1'), set(), completed('l1')])
      .when(upload('l1', at, { serial_number: 'n2' }))
      .thenRefused(refused));

  it('ends by the next one, and after a week', () => {
    given(organizationDecider, [organization, made('l1'), made('l2')])
      .when(upload('l1'))
      .thenRefused(refused);
    given(organizationDecider, [organization, made('l1')])
      .when(upload('l1', later(168)))
      .thenRefused(refused);
    given(organizationDecider, [organization]).when(upload('l1')).thenRefused(refused);
  });

  it('may be made so often a day, and again when the day is over', () => {
    const many = Array.from({ length: ONBOARDING_LINKS_A_DAY }, (_, n) => made(`l${n}`, later(n / 10)));
    given(organizationDecider, [organization, ...many])
      .when(make('next', later(6)))
      .thenRefused('rate_limit_exceeded');
    given(organizationDecider, [organization, ...many])
      .when(make('next', later(24)))
      .then([{ type: 'OnboardingLinkCreated', data: { ...link('next'), at: later(24) } }]);
  });

  it('needs an organization', () => {
    given(organizationDecider).when(make('l1')).thenRefused('organization_not_found');
    expect(organizationDecider.initial).toEqual({ status: 'absent' });
  });
});
