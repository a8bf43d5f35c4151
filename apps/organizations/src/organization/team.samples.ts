import { adminRoleId, type OrganizationEvent, type RoleContent } from '#contracts';

/** An organization with people of all kinds, for specs: `owner`, `admin`, `manager`, `billing` and `almost`. */
export const organizationId = 'o1';
export const at = '2026-03-02T10:00:00.000Z';
export const adminRole = adminRoleId(organizationId);

export const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: {
    ...{ name: 'Escuela', owner_id: 'owner', at },
    test_key: { id: 't1', hash: 'hash', first_12: 'sk_test_abcd' },
  },
};

export const roleAdded = (role_id: string, content: Partial<RoleContent> = {}): OrganizationEvent => ({
  type: 'RoleAdded',
  data: {
    ...{ role_id, name: `Rol ${role_id}`, template_code: null, add: [], remove: [] },
    ...{ by: 'owner', at },
    ...content,
  },
});
export const joined = (user_id: string, role: string): OrganizationEvent => ({
  type: 'MemberJoined',
  data: { user_id, role, invite_id: `invite of ${user_id}`, at },
});
export const invited = (id: string, role: string, expires_at: string): OrganizationEvent => ({
  type: 'PersonInvited',
  data: { id, email: `${id}@example.com`, role, key_hash: `hash of ${id}`, expires_at, by: 'owner', at },
});
export const shared = (user_id: string): OrganizationEvent => ({
  type: 'OwnershipShared',
  data: { user_id, by: 'owner', at },
});

export const people: readonly OrganizationEvent[] = [
  created,
  roleAdded('managers', { template_code: 'org-team-manager' }),
  roleAdded('billers', { template_code: 'org-billing' }),
  roleAdded('developers', { template_code: 'org-developer' }),
  roleAdded('chiefs', { template_code: 'org-admin' }),
  roleAdded('nearly', { template_code: 'org-admin', remove: ['read.tools.check'] }),
  joined('admin', adminRole),
  joined('chief', 'chiefs'),
  joined('manager', 'managers'),
  joined('billing', 'billers'),
  joined('almost', 'nearly'),
];
