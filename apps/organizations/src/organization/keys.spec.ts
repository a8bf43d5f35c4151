import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import { endOf, type KeyPrint, type OrganizationEvent } from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';

const HOUR_MS = 3_600_000;
const start = Date.parse('2026-03-02T10:00:00.000Z');
const after = (hours: number): string => new Date(start + hours * HOUR_MS).toISOString();
const print = (id: string): KeyPrint => ({ id, hash: `hash of ${id}`, first_12: 'sk_live_abcd' });

const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Escuela', owner_id: 'u1', test_key: print('t1'), at: after(0) },
};
const added = (id: string, at = after(0)): OrganizationEvent => ({
  type: 'LiveKeyAdded',
  data: { key: print(id), name: null, at },
});
const ended = (id: string, at = after(0)): OrganizationEvent => ({
  type: 'LiveKeyEnded',
  data: { key_id: id, reason: 'deleted', at },
});
const renewed = (id: string, at = after(0)): OrganizationEvent => ({
  type: 'TestKeyRenewed',
  data: { test_key: print(id), at },
});
const add = (id: string, over: object = {}): OrganizationCommand => ({
  ...{ type: 'add-live-key', key: print(id), name: null, at: after(0) },
  ...over,
});
const many = (count: number, make: (id: string, at?: string) => OrganizationEvent, at?: string) =>
  Array.from({ length: count }, (_, index) => make(`k${index}`, at));

describe('a Live key', () => {
  it('is added beside those that there are', () => {
    given(organizationDecider, [created, added('k1')])
      .when(add('k2', { name: 'Tienda' }))
      .then([{ type: 'LiveKeyAdded', data: { key: print('k2'), name: 'Tienda', at: after(0) } }]);
  });

  it('needs its organization', () => {
    given(organizationDecider).when(add('k1')).thenRefused('organization_not_found');
  });

  it('is deleted once', () => {
    const remove: OrganizationCommand = { type: 'delete-live-key', keyId: 'k1', at: after(1) };
    given(organizationDecider, [created, added('k1')])
      .when(remove)
      .then([ended('k1', after(1))]);
    given(organizationDecider, [created, added('k1'), ended('k1')])
      .when(remove)
      .thenRefused('not_found', { path: 'key_id', location: 'params' });
    given(organizationDecider, [created])
      .when({ ...remove, keyId: 't1' })
      .thenRefused('not_found');
  });

  it('is one of a hundred at most', () => {
    // Ten a day, for ten days.
    const days = Array.from({ length: 10 }, (_, day) =>
      Array.from({ length: 10 }, (_, index) => added(`${day}.${index}`, after(day * 25))),
    ).flat();
    given(organizationDecider, [created, ...days])
      .when(add('one more', { at: after(10 * 25) }))
      .thenRefused('conflict');
    given(organizationDecider, [created, ...days, ended('3.3')])
      .when(add('one more', { at: after(10 * 25) }))
      .thenTypes('LiveKeyAdded');
  });
});

