import type { OperationDocs } from '../api-docs/types.js';

export const invitesDocs = {
  'POST /v2/organizations/:organization_id/team/invites': {
    id: 'createInvite',
    tag: 'Organizations',
    summary: 'Invite somebody by mail',
    description: `Sends a mail with a link, in the language of \`Accept-Language\`, that works once and until \`expires_at\`. People without a user become one by accepting; people with one join with the keys that they have. The same address again renews its invitation: its \`id\` stays; role, link and end are new.

Without \`role\` the invitation makes an administrator, which only administrators may send. Limits: 50 invitations a day, 5 of them to one address (429); 200 open ones and 500 people (409 \`conflict\`). When the mail server refuses the address, the answer is 502 and the invitation is there: send it again, or cancel it.`,
    examples: {
      administrator: { summary: 'An administrator', body: { email: 'eva@example.com' } },
      role: {
        summary: 'With a role',
        body: { email: 'luis@example.com', role: '6743f1c2a1b2c3d4e5f60720' },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'email' },
      'organization_not_found',
      'organization_admin_role_required',
      { code: 'user_already_in_organization', path: 'email' },
      { code: 'invite_role_unavailable', path: 'role' },
      'conflict',
      'invite_email_delivery_failed',
    ],
  },
  'GET /v2/organizations/:organization_id/team/invites': {
    id: 'listInvites',
    tag: 'Organizations',
    summary: 'List the invitations of an organization',
    description:
      'Those that nobody has answered, the oldest first. Expired ones stay in the list until they are renewed or cancelled: `expires_at` tells. The answer is a bare array without pages.',
    refusals: ['organization_not_found'],
  },
  'DELETE /v2/organizations/:organization_id/team/invites/:invite_key': {
    id: 'cancelInvite',
    tag: 'Organizations',
    summary: 'Cancel an invitation',
    description:
      'The link of its mail opens nothing any more. `invite_key` is the `id` of the invitation, not the key of the link.',
    refusals: ['organization_not_found', 'invite_not_found'],
  },
  'GET /v2/organizations/invites/pending': {
    id: 'listReceivedInvites',
    tag: 'Organizations',
    summary: 'List the invitations to you',
    description:
      'Invitations of all organizations to the address of the User key’s owner that can be answered now. The answer is a bare array without pages.',
    refusals: [],
  },
  'POST /v2/organizations/invites/:invite_key/response': {
    id: 'respondToInvite',
    tag: 'Organizations',
    summary: 'Accept or decline an invitation',
    description:
      'Needs a User key of the invited address. Once accepted, the organization can be worked in at once with the same key. Rights are judged again: an invitation whose role was deleted, or whose sender may no longer give it, answers `invite_role_unavailable`. The same answer again changes nothing.',
    examples: {
      accept: { summary: 'Accept', body: { accept: true } },
      decline: { summary: 'Decline', body: { accept: false } },
    },
    refusals: [
      { code: 'invalid_request', path: 'accept' },
      'invite_not_found',
      'invite_email_mismatch',
      'invite_expired',
      'invite_role_unavailable',
      'user_already_in_organization',
      'conflict',
    ],
  },
} satisfies OperationDocs;
