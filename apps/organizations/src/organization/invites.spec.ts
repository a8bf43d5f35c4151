import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given } from '#kernel/testing';
import {
  adminRoleId,
  INVITE_LIMITS,
  OPERATIONS,
  type OrganizationEvent,
  type OrganizationTeamEvent,
} from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';
import type { Answering } from './invites.js';

const organizationId = '66f0c0c0c0c0c0c0c0c0c0aa';
const at = '2026-11-26T12:00:00.000Z';
const later = '2026-12-04T12:00:00.000Z';
const expires_at = '2026-12-03T12:00:00.000Z';
const admin = adminRoleId(organizationId);

const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Escuela', owner_id: 'ana', test_key: { id: 'k', hash: 'h', first_12: 'f' }, at },
};
const role = (role_id: string, template_code: string, add: string[] = []): OrganizationEvent => ({
  type: 'RoleAdded',
  data: { role_id, name: role_id, template_code, add, remove: [], by: 'ana', at },
});
const member = (user_id: string, of: string): OrganizationEvent => ({
  type: 'MemberJoined',
  data: { user_id, role: of, invite_id: `by-${user_id}`, at },
});
const print = (over: object = {}) => ({
  ...{ id: 'i1', email: 'eva@example.com', key_hash: 'hash-1', expires_at },
  ...over,
});
const invited = (over: object = {}): OrganizationTeamEvent => ({
  type: 'PersonInvited',
  data: { ...print(), role: admin, by: 'ana', at, ...over },
});
const invite = (over: object = {}, by = 'ana', user?: string): OrganizationCommand => ({
  ...{ type: 'invite', organizationId, by, invited: user, at },
  invite: { ...print(), role: null, ...over },
});
const link = (userId: string | undefined = 'eva', keyHash = 'hash-1'): Answering => ({
  ...{ kind: 'link', keyHash, userId },
});
const user = (userId = 'eva', email = 'eva@example.com'): Answering => ({ kind: 'user', userId, email });
const answer = (who: Answering, accept = true, time = at): OrganizationCommand => ({
  ...{ type: 'answer-invite', organizationId, inviteId: 'i1', accept, who, at: time },
});
const joined: OrganizationTeamEvent = {
  type: 'MemberJoined',
  data: { user_id: 'eva', role: admin, invite_id: 'i1', at },
};
const ended = (reason: 'declined' | 'canceled'): OrganizationTeamEvent => ({
  type: 'InviteEnded',
  data: { invite_id: 'i1', reason, at },
});

const open = [created, invited()];
const managers = [created, role('managing', 'org-team-manager'), member('luis', 'managing')];

describe('who invites', () => {
  it('an administrator, with any role; without one, as an administrator', () => {
    given(organizationDecider, [created]).when(invite()).then([invited()]);
    given(organizationDecider, [created, role('reading', 'org-readonly')])
      .when(invite({ role: 'reading' }))
      .then([invited({ role: 'reading' })]);
  });

  it('somebody else who may invite, with roles of everyday work and those whose operations they have', () => {
    given(organizationDecider, [...managers, role('reading', 'org-readonly')])
      .when(invite({ role: 'reading' }, 'luis'))
      .then([invited({ role: 'reading', by: 'luis' })]);
    given(organizationDecider, managers)
      .when(invite({ role: 'managing' }, 'luis'))
      .then([invited({ role: 'managing', by: 'luis' })]);
  });

  it('but with no role above their own', () => {
    given(organizationDecider, managers)
      .when(invite({}, 'luis'))
      .thenRefused('organization_admin_role_required');
    given(organizationDecider, [...managers, role('keys', 'org-developer')])
      .when(invite({ role: 'keys' }, 'luis'))
      .thenRefused('organization_admin_role_required');
    // All operations but an everyday one make no administrator.
    const almost = OPERATIONS.filter((operation) => operation !== 'read.customers.list');
    given(organizationDecider, [
      created,
      role('almost', 'org-team-manager', [...almost]),
      member('luis', 'almost'),
    ])
      .when(invite({}, 'luis'))
      .thenRefused('organization_admin_role_required');
  });

  it('nobody who may not: a reader, a stranger, a key of the organization', () => {
    const readers = [created, role('reading', 'org-readonly'), member('luis', 'reading')];
    given(organizationDecider, readers)
      .when(invite({ role: 'reading' }, 'luis'))
      .thenRefused('forbidden');
    for (const by of ['nobody', ''])
      given(organizationDecider, readers).when(invite({}, by)).thenRefused('organization_not_found');
    given(organizationDecider).when(invite()).thenRefused('organization_not_found');
  });
});

