import { describe, expect, it } from '@jest/globals';
import type { Principal, RouteRow } from '#http';
import { judge, type Deed } from './judge.js';

const ours = '6743f1c2a1b2c3d4e5f60718';
const theirs = '6743f1c2a1b2c3d4e5f60719';
const key: Principal = { kind: 'live', organizationId: ours, keyId: 'k' };
const user: Principal = { kind: 'user', userId: 'u', keyId: 'k' };
const row = (operation: RouteRow['operation'], others: Partial<RouteRow> = {}): RouteRow => ({
  ...{ operation, keys: ['live', 'user'], bodyLimit: 'none', rateClass: 'write' },
  ...others,
});
const write = row('write.customers.create', { keys: ['test', 'live'] });
const settings = row('write.organizations.edit_legal');
const read = row('read.organizations.detail');
const told = (deed: Partial<Deed>) => {
  const judged = judge({
    ...{ row: write, status: 200, refused: undefined, start: '', caller: key, params: {} },
    ...{ header: undefined, concerns: undefined },
    ...deed,
  });
  return judged && [judged.organizationId, judged.outcome, judged.isStranger];
};
const at = (organization_id: string) => ({ params: { organization_id } });

describe('what the log has', () => {
  it.each<[string, Partial<Deed>, unknown]>([
    ['a change', {}, [ours, 'succeeded', false]],
    ['one that is accepted', { status: 202 }, [ours, 'succeeded', false]],
    ['one that failed by our fault', { status: 500, refused: 'internal_error' }, [ours, 'failed', false]],
    ['a read of a secret', { row: row('read.x.y', { audited: true }) }, [ours, 'succeeded', false]],
    [
      'a read that says so',
      { row: read, concerns: { organizationId: ours, audited: true } },
      [ours, 'succeeded', false],
    ],
    ['a change by a person', { row: settings, caller: user, ...at(ours) }, [ours, 'succeeded', false]],
    [
      'a change of a user’s own',
      { row: row('write.user_keys.revoke'), caller: user },
      ['', 'succeeded', false],
    ],
    [
      'an organization that is made',
      { row: row('write.organizations.create'), caller: user, start: `{"id":"${ours}","x` },
      [ours, 'succeeded', false],
    ],
    [
      'the answer to an invitation',
      { caller: user, concerns: { organizationId: theirs } },
      [theirs, 'succeeded', false],
    ],
    ['a key of another kind', { status: 403, refused: 'live_api_key_required' }, [ours, 'denied', false]],
    [
      'a key that is too narrow, on a read',
      { row: read, status: 403, refused: 'forbidden' },
      [ours, 'denied', false],
    ],
    [
      'a role that is too small',
      { caller: user, ...at(ours), status: 403, refused: 'forbidden' },
      [ours, 'denied', false],
    ],
    [
      'a stranger',
      {
        row: read,
        caller: user,
        ...at(theirs.toUpperCase()),
        status: 404,
        refused: 'organization_not_found',
      },
      [theirs, 'denied', true],
    ],
    [
      'a stranger by header',
      { caller: user, header: theirs, status: 400, refused: 'organization_id_not_allowed' },
      [theirs, 'denied', true],
    ],
    [
      'a key that asks for another organization',
      { row: read, ...at(theirs), status: 404, refused: 'organization_not_found' },
      [theirs, 'denied', true],
    ],
    [
      'a suspended user',
      { caller: user, ...at(ours), status: 403, refused: 'user_suspended' },
      [ours, 'denied', true],
    ],
    [
      'a fault that a stranger met',
      { row: settings, caller: user, ...at(theirs), status: 503 },
      [theirs, 'failed', true],
    ],
    ['a key that has ended', { row: read, status: 401, refused: 'api_key_invalid' }, [ours, 'denied', false]],
    [
      'a 403 of another organization’s route',
      { ...at(theirs), status: 403, refused: 'api_key_not_allowed' },
      [ours, 'denied', false],
    ],
  ])('%s', (_, deed, expected) => expect(told(deed)).toEqual(expected));
});

describe('what it does not have', () => {
  it.each<[string, Partial<Deed>]>([
    ['a read', { row: read }],
    ['input that was refused', { status: 400, refused: 'invalid_request' }],
    ['what there is not', { status: 404, refused: 'customer_not_found' }],
    ['a conflict', { status: 409, refused: 'conflict' }],
    ['too many requests', { status: 429, refused: 'rate_limit_exceeded' }],
    ['a read that failed', { row: read, status: 500, refused: 'internal_error' }],
    ['what is not built', { status: 403, refused: 'feature_not_available' }],
    ['an organization that lacks data', { status: 403, refused: 'organization_incomplete' }],
    [
      'a user who was refused in no organization',
      { caller: user, status: 403, refused: 'api_key_not_allowed' },
    ],
    [
      'a user who was refused beside a header',
      {
        row: row('write.received_invites.respond', { keys: ['user'] }),
        ...{ caller: user, header: theirs, status: 403, refused: 'invite_email_mismatch' as const },
      },
    ],
    ['nobody', { caller: undefined, status: 401, refused: 'missing_credentials' }],
    ['a hosted page, which tells by itself', { row: row('write.edit_links.complete', { keys: [] }) }],
  ])('%s', (_, deed) => expect(told(deed)).toBeUndefined());
});
