import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import type { OrganizationEvent } from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';
import { adminRole, at, created, joined, organizationId, people, roleAdded, shared } from './team.samples.js';

const setRole = (userId: string, role: string, by: string): OrganizationCommand => ({
  ...{ type: 'set-member-role', organizationId, userId, role, by, at },
});
const remove = (userId: string, by: string): OrganizationCommand => ({
  ...{ type: 'remove-member', organizationId, userId, by, at },
});
const share = (userId: string, by: string, over: object = {}): OrganizationCommand => ({
  ...{ type: 'share-ownership', organizationId, userId, share: true, suspended: [], by, at },
  ...over,
});
const giveUp = (userId: string, by: string, suspended: string[] = []): OrganizationCommand => ({
  ...{ type: 'give-up-ownership', organizationId, userId, suspended, by, at },
});
const givenUp = (user_id: string): OrganizationEvent => ({
  type: 'OwnershipGivenUp',
  data: { user_id, role: adminRole, at },
});
const removed = (user_id: string, by: string): OrganizationEvent => ({
  type: 'MemberRemoved',
  data: { user_id, by, at },
});
const inPath = { location: 'params', path: 'access_id' } as const;
const after = (...events: OrganizationEvent[]) => given(organizationDecider, [...people, ...events]);

describe('the role of a member', () => {
  it('is set by whoever may, and once', () => {
    const event: OrganizationEvent = {
      type: 'MemberRoleSet',
      data: { user_id: 'billing', role: 'managers', by: 'manager', at },
    };
    after()
      .when(setRole('billing', 'managers', 'manager'))
      .then([event]);
    after(event)
      .when(setRole('billing', 'managers', 'manager'))
      .then([]);
  });

  it('needs an organization, people and a role that there are', () => {
    given(organizationDecider)
      .when(setRole('billing', 'managers', 'owner'))
      .thenRefused('organization_not_found');
    after()
      .when(setRole('nobody', 'managers', 'owner'))
      .thenRefused('user_access_not_found', inPath);
    after()
      .when(setRole('billing', 'no role', 'owner'))
      .thenRefused('role_not_found', { location: 'body', path: 'role' });
  });

  it('is not set by who may not, nor by a stranger', () => {
    after()
      .when(setRole('manager', 'billers', 'billing'))
      .thenRefused('forbidden');
    after()
      .when(setRole('manager', 'billers', 'stranger'))
      .thenRefused('organization_not_found');
  });

  it('is nobody’s own to set: not a manager’s, not an administrator’s', () => {
    for (const who of ['manager', 'admin', 'chief'])
      after()
        .when(setRole(who, 'billers', who))
        .thenRefused('forbidden', inPath);
  });

  it('makes no administrator but by an administrator', () => {
    for (const role of [adminRole, 'chiefs'])
      for (const by of ['manager', 'almost'])
        after()
          .when(setRole('billing', role, by))
          .thenRefused('organization_admin_role_required');
    for (const by of ['owner', 'admin', 'chief'])
      after()
        .when(setRole('billing', adminRole, by))
        .thenTypes('MemberRoleSet');
  });

  it('gives no administrative operation that who sets it has not', () => {
    after()
      .when(setRole('billing', 'developers', 'manager'))
      .thenRefused('organization_admin_role_required');
    after()
      .when(setRole('billing', 'developers', 'almost'))
      .thenTypes('MemberRoleSet');
  });

  it('is not taken from an administrator but by another one', () => {
    for (const who of ['admin', 'chief']) {
      after()
        .when(setRole(who, 'billers', 'manager'))
        .thenRefused('organization_admin_assignment_cannot_be_edited', inPath);
      after()
        .when(setRole(who, 'billers', 'owner'))
        .thenTypes('MemberRoleSet');
    }
    after()
      .when(setRole('admin', 'billers', 'chief'))
      .thenTypes('MemberRoleSet');
  });

  it('is nothing that owners have', () => {
    for (const by of ['manager', 'admin', 'owner'])
      after()
        .when(setRole('owner', 'billers', by))
        .thenRefused('owner_access_cannot_be_reassigned', inPath);
  });
});

describe('a member', () => {
  it('is removed, once', () => {
    after()
      .when(remove('billing', 'manager'))
      .then([removed('billing', 'manager')]);
    after(removed('billing', 'manager'))
      .when(remove('billing', 'manager'))
      .thenRefused('user_access_not_found', inPath);
  });

  it('may do nothing any more', () => {
    after(removed('manager', 'owner'))
      .when(remove('billing', 'manager'))
      .thenRefused('organization_not_found');
  });

  it('does not remove themself, nor an owner, nor an administrator', () => {
    after().when(remove('manager', 'manager')).thenRefused('forbidden', inPath);
    for (const by of ['admin', 'manager', 'owner'])
      after().when(remove('owner', by)).thenRefused('owner_access_cannot_be_removed', inPath);
    for (const who of ['admin', 'chief'])
      after().when(remove(who, 'almost')).thenRefused('organization_admin_access_cannot_be_removed', inPath);
  });

  it('who is an administrator is removed by another one: of two who do it at once, one stays', () => {
    after().when(remove('admin', 'chief')).thenTypes('MemberRemoved');
    after(removed('admin', 'chief')).when(remove('chief', 'admin')).thenRefused('organization_not_found');
  });
});