describe('a narrowed Live key', () => {
  const operations = ['read.invoices.list'];
  const allowed_ips = ['203.0.113.7'];
  const narrowed = { operations, allowed_ips, expires_at: after(48) };
  const history: OrganizationEvent[] = [
    created,
    { type: 'LiveKeyAdded', data: { key: print('k1'), name: null, ...narrowed, at: after(0) } },
  ];
  const replaces = { key_id: 'k1', ends_in_hours: 24 };
  const inPlace = (over: object, ends_at = after(24), at = after(0)): OrganizationEvent => ({
    type: 'LiveKeyAdded',
    data: { key: print('k2'), name: null, ...narrowed, ...over, replaces: { id: 'k1', ends_at }, at },
  });

  it('has its limits in its event', () => {
    given(organizationDecider, [created]).when(add('k1', narrowed)).then(history.slice(1));
  });

  it('has an end that is ahead', () => {
    for (const expires_at of [after(0), after(-1)])
      given(organizationDecider, [created])
        .when(add('k1', { expires_at }))
        .thenRefused('invalid_request', { path: 'expires_at', location: 'body' });
  });

  it('is not widened by a renewal that does not say so', () => {
    given(organizationDecider, history)
      .when(add('k2', { replaces }))
      .then([inPlace({})]);
  });

  it('is renewed with other limits where these are given, each by itself', () => {
    const other = { operations: ['read.customers.list'], expires_at: after(1_000) };
    given(organizationDecider, history)
      .when(add('k2', { replaces, ...other }))
      .then([inPlace(other)]);
    given(organizationDecider, history)
      .when(add('k2', { replaces, allowed_ips: ['198.51.100.0/24'] }))
      .then([inPlace({ allowed_ips: ['198.51.100.0/24'] })]);
  });

  it('passes on the end that it was made with, not the one of its own renewal', () => {
    const again = { replaces: { key_id: 'k1', ends_in_hours: 168 }, at: after(1) };
    given(organizationDecider, [...history, inPlace({ key: print('k3') })])
      .when(add('k2', again))
      .then([inPlace({}, after(24), after(1))]);
  });

  it('that has ended is renewed only with an end of the new one', () => {
    given(organizationDecider, history)
      .when(add('k2', { replaces, at: after(49) }))
      .thenRefused('invalid_request', { path: 'expires_at', location: 'body' });
    given(organizationDecider, history)
      .when(add('k2', { replaces, at: after(49), expires_at: after(90) }))
      .thenTypes('LiveKeyAdded', 'LiveKeyEnded');
  });

  it('is removed after its end, and not before', () => {
    const end = (at: string): OrganizationCommand => ({
      ...{ type: 'end-live-key', keyId: 'k1', reason: 'expired', at },
    });
    given(organizationDecider, history)
      .when(end(after(47)))
      .then([]);
    given(organizationDecider, history)
      .when(end(after(48)))
      .thenTypes('LiveKeyEnded');
  });
});

describe('a Live key in another one’s place', () => {
  const replaces = { key_id: 'k1', ends_in_hours: 24 };
  const renewal: OrganizationEvent = {
    type: 'LiveKeyAdded',
    data: { key: print('k2'), name: null, replaces: { id: 'k1', ends_at: after(24) }, at: after(0) },
  };

  it('leaves that one some hours', () => {
    given(organizationDecider, [created, added('k1')])
      .when(add('k2', { replaces }))
      .then([renewal]);
  });

  it('never gives it a longer life than it had', () => {
    const later = add('k3', { replaces: { key_id: 'k1', ends_in_hours: 168 }, at: after(1) });
    given(organizationDecider, [created, added('k1'), renewal])
      .when(later)
      .then([
        {
          type: 'LiveKeyAdded',
          data: { key: print('k3'), name: null, replaces: { id: 'k1', ends_at: after(24) }, at: after(1) },
        },
      ]);
  });

  it('ends it at once where no hours are left to it', () => {
    given(organizationDecider, [created, added('k1')])
      .when(add('k2', { replaces: { key_id: 'k1', ends_in_hours: 0 } }))
      .thenTypes('LiveKeyAdded', 'LiveKeyEnded');
  });

  it('must name one that there is', () => {
    given(organizationDecider, [created, added('k1'), ended('k1')])
      .when(add('k2', { replaces }))
      .thenRefused('invalid_request', { path: 'replaces', location: 'body' });
  });

  it('is removed after its end, and not before', () => {
    const end = (at: string): OrganizationCommand => ({
      ...{ type: 'end-live-key', keyId: 'k1', reason: 'expired', at },
    });
    const history = [created, added('k1'), renewal];
    given(organizationDecider, history)
      .when(end(after(23)))
      .then([]);
    given(organizationDecider, history)
      .when(end(after(24)))
      .then([{ type: 'LiveKeyEnded', data: { key_id: 'k1', reason: 'expired', at: after(24) } }]);
    given(organizationDecider, [...history, ended('k1')])
      .when(end(after(24)))
      .then([]);
    given(organizationDecider, [created, added('k1')])
      .when(end(after(24)))
      .then([]);
  });
});