describe('an invitation', () => {
  it('to an address that has one takes its place, under its id', () => {
    const again = invite({ id: 'i2', key_hash: 'hash-2' });
    given(organizationDecider, open)
      .when(again)
      .then([invited({ key_hash: 'hash-2' })]);
    const state = fold(organizationDecider, [...open, invited({ key_hash: 'hash-2' })]);
    expect(state.status === 'active' && state.team).toMatchObject({
      invites: [{ id: 'i1', key_hash: 'hash-2' }],
      ended_invites: [{ id: 'i1', key_hash: 'hash-1', end: 'replaced' }],
    });
  });

  it('is of a role that there is, and to nobody who belongs to the organization', () => {
    given(organizationDecider, [created])
      .when(invite({ role: 'gone' }))
      .thenRefused('invite_role_unavailable', { path: 'role' });
    given(organizationDecider, [created])
      .when(invite({}, 'ana', 'ana'))
      .thenRefused('user_already_in_organization', { path: 'email' });
    given(organizationDecider, managers)
      .when(invite({}, 'ana', 'luis'))
      .thenRefused('user_already_in_organization', { path: 'email' });
  });

  it('is cancelled by who may, once', () => {
    const cancel = (by: string): OrganizationCommand => ({
      ...{ type: 'cancel-invite', organizationId, inviteId: 'i1', by, at },
    });
    given(organizationDecider, open)
      .when(cancel('ana'))
      .then([ended('canceled')]);
    given(organizationDecider, open).when(cancel('nobody')).thenRefused('organization_not_found');
    given(organizationDecider, [...open, ended('canceled')])
      .when(cancel('ana'))
      .thenRefused('invite_not_found');
  });

  it('can be one of 200 at most, which a renewed one does not add to', () => {
    const full = [
      created,
      ...Array.from({ length: INVITE_LIMITS.open }, (_, n) =>
        invited({ id: `i${n}`, email: `a${n}@example.com`, at: '2026-11-01T12:00:00.000Z' }),
      ),
    ];
    given(organizationDecider, full).when(invite()).thenRefused('conflict');
    given(organizationDecider, full)
      .when(invite({ email: 'a1@example.com' }))
      .then([invited({ id: 'i1', email: 'a1@example.com' })]);
  });

  it('is mailed 50 times a day, five times to one address, also if it was cancelled in between', () => {
    const many = (count: number, email: (n: number) => string) => [
      created,
      ...Array.from({ length: count }, (_, n) => [invited({ email: email(n) }), ended('canceled')]).flat(),
    ];
    const limited = { params: { retryAfter: '86400' } };
    given(
      organizationDecider,
      many(50, (n) => `a${n}@example.com`),
    )
      .when(invite())
      .thenRefused('rate_limit_exceeded', limited);
    const five = many(5, () => 'eva@example.com');
    given(organizationDecider, five).when(invite()).thenRefused('rate_limit_exceeded', limited);
    given(organizationDecider, five)
      .when(invite({ email: 'otra@example.com' }))
      .then([invited({ email: 'otra@example.com' })]);
  });
});

describe('an answer', () => {
  it.each([
    ['by the link', link()],
    ['by the user', user()],
  ] as const)('%s lets in, or ends it', (_, who) => {
    given(organizationDecider, open).when(answer(who)).then([joined]);
    given(organizationDecider, open)
      .when(answer(who, false))
      .then([ended('declined')]);
  });

  it('that comes again changes nothing', () => {
    for (const who of [link(), user()])
      given(organizationDecider, [...open, joined])
        .when(answer(who))
        .then([]);
    given(organizationDecider, [...open, ended('declined')])
      .when(answer(link(undefined), false))
      .then([]);
  });

  it('after it was answered otherwise, cancelled or replaced finds nothing', () => {
    const refused = (history: readonly OrganizationEvent[], command: OrganizationCommand) =>
      given(organizationDecider, history).when(command).thenRefused('invite_not_found');
    for (const who of [link(), user()]) {
      refused([...open, joined], answer(who, false));
      refused([...open, ended('declined')], answer(who));
      refused([...open, ended('canceled')], answer(who));
    }
    refused([...open, invited({ key_hash: 'hash-2' })], answer(link()));
    refused([created], answer(user()));
    refused([], answer(user()));
    // Who was removed does not come back by what let them in.
    const removed: OrganizationEvent = { type: 'MemberRemoved', data: { user_id: 'eva', by: 'ana', at } };
    refused([...open, joined, removed], answer(user()));
    refused([...open, joined, removed], answer(link()));
  });

  it('of another address is refused, whether its user belongs to the organization or not', () => {
    given(organizationDecider, open)
      .when(answer(user('ana', 'ana@example.com')))
      .thenRefused('invite_email_mismatch');
    for (const email of [
      'mal@example.com',
      'EVA@example.com',
      'eva+1@example.com',
      'еva@example.com',
      'eva@example.com.mx',
    ])
      given(organizationDecider, open)
        .when(answer(user('mal', email)))
        .thenRefused('invite_email_mismatch');
  });

  it('comes in time', () => {
    given(organizationDecider, open)
      .when(answer(link(), true, expires_at))
      .thenRefused('invite_expired');
    given(organizationDecider, open)
      .when(answer(user(), true, later))
      .thenRefused('invite_expired');
  });

  it('finds the role, and an inviter who could still give it', () => {
    const gone: OrganizationEvent = { type: 'RoleDeleted', data: { role_id: 'reading', by: 'ana', at } };
    const reading = invited({ role: 'reading' });
    given(organizationDecider, [created, role('reading', 'org-readonly'), reading, gone])
      .when(answer(link()))
      .thenRefused('invite_role_unavailable');
    const byLuis = [...managers, invited({ role: 'managing', by: 'luis' })];
    given(organizationDecider, byLuis)
      .when(answer(link()))
      .then([{ ...joined, data: { ...joined.data, role: 'managing' } }]);
    const removed: OrganizationEvent = { type: 'MemberRemoved', data: { user_id: 'luis', by: 'ana', at } };
    given(organizationDecider, [...byLuis, removed])
      .when(answer(link()))
      .thenRefused('invite_role_unavailable');
  });

  it('of somebody who came in otherwise is refused', () =>
    given(organizationDecider, [created, invited(), member('eva', admin)])
      .when(answer(user()))
      .thenRefused('user_already_in_organization'));
});