describe('ownership', () => {
  it('is shared with a member, who keeps no role', () => {
    after()
      .when(share('billing', 'owner'))
      .then([shared('billing')]);
    after(shared('billing')).when(share('billing', 'owner')).then([]);
    after(shared('billing'))
      .when(setRole('billing', 'managers', 'owner'))
      .thenRefused('owner_access_cannot_be_reassigned');
  });

  it('is handed over: who did it is an administrator from then on', () => {
    const handOver = share('billing', 'owner', { share: false });
    after()
      .when(handOver)
      .then([shared('billing'), givenUp('owner')]);
    after(shared('billing'))
      .when(handOver)
      .then([givenUp('owner')]);
    after(shared('billing'), givenUp('owner')).when(handOver).thenRefused('forbidden', inPath);
    after(shared('billing'), givenUp('owner'))
      .when(setRole('manager', adminRole, 'owner'))
      .thenTypes('MemberRoleSet');
  });

  it('is an owner’s alone to give, to another person of the team who is not suspended', () => {
    for (const by of ['admin', 'manager', 'billing'])
      after().when(share('billing', by)).thenRefused('forbidden', inPath);
    after().when(share('billing', 'stranger')).thenRefused('organization_not_found');
    after().when(share('stranger', 'owner')).thenRefused('user_access_not_found', inPath);
    after().when(share('owner', 'owner')).thenRefused('forbidden', inPath);
    after()
      .when(share('billing', 'owner', { suspended: ['billing'] }))
      .thenRefused('conflict', inPath);
  });

  it('is given up by owners themselves, while another one can act', () => {
    after(shared('billing'))
      .when(giveUp('owner', 'owner'))
      .then([givenUp('owner')]);
    after(shared('billing'))
      .when(giveUp('billing', 'billing'))
      .then([givenUp('billing')]);
    after(shared('billing')).when(giveUp('billing', 'owner')).thenRefused('forbidden', inPath);
    after().when(giveUp('owner', 'owner')).thenRefused('owner_access_cannot_be_removed', inPath);
    after(shared('billing'))
      .when(giveUp('owner', 'owner', ['billing']))
      .thenRefused('owner_access_cannot_be_removed', inPath);
    after().when(giveUp('admin', 'admin')).thenRefused('forbidden', inPath);
    after().when(giveUp('stranger', 'stranger')).thenRefused('organization_not_found');
  });

  it('is left to one of two who give it up at the same time', () => {
    after(shared('billing'), givenUp('owner'))
      .when(giveUp('billing', 'billing'))
      .thenRefused('owner_access_cannot_be_removed');
  });

  it('counts for deletion: each owner may, and none who was one', () => {
    const deletion = (by: string): OrganizationCommand => ({
      ...{ type: 'delete', by, archived: false, live: { count: 0, unarchived: [] }, at },
    });
    after(shared('billing')).when(deletion('billing')).thenTypes('OrganizationDeleted');
    after(shared('billing'), givenUp('owner')).when(deletion('owner')).thenRefused('forbidden');
    after().when(deletion('admin')).thenRefused('forbidden');
  });
});

describe('whatever people do', () => {
  it('an owner is left, and nobody is twice in the team', () => {
    const everybody = ['owner', 'admin', 'chief', 'manager', 'billing', 'almost', 'stranger'];
    let state = people.reduce(organizationDecider.evolve, organizationDecider.initial);
    let seed = 7;
    const pick = <T>(from: readonly T[]): T => {
      seed = (seed * 48_271) % 2_147_483_647;
      return from[seed % from.length] as T;
    };
    for (let step = 0; step < 3_000; step += 1) {
      const [who, by] = [pick(everybody), pick(everybody)];
      const command = pick([
        ...[setRole(who, pick([adminRole, 'managers', 'chiefs']), by), remove(who, by), giveUp(who, by)],
        ...[share(who, by), share(who, by, { share: false })],
      ]);
      const decision = organizationDecider.decide(command, state);
      if (decision.ok) state = decision.value.reduce(organizationDecider.evolve, state);
      if (state.status !== 'active') throw new Error('the organization is gone');
      const ids = [...state.team.owners, ...state.team.members].map(({ user_id }) => user_id);
      expect(state.team.owners.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('nothing happens in an organization that is deleted', () => {
    const deleted: OrganizationEvent = { type: 'OrganizationDeleted', data: { deletes_at: at, at } };
    for (const command of [
      setRole('billing', 'managers', 'owner'),
      remove('billing', 'owner'),
      share('billing', 'owner'),
    ])
      after(deleted).when(command).thenRefused('organization_not_found');
  });

  it('an organization of old events has its owner', () => {
    given(organizationDecider, [created, roleAdded('r1'), joined('ana', 'r1')])
      .when(remove('ana', 'owner'))
      .thenTypes('MemberRemoved');
  });
});