describe('making keys', () => {
  it.each([
    ['Live', added, add('another')],
    ['Test', renewed, { type: 'renew-test-key', testKey: print('another'), at: after(0) } as const],
  ])('of %s is limited: five an hour, ten a day', (_kind, make, command) => {
    const at = (time: string) => ({ ...command, at: time });
    given(organizationDecider, [created, ...many(4, make)])
      .when(at(after(0.5)))
      .events();
    given(organizationDecider, [created, ...many(5, make)])
      .when(at(after(0.5)))
      .thenRefused('rate_limit_exceeded', { params: { retryAfter: 1_800 } });
    given(organizationDecider, [created, ...many(5, make)])
      .when(at(after(1)))
      .events();
    const day = [...many(5, make), ...many(5, make, after(2))];
    given(organizationDecider, [created, ...day])
      .when(at(after(20)))
      .thenRefused('rate_limit_exceeded', { params: { retryAfter: 4 * 3_600 } });
    given(organizationDecider, [created, ...day])
      .when(at(after(24)))
      .events();
  });

  it('counts those that were deleted, and each environment by itself', () => {
    const deleted = many(5, added).flatMap((event, index) => [event, ended(`k${index}`)]);
    given(organizationDecider, [created, ...deleted])
      .when(add('another'))
      .thenRefused('rate_limit_exceeded');
    given(organizationDecider, [created, ...many(5, renewed)])
      .when(add('another'))
      .thenTypes('LiveKeyAdded');
  });

  it('does not wait for longer than a day, also where a clock was far ahead', () => {
    given(organizationDecider, [created, ...many(5, added, after(9_000))])
      .when(add('another'))
      .events();
    given(organizationDecider, [created, ...many(5, added, after(0.5))])
      .when(add('another'))
      .thenRefused('rate_limit_exceeded', { params: { retryAfter: 3_600 } });
  });
});

describe('revoking all keys', () => {
  const revoke: OrganizationCommand = { type: 'revoke-keys', at: after(1) };
  const revoked = (...key_ids: string[]): OrganizationEvent => ({
    type: 'OrganizationKeysRevoked',
    data: { key_ids, at: after(1) },
  });

  it('is of the Test key and of all Live keys', () => {
    given(organizationDecider, [created, added('k1'), added('k2'), ended('k1')])
      .when(revoke)
      .then([revoked('t1', 'k2')]);
    given(organizationDecider, [created, revoked('t1'), added('k1')])
      .when(revoke)
      .then([revoked('k1')]);
    given(organizationDecider, [created, added('k1'), revoked('t1', 'k1')])
      .when(revoke)
      .then([]);
  });

  it('lets new ones be made at once, however many were', () => {
    const history = [created, ...many(5, added), ...many(5, renewed), revoked('t1')];
    given(organizationDecider, history).when(add('another')).thenTypes('LiveKeyAdded');
    given(organizationDecider, history)
      .when({ type: 'renew-test-key', testKey: print('t2'), at: after(0) })
      .thenTypes('TestKeyRenewed');
  });
});

describe('the end of a Live key, judged at its use', () => {
  const key = { created_at: after(0), expires_at: null };
  const year = new Date(start + 365 * 24 * HOUR_MS);
  const before = new Date(year.getTime() - 1);

  it('comes a year after its last use, or its creation where nobody has used it', () => {
    expect(endOf(key, null, before)).toBeUndefined();
    expect(endOf(key, null, year)).toBe('unused');
    expect(endOf(key, new Date(start + 1), year)).toBeUndefined();
    expect(endOf(key, new Date(start - HOUR_MS), year)).toBe('unused');
  });

  it('comes at the hour that its renewal has set, whether it is used or not', () => {
    const old = { ...key, expires_at: after(24) };
    expect(endOf(old, new Date(after(23)), new Date(Date.parse(after(24)) - 1))).toBeUndefined();
    expect(endOf(old, new Date(after(23)), new Date(after(24)))).toBe('expired');
  });
});
