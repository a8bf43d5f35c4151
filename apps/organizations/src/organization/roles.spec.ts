import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import { OPERATIONS, operationsOfRole, type OrganizationEvent, type RoleInput } from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';
import { adminRole, at, invited, organizationId, people, roleAdded } from './team.samples.js';

const asked = (roleId: string, by: string) => ({ organizationId, roleId, by, at });
const add = (role: RoleInput, by = 'owner'): OrganizationCommand => ({
  ...{ type: 'add-role', role, ...asked('new', by) },
});
const edit = (roleId: string, changes: RoleInput, by = 'owner'): OrganizationCommand => ({
  ...{ type: 'edit-role', changes, ...asked(roleId, by) },
});
const remove = (roleId: string, by = 'owner'): OrganizationCommand => ({
  ...{ type: 'delete-role', ...asked(roleId, by) },
});
const after = (...events: OrganizationEvent[]) => given(organizationDecider, [...people, ...events]);
const inPath = { location: 'params', path: 'role_id' } as const;
const problemsOf = (command: OrganizationCommand) => {
  const { outcome } = after().when(command);
  return outcome.ok ? [] : (outcome.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};

describe('a new role', () => {
  it('has a template, with operations added and taken away, in the catalogue’s order and once', () => {
    const role = {
      ...{ name: '  Caja   chica ', template_code: 'org-billing' },
      add: ['write.series.edit', 'read.api_keys.live_list', 'write.series.edit'],
      remove: ['write.invoices.cancel'],
    };
    const content = {
      ...{ name: 'Caja chica', template_code: 'org-billing' },
      ...{ add: ['read.api_keys.live_list', 'write.series.edit'], remove: ['write.invoices.cancel'] },
    };
    after()
      .when(add(role))
      .then([{ type: 'RoleAdded', data: { role_id: 'new', ...content, by: 'owner', at } }]);
    expect(operationsOfRole(content)).toContain('write.series.edit');
    expect(operationsOfRole(content)).not.toContain('write.invoices.cancel');
  });

  it('may be made from nothing', () => {
    after()
      .when(add({ name: 'Nada' }))
      .then([
        {
          type: 'RoleAdded',
          data: {
            ...{ role_id: 'new', name: 'Nada', template_code: null, add: [], remove: [] },
            by: 'owner',
            at,
          },
        },
      ]);
  });

  it('is refused with everything that is wrong with it', () => {
    const wrong = {
      name: ' \u200b ',
      add: ['read.custmers.list', 'x'],
      remove: ['x', 'read.customers.list'],
    };
    expect(problemsOf(add(wrong))).toEqual([
      ...['name required', 'add[0] invalid_value', 'add[1] invalid_value', 'remove[0] invalid_value'],
    ]);
    expect(problemsOf(add({ name: 'x'.repeat(101) }))).toEqual(['name invalid_length']);
    const both = { name: 'Ambas', add: ['read.team.list'], remove: ['read.team.list'] };
    expect(problemsOf(add(both))).toEqual(['remove[0] not_allowed']);
  });

  it('is told the operation that was meant', () => {
    const { outcome } = after().when(add({ name: 'A', add: ['read.customer.list'] }));
    expect(!outcome.ok && outcome.refusal.details?.[0]?.params).toEqual({
      suggestion: '"read.customers.list"',
    });
  });

  it('needs a template that there is', () => {
    after()
      .when(add({ name: 'A', template_code: 'org-admn' }))
      .thenRefused('role_template_not_found', { location: 'body', path: 'template_code' });
  });

  it.each(['Rol managers', 'rol MANAGERS', ' Rol  managers', 'Rol\u200b managers', 'administrador', 'Owner'])(
    'may not be called %j',
    (name) => after().when(add({ name })).thenRefused('conflict', { location: 'body', path: 'name' }),
  );

  it('gives no more than who makes it may give', () => {
    after()
      .when(add({ name: 'A', template_code: 'org-billing' }, 'manager'))
      .thenTypes('RoleAdded');
    after()
      .when(add({ name: 'A', template_code: 'org-admin' }, 'manager'))
      .thenRefused('organization_admin_role_required');
    after()
      .when(add({ name: 'A', add: ['write.api_keys.live_add'] }, 'manager'))
      .thenRefused('organization_admin_role_required');
    after()
      .when(add({ name: 'A', add: [...OPERATIONS] }, 'almost'))
      .thenRefused('organization_admin_role_required');
    after()
      .when(add({ name: 'A' }, 'billing'))
      .thenRefused('forbidden');
    after()
      .when(add({ name: 'A' }, 'stranger'))
      .thenRefused('organization_not_found');
  });

  it('is one of a hundred at most', () => {
    const many = Array.from({ length: 95 }, (_, index) => roleAdded(`r${index}`));
    after(...many)
      .when(add({ name: 'One more' }))
      .thenRefused('conflict');
    after(...many.slice(1))
      .when(add({ name: 'One more' }))
      .thenTypes('RoleAdded');
  });
});

describe('an edit of a role', () => {
  it('changes what is sent, and nothing twice', () => {
    const event: OrganizationEvent = {
      type: 'RoleEdited',
      data: {
        ...{ role_id: 'billers', name: 'Cobranza', template_code: 'org-billing', add: [], remove: [] },
        ...{ by: 'owner', at },
      },
    };
    after()
      .when(edit('billers', { name: 'Cobranza' }))
      .then([event]);
    after(event)
      .when(edit('billers', { name: 'Cobranza' }))
      .then([]);
    after(event).when(edit('billers', {})).then([]);
  });

  it('takes an operation out of the other list, where that is not sent', () => {
    const history = [roleAdded('mixed', { template_code: 'org-billing', remove: ['write.invoices.cancel'] })];
    const [edited] = after(...history)
      .when(edit('mixed', { add: ['write.invoices.cancel'] }))
      .events();
    expect(edited?.data).toMatchObject({ add: ['write.invoices.cancel'], remove: [] });
  });

  it('may take its template away', () => {
    const [edited] = after()
      .when(edit('billers', { template_code: null, add: ['read.customers.list'] }))
      .events();
    expect(edited?.data).toMatchObject({ template_code: null, add: ['read.customers.list'] });
  });

  it('is not of the built-in role, nor by others of one that administrators have', () => {
    for (const by of ['owner', 'admin'])
      after()
        .when(edit(adminRole, { name: 'A' }, by))
        .thenRefused('organization_admin_role_cannot_be_edited', inPath);
    after()
      .when(edit('chiefs', { remove: ['read.tools.check'] }, 'almost'))
      .thenRefused('organization_admin_role_cannot_be_edited', inPath);
    after()
      .when(edit('chiefs', { remove: ['read.tools.check'] }, 'admin'))
      .thenTypes('RoleEdited');
  });

  it('is never of the role that one has', () => {
    after()
      .when(edit('managers', { name: 'A' }, 'manager'))
      .thenRefused('forbidden', inPath);
    after()
      .when(edit('chiefs', { name: 'A' }, 'chief'))
      .thenRefused('forbidden', inPath);
    after()
      .when(edit('nearly', { remove: [] }, 'almost'))
      .thenRefused('forbidden', inPath);
  });

  it('raises nobody beyond what who edits it may give', () => {
    after()
      .when(edit('billers', { add: ['write.api_keys.live_add'] }, 'manager'))
      .thenRefused('organization_admin_role_required');
    after()
      .when(edit('nearly', { remove: [] }, 'manager'))
      .thenRefused('organization_admin_role_required');
    after()
      .when(edit('developers', { name: 'Otro nombre' }, 'manager'))
      .thenTypes('RoleEdited');
    after()
      .when(edit('billers', { add: ['read.team.list'] }, 'manager'))
      .thenTypes('RoleEdited');
  });

  it('keeps names apart, and needs a role that there is', () => {
    after()
      .when(edit('billers', { name: 'ROL MANAGERS' }))
      .thenRefused('conflict');
    after()
      .when(edit('billers', { name: 'ROL BILLERS' }))
      .thenTypes('RoleEdited');
    after()
      .when(edit('none', { name: 'A' }))
      .thenRefused('role_not_found', inPath);
    after()
      .when(edit('billers', { name: 'A' }, 'billing'))
      .thenRefused('forbidden');
  });
});

describe('a role', () => {
  it('is deleted when nobody has it, and no open invitation offers it', () => {
    after().when(remove('developers')).thenTypes('RoleDeleted');
    after().when(remove('billers')).thenRefused('role_has_assigned_users', inPath);
    const later = '2026-03-09T10:00:00.000Z';
    after(invited('i1', 'developers', later))
      .when(remove('developers'))
      .thenRefused('role_has_assigned_users');
    after(invited('i1', 'developers', at))
      .when(remove('developers'))
      .thenTypes('RoleDeleted');
  });

  it('is not deleted if it is the built-in one, of administrators and by others, or not there', () => {
    after().when(remove(adminRole)).thenRefused('organization_admin_role_cannot_be_deleted', inPath);
    const spare = roleAdded('spare', { template_code: 'org-admin' });
    after(spare)
      .when(remove('spare', 'manager'))
      .thenRefused('organization_admin_role_cannot_be_deleted', inPath);
    after(spare).when(remove('spare', 'admin')).thenTypes('RoleDeleted');
    after().when(remove('none')).thenRefused('role_not_found', inPath);
    after().when(remove('developers', 'billing')).thenRefused('forbidden');
  });
});
