import type { OperationDocs } from '../../api-docs/types.js';

const OF_ACCESS = ['organization_not_found', 'user_access_not_found'] as const;

export const teamDocs = {
  'GET /v2/organizations/:organization_id/team': {
    id: 'listTeam',
    tag: 'Organizations',
    summary: 'List the people of an organization',
    description:
      'Everybody who may work in the organization, with the operations that they may do: owners first, then members, the oldest first. The answer is a bare array without pages. Names of built-in roles follow `Accept-Language`.',
    refusals: ['organization_not_found'],
  },
  'GET /v2/organizations/:organization_id/team/:access_id': {
    id: 'getTeamAccess',
    tag: 'Organizations',
    summary: 'Get the access of a person',
    description:
      'The role of one person in the organization and the operations that follow from it. The id of an access is the id of the person.',
    refusals: OF_ACCESS,
  },
  'DELETE /v2/organizations/:organization_id/team/:access_id': {
    id: 'removeTeamAccess',
    tag: 'Organizations',
    summary: 'Remove a member',
    description: `The person may do nothing in the organization any more: their next request for it is answered \`organization_not_found\`. Keys of the organization that they made keep working; invitations that they sent can no longer be accepted.

Owners can't be removed, nobody removes themself, and only administrators remove an administrator. The body is optional.`,
    examples: { remove: { summary: 'Remove a member', body: {} } },
    refusals: [...OF_ACCESS, 'owner_access_cannot_be_removed', 'organization_admin_access_cannot_be_removed'],
  },
  'PUT /v2/organizations/:organization_id/team/:access_id/role': {
    id: 'setTeamRole',
    tag: 'Organizations',
    summary: 'Give a member another role',
    description: `Holds from the member's next request on. Owners have no role, nobody changes their own, and only administrators change that of an administrator.

Everyday operations can be given by everybody who may set roles. Administrative ones (keys, audit log, settings, people, webhooks) can be given by administrators and by people who have the very operation: otherwise \`organization_admin_role_required\`.`,
    examples: { role: { summary: 'Another role', body: { role: '6743f1c2a1b2c3d4e5f60720' } } },
    refusals: [
      { code: 'invalid_request', path: 'role' },
      ...OF_ACCESS,
      { code: 'role_not_found', path: 'role' },
      'owner_access_cannot_be_reassigned',
      'organization_admin_assignment_cannot_be_edited',
      'organization_admin_role_required',
    ],
  },
  'POST /v2/organizations/:organization_id/team/:access_id/ownership': {
    id: 'shareOwnership',
    tag: 'Organizations',
    summary: 'Share the ownership, or hand it over',
    description:
      'Makes a member an owner. With `share: true` you stay one beside them; without it the ownership is handed over, and you are an administrator afterwards. Only owners may, and a suspended user can’t become one. Answers the access of the new owner.',
    examples: {
      share: { summary: 'Share it', body: { share: true } },
      handOver: { summary: 'Hand it over', body: { share: false } },
    },
    refusals: [...OF_ACCESS, 'conflict'],
  },
  'DELETE /v2/organizations/:organization_id/team/:access_id/ownership': {
    id: 'giveUpOwnership',
    tag: 'Organizations',
    summary: 'Give up your own ownership',
    description:
      'You are an administrator afterwards. `access_id` is your own id (`GET /v2/users/me`). Another owner who is not suspended must be left: otherwise `owner_access_cannot_be_removed`. The body is optional.',
    examples: { giveUp: { summary: 'Give it up', body: {} } },
    refusals: [...OF_ACCESS, 'owner_access_cannot_be_removed'],
  },
} satisfies OperationDocs;
