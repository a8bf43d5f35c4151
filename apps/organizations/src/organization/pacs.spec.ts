import { describe, it } from '@jest/globals';
import { given } from '#kernel/testing';
import {
  noPacs,
  type KeyPrint,
  type OrganizationEvent,
  type PacSettingsInput,
  type PacsInForce,
} from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';
import type { SetPacs } from './pacs.js';

const at = '2026-11-27T12:00:00.000Z';
const before = '2026-11-20T12:00:00.000Z';
const test_key: KeyPrint = { id: 'k1', hash: 'h1', first_12: 'sk_test_aaaa' };
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Escuela', owner_id: 'u1', test_key, at },
};
const deleted: OrganizationEvent = { type: 'OrganizationDeleted', data: { deletes_at: at, at } };
type Set = Extract<OrganizationEvent, { type: 'PacsSet' }>;
const set = (inForce: Partial<PacsInForce>, dropped: Set['data']['dropped'] = []): OrganizationEvent => ({
  type: 'PacsSet',
  data: { ...noPacs, number: 1, ...inForce, dropped, at },
});
const change = (changes: PacSettingsInput, installed: SetPacs['installed'] = []): OrganizationCommand => ({
  ...{ type: 'set-pacs', changes, installed, at },
});
const ofSw = { id: 'c1', user: 'fa***mx' };

describe('the PACs of an organization', () => {
  it('are set, and what is not named stays', () => {
    given(organizationDecider, [created])
      .when(change({ order: ['sw', 'finkok'], credentials: { sw: ofSw } }))
      .then([set({ order: ['sw', 'finkok'], credentials: { sw: ofSw } })]);
    given(organizationDecider, [created, set({ order: ['sw'], credentials: { sw: ofSw } })])
      .when(change({ pac: 'sw' }))
      .then([set({ number: 2, order: ['sw'], pac: 'sw', credentials: { sw: ofSw } })]);
  });

  it('do not change by being set to what they are', () => {
    given(organizationDecider, [created])
      .when(change({ order: [], credentials: { sw: null } }))
      .then([]);
    given(organizationDecider, [created, set({ order: ['sw'] })])
      .when(change({ order: ['sw'] }))
      .then([]);
  });

  it('drop the credentials that others replace, or that are removed', () => {
    const stood = [created, set({ order: ['sw'], credentials: { sw: ofSw } })];
    const others = { id: 'c2', user: null };
    const dropped = [{ pac: 'sw' as const, id: 'c1' }];
    given(organizationDecider, stood)
      .when(change({ credentials: { sw: others } }))
      .then([set({ number: 2, order: ['sw'], credentials: { sw: others } }, dropped)]);
    given(organizationDecider, stood)
      .when(change({ credentials: { sw: null } }))
      .then([set({ number: 2, order: ['sw'] }, dropped)]);
  });

  it('stamp in Test only where somebody has credentials', () => {
    given(organizationDecider, [created])
      .when(change({ pac: 'sw' }))
      .thenRefused('invalid_request', { path: 'credentials.sw' });
    given(organizationDecider, [created, set({ pac: 'sw', credentials: { sw: ofSw } })])
      .when(change({ credentials: { sw: null } }))
      .thenRefused('invalid_request', { path: 'credentials.sw' });
    given(organizationDecider, [created])
      .when(change({ pac: 'sw' }, ['sw']))
      .then([set({ pac: 'sw' })]);
  });

  it('have manifests that were declared or signed here, and a declaration takes no signature away', () => {
    const declared = { signed: true, by: 'declared', at } as const;
    const signed = { signed: true, by: 'signed_here', at: before } as const;
    const signedHere = { by: 'signed_here', certificate: '30001000000500003456' } as const;
    given(organizationDecider, [created])
      .when(change({ manifests: { sw: 'declared' } }))
      .then([set({ manifests: { sw: declared } })]);
    given(organizationDecider, [created, set({ manifests: { sw: signed } })])
      .when(change({ manifests: { sw: 'declared', finkok: false } }))
      .then([]);
    given(organizationDecider, [created, set({ manifests: { sw: declared } })])
      .when(change({ manifests: { sw: signedHere } }))
      .then([set({ number: 2, manifests: { sw: { signed: true, ...signedHere, at } } })]);
    given(organizationDecider, [created, set({ manifests: { sw: { ...signed, ...signedHere } } })])
      .when(change({ manifests: { sw: signedHere } }))
      .then([]);
    // Of before certificates were told.
    given(organizationDecider, [created, set({ manifests: { sw: signed } })])
      .when(change({ manifests: { sw: signedHere } }))
      .then([set({ number: 2, manifests: { sw: { signed: true, ...signedHere, at } } })]);
    given(organizationDecider, [created, set({ manifests: { sw: signed } })])
      .when(change({ manifests: { sw: false } }))
      .then([set({ number: 2 })]);
  });

  it('are nothing of a deleted organization', () =>
    given(organizationDecider, [created, deleted])
      .when(change({ order: ['sw'] }))
      .thenRefused('organization_not_found'));
});
