import type { OperationDocs } from '../../api-docs/types.js';

const OF_ROLE = ['organization_not_found', 'role_not_found'] as const;

/** What a role may not be made of, whether it is new or edited. */
const CONTENT = [
  { code: 'invalid_request', path: 'name' },
  { code: 'role_template_not_found', path: 'template_code' },
  'organization_admin_role_required',
  { code: 'conflict', path: 'name' },
] as const;

export const rolesDocs = {
  'GET /v2/organizations/:organization_id/team/roles': {
    id: 'listRoles',
    tag: 'Organizations',
    summary: 'List the roles of an organization',
    description:
      'The built-in role of administrators first, which has every operation and can’t be edited; then those that were made, the oldest first. The answer is a bare array without pages.',
    refusals: ['organization_not_found'],
  },
  'POST /v2/organizations/:organization_id/team/roles': {
    id: 'createRole',
    tag: 'Organizations',
    summary: 'Create a role',
    description: `A role is a template, or nothing, with operations added (\`add\`) and taken away (\`remove\`). It follows its template: an operation that a later version adds to the template is the role's too. \`GET …/team/roles/templates\` and \`GET …/team/roles/operations\` list what there is.

Names are unique in an organization, whatever their case. There are 100 roles at most (409 \`conflict\`). Administrative operations can be given by administrators and by people who have the very operation. Answers 200 with the role.`,
    examples: {
      template: {
        summary: 'A template without one of its operations',
        body: { name: 'Cobranza', template_code: 'org-billing', remove: ['write.invoices.cancel'] },
      },
      operations: {
        summary: 'Operations alone',
        body: { name: 'Reportes', add: ['read.invoices.list', 'read.invoices.download'] },
      },
    },
    refusals: ['organization_not_found', ...CONTENT],
  },
  'GET /v2/organizations/:organization_id/team/roles/templates': {
    id: 'listRoleTemplates',
    tag: 'Organizations',
    summary: 'List the templates of roles',
    description:
      'What roles may start from, with the operations of each. Labels and descriptions are in the language of `Accept-Language`.',
    refusals: ['organization_not_found'],
  },
  'GET /v2/organizations/:organization_id/team/roles/operations': {
    id: 'listRoleOperations',
    tag: 'Organizations',
    summary: 'List the operations that roles can have',
    description:
      'Every operation that a role may have, as `<read|write>.<group>.<action>`. Each operation of this document says which of them it needs (`x-operation`).',
    refusals: ['organization_not_found'],
  },
  'GET /v2/organizations/:organization_id/team/roles/:role_id': {
    id: 'getRole',
    tag: 'Organizations',
    summary: 'Get a role',
    description:
      'One role, with what it is made of and all operations that follow from that. `used_by` counts members, not open invitations.',
    refusals: OF_ROLE,
  },
  'PUT /v2/organizations/:organization_id/team/roles/:role_id': {
    id: 'updateRole',
    tag: 'Organizations',
    summary: 'Edit a role',
    description: `Changes what you send, for everybody who has the role, from their next request on. A list replaces the list before; if you send only one of \`add\` and \`remove\`, its operations leave the other list.

The built-in role can't be edited, nor the role that you have yourself, and only administrators edit a role that has every operation. Rights to give operations are those of creating a role, and count only what the edit adds.`,
    examples: {
      name: { summary: 'Another name', body: { name: 'Cobranza y cartera' } },
      lists: { summary: 'Other operations', body: { add: ['read.audit_log.list'], remove: [] } },
    },
    refusals: [...OF_ROLE, ...CONTENT, 'organization_admin_role_cannot_be_edited'],
  },
  'DELETE /v2/organizations/:organization_id/team/roles/:role_id': {
    id: 'deleteRole',
    tag: 'Organizations',
    summary: 'Delete a role',
    description:
      'Only a role that no member has and no open invitation offers: give those another one first, or the answer is 409 `role_has_assigned_users`. The built-in role stays. The body is optional.',
    examples: { delete: { summary: 'Delete a role', body: {} } },
    refusals: [...OF_ROLE, 'organization_admin_role_cannot_be_deleted', 'role_has_assigned_users'],
  },
} satisfies OperationDocs;
