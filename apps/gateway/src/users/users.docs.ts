import type { OperationDocs } from '../api-docs/types.js';

export const usersDocs = {
  'GET /v2/users/me': {
    id: 'getCurrentUser',
    tag: 'Organizations',
    summary: 'Get the user of the key',
    description:
      'Who the User key belongs to, with the organizations that they may work in and what they may do in each. It lists 100 organizations at most, the newest first; deleted ones are left out. `X-Organization-Id` and `X-Environment` make no difference here.',
    refusals: [],
  },
  'GET /v2/users/me/keys': {
    id: 'listUserKeys',
    tag: 'Organizations',
    summary: 'List your User keys',
    description:
      'Your keys that are in force, the oldest first, each by its first twelve characters: a key itself is shown only when it is made. The answer is a bare array without pages.',
    refusals: [],
  },
  'POST /v2/users/me/keys': {
    id: 'createUserKey',
    tag: 'Organizations',
    summary: 'Create another User key',
    description:
      'Answers 200 with a new key of your own as a bare JSON string, **this once**: only a hash of it is kept. Keys before it go on working. You may make 5 an hour and 10 a day (429), and have 20 at most (409 `conflict`). The body is optional.',
    examples: { create: { summary: 'Another key', body: {} } },
    refusals: ['conflict'],
  },
  'DELETE /v2/users/me/keys/:key_id': {
    id: 'revokeUserKey',
    tag: 'Organizations',
    summary: 'Revoke a User key',
    description:
      'The key is refused everywhere when this answers; the answer is the keys that are left. It may be the key of this request, and the last one: then only an operator of the installation can make another.',
    refusals: ['not_found'],
  },
} satisfies OperationDocs;
