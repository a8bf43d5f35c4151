import { describe, expect, it } from '@jest/globals';
import {
  newTeam,
  OPERATIONS,
  templateOperations,
  withTeam,
  type GrantedOperation,
  type Team,
} from '#contracts';
import { mayGrant, refuseUnlessMay } from './access.js';

const at = '2026-03-02T10:00:00.000Z';
const role = (id: string, template: string, add: string[] = [], remove: string[] = []) =>
  ({
    type: 'RoleAdded',
    data: { role_id: id, name: id, template_code: template, add, remove, by: 'owner', at },
  }) as const;
const joined = (user: string, roleId: string) =>
  ({ type: 'MemberJoined', data: { user_id: user, role: roleId, invite_id: `i-${user}`, at } }) as const;
const team: Team = [
  role('managers', 'org-team-manager'),
  role('developers', 'org-developer'),
  role('nearly', 'org-admin', [], ['read.tools.check']),
  joined('manager', 'managers'),
  joined('developer', 'developers'),
  joined('almost', 'nearly'),
].reduce(withTeam, newTeam('owner', at));
const people = { organizationId: 'o1', team };
const of = (code: string): readonly GrantedOperation[] => templateOperations(code) ?? [];
const codeOf = (...args: Parameters<typeof mayGrant>) => mayGrant(...args)?.refusal.code;

describe('giving operations to others', () => {
  it('is free to owners', () => expect(codeOf(people, 'owner', OPERATIONS)).toBeUndefined());

  it('of everyday work is free to whoever may set roles at all', () => {
    expect(codeOf(people, 'manager', of('org-billing'))).toBeUndefined();
    expect(codeOf(people, 'manager', of('org-readonly'))).toBeUndefined();
  });

  it('of an administrative kind takes having that very operation', () => {
    expect(codeOf(people, 'manager', of('org-team-manager'))).toBeUndefined();
    expect(codeOf(people, 'manager', of('org-developer'))).toBe('organization_admin_role_required');
    expect(codeOf(people, 'developer', of('org-developer'))).toBeUndefined();
  });

  it('of all there is takes an administrator: one operation less is none', () => {
    expect(codeOf(people, 'almost', of('org-team-manager'))).toBeUndefined();
    expect(codeOf(people, 'almost', OPERATIONS)).toBe('organization_admin_role_required');
    const nearly = OPERATIONS.filter((one) => one !== 'read.tools.check');
    expect(codeOf(people, 'almost', nearly)).toBeUndefined();
    // The last one that was missing is no administrative one, and makes an administrator all the same.
    expect(codeOf(people, 'almost', OPERATIONS, nearly)).toBe('organization_admin_role_required');
  });

  it('counts what is new alone', () => {
    const before = of('org-developer');
    expect(codeOf(people, 'manager', before, before)).toBeUndefined();
    expect(codeOf(people, 'manager', [...before, 'write.customers.edit'], before)).toBeUndefined();
    expect(codeOf(people, 'manager', [...before, 'write.series.edit'], before)).toBe(
      'organization_admin_role_required',
    );
  });

  it('is nothing that strangers do', () =>
    expect(codeOf(people, 'stranger', of('org-developer'))).toBe('organization_admin_role_required'));
});

describe('acting among an organization’s people', () => {
  it('takes the operation, and belonging there', () => {
    const may = (by: string) => refuseUnlessMay(people, by, 'write.team.remove')?.refusal.code;
    expect(['owner', 'manager', 'developer', 'stranger'].map(may)).toEqual([
      ...[undefined, undefined, 'forbidden', 'organization_not_found'],
    ]);
  });
});
