import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import { given } from '#kernel/testing';
import type { LiveDocuments, OrganizationEvent } from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';
import { organizationDestruction } from './deletion-process.js';

const at = '2026-11-26T12:00:00.000Z';
const inAWeek = '2026-12-03T12:00:00.000Z';
const later = '2026-12-03T12:00:01.000Z';
const inTwoWeeks = '2026-12-10T12:00:01.000Z';

const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Escuela', owner_id: 'u1', test_key: { id: 'k1', hash: 'h1', first_12: 'sk_test_aaaa' }, at },
};
const deleted: OrganizationEvent = { type: 'OrganizationDeleted', data: { deletes_at: inAWeek, at } };
const restored: OrganizationEvent = { type: 'OrganizationRestored', data: { at } };
const postponed: OrganizationEvent = {
  type: 'OrganizationDeletionPostponed',
  data: { deletes_at: inTwoWeeks, at: later },
};
const destroyed: OrganizationEvent = { type: 'OrganizationDestroyed', data: { at: later } };

const none: LiveDocuments = { count: 0, unarchived: [] };
const archived: LiveDocuments = { count: 3, unarchived: [] };
const unarchived: LiveDocuments = { count: 3, unarchived: [{ year: 2026, month: 3, documents: 2 }] };

const remove = (over: Partial<OrganizationCommand & { type: 'delete' }> = {}): OrganizationCommand => ({
  ...{ type: 'delete', by: 'u1', archived: false, live: none, at },
  ...over,
});
const restore = (over: Partial<OrganizationCommand & { type: 'restore' }> = {}): OrganizationCommand => ({
  ...{ type: 'restore', by: 'u1', at },
  ...over,
});
const destroy = (when: string, live = none): OrganizationCommand => ({ type: 'destroy', live, at: when });

describe('an organization that is deleted', () => {
  it('has a week, which is not longer for being deleted twice', () => {
    given(organizationDecider, [created]).when(remove()).then([deleted]);
    given(organizationDecider, [created, deleted])
      .when(remove({ at: '2026-11-28T12:00:00.000Z' }))
      .then([]);
    given(organizationDecider).when(remove()).thenRefused('organization_not_found');
    given(organizationDecider, [created, deleted, destroyed])
      .when(remove())
      .thenRefused('organization_not_found');
  });

  it('is deleted and restored by its owner alone', () => {
    for (const by of ['u2', '']) {
      given(organizationDecider, [created]).when(remove({ by })).thenRefused('forbidden');
      given(organizationDecider, [created, deleted]).when(remove({ by })).thenRefused('forbidden');
      given(organizationDecider, [created, deleted]).when(restore({ by })).thenRefused('forbidden');
      given(organizationDecider, [created]).when(restore({ by })).thenRefused('forbidden');
    }
  });

  it('keeps its Live documents until they are archived, and its owner says so', () => {
    for (const said of [false, true])
      given(organizationDecider, [created])
        .when(remove({ live: unarchived, archived: said }))
        .thenRefused('conflict');
    given(organizationDecider, [created])
      .when(remove({ live: archived }))
      .thenRefused('conflict');
    given(organizationDecider, [created])
      .when(remove({ live: archived, archived: true }))
      .then([deleted]);
  });

  it('does nothing else meanwhile', () => {
    const link = { id: 'l1', key_hash: 'h', expires_at: inAWeek };
    const commands: readonly OrganizationCommand[] = [
      { type: 'set-legal', legal: { name: 'Otra' }, at },
      { type: 'renew-test-key', testKey: { id: 'k2', hash: 'h2', first_12: 'sk_test_bbbb' }, at },
      { type: 'revoke-keys', at },
      { type: 'remove-certificate', kind: 'csd', at },
      { type: 'notify-expiry', kind: 'csd', serialNumber: '1', at },
      { type: 'choose-domain', domain: 'otra', at },
      { type: 'add-series', series: 'A', at },
      { type: 'create-onboarding-link', link, at },
      { type: 'end-live-key', keyId: 'k', reason: 'unused', at },
    ];
    for (const history of [
      [created, deleted],
      [created, deleted, destroyed],
    ])
      for (const command of commands)
        given(organizationDecider, history).when(command).thenRefused('organization_not_found');
  });

  it('comes back as it was within its week, and not after it', () => {
    given(organizationDecider, [created, deleted]).when(restore()).then([restored]);
    given(organizationDecider, [created, deleted, restored]).when(restore()).then([]);
    given(organizationDecider, [created, deleted, restored])
      .when({ type: 'revoke-keys', at })
      .then([{ type: 'OrganizationKeysRevoked', data: { key_ids: ['k1'], at } }]);
    // Its destruction may be late: a restart, an outage.
    given(organizationDecider, [created, deleted])
      .when(restore({ at: inAWeek }))
      .thenRefused('organization_not_found');
    given(organizationDecider, [created, deleted, destroyed])
      .when(restore())
      .thenRefused('organization_not_found');
  });
});

describe('the end of an organization', () => {
  it('comes when its week is over, once', () => {
    given(organizationDecider, [created, deleted]).when(destroy(later)).then([destroyed]);
    given(organizationDecider, [created, deleted, destroyed]).when(destroy(later)).then([]);
  });

  it('is none of one that was restored, or deleted again since the plan was made', () => {
    given(organizationDecider, [created]).when(destroy(later)).then([]);
    given(organizationDecider, [created, deleted, restored]).when(destroy(later)).then([]);
    const again: OrganizationEvent = {
      type: 'OrganizationDeleted',
      data: { deletes_at: inTwoWeeks, at: later },
    };
    given(organizationDecider, [created, deleted, restored, again]).when(destroy(later)).then([]);
    given(organizationDecider, [created, deleted]).when(destroy(at)).then([]);
  });

  it('is put off for Live documents that were stamped since, and can be undone until then', () => {
    given(organizationDecider, [created, deleted]).when(destroy(later, unarchived)).then([postponed]);
    given(organizationDecider, [created, deleted, postponed])
      .when(restore({ at: later }))
      .then([{ type: 'OrganizationRestored', data: { at: later } }]);
    given(organizationDecider, [created, deleted, postponed]).when(destroy(later)).then([]);
  });
});

describe('the process of destruction', () => {
  const react = (event: OrganizationEvent) =>
    organizationDestruction.react({ ...event, streamId: 'organization-o1' } as unknown as StreamEvent);

  it('plans the end at each deletion, and has the services that sign destroy their key after it', () => {
    const end = { type: 'organizations.destroy', key: 'o1', data: {} };
    expect(react(deleted)).toEqual([{ kind: 'schedule', at: inAWeek, command: end }]);
    expect(react(postponed)).toEqual([{ kind: 'schedule', at: inTwoWeeks, command: end }]);
    const keys = { type: 'stamping.destroy-keys', key: 'o1', data: {} };
    expect(react(destroyed)).toEqual([{ kind: 'send', command: keys }]);
    for (const event of [created, restored]) expect(react(event)).toMatchObject([{ kind: 'ignore' }]);
  });
});
