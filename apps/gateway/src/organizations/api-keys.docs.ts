import type { OperationDocs } from '../api-docs/types.js';

export const apiKeysDocs = {
  'GET /v2/organizations/:organization_id/apikeys/test': {
    id: 'getTestKey',
    tag: 'Organizations',
    summary: 'Get the Test key',
    description:
      'The organization’s key of Test, as a bare JSON string. It can be read as often as needed: what it makes is no fiscal document. Each reading is in the audit log.',
    refusals: ['organization_not_found'],
  },
  'PUT /v2/organizations/:organization_id/apikeys/test': {
    id: 'renewTestKey',
    tag: 'Organizations',
    summary: 'Renew the Test key',
    description:
      'Answers the new key, as a bare JSON string; the one before is refused from now on. An organization may renew it 5 times an hour and 10 times a day: then 429 with `Retry-After`. The body is optional.',
    examples: { renew: { summary: 'Renew it', body: {} } },
    refusals: ['organization_not_found'],
  },
  'GET /v2/organizations/:organization_id/apikeys/live': {
    id: 'listLiveKeys',
    tag: 'Organizations',
    summary: 'List the Live keys',
    description:
      'The keys that work, the oldest first, each by its first twelve characters: a key itself is shown only when it is made. The answer is a bare array without pages.',
    refusals: ['organization_not_found'],
  },
  'PUT /v2/organizations/:organization_id/apikeys/live': {
    id: 'createLiveKey',
    tag: 'Organizations',
    summary: 'Create a Live key',
    description: `Answers a new key as a bare JSON string, **this once**: only a hash of it is kept. Keys before it go on working, but for the one that it \`replaces\`, which ends \`old_key_ends_in_hours\` later.

\`operations\`, \`allowed_ips\` and \`expires_at\` narrow it: what is none of its operations, or comes from elsewhere, is refused with 403 \`forbidden\`; after its end it gets 401 \`api_key_invalid\`. A key that takes another one's place keeps the limits of that one unless you name others. No body makes a whole key.

Limits: 5 keys an hour and 10 a day (429), 100 in all (409 \`conflict\`). A key that nobody uses for 365 days ends. [Going live](/docs/guides/going-live) shows what else Live needs.`,
    examples: {
      whole: { summary: 'A whole key', body: { name: 'Tienda en línea' } },
      narrowed: {
        summary: 'A narrowed key',
        body: {
          name: 'Reportes',
          operations: ['read.invoices.list', 'read.invoices.download'],
          allowed_ips: ['203.0.113.7', '2001:db8:40::/48'],
          expires_at: '2035-01-31T06:00:00.000Z',
        },
      },
      replacing: {
        summary: 'One that takes another one’s place',
        body: { name: 'Tienda en línea', replaces: '6743f1c2a1b2c3d4e5f60721', old_key_ends_in_hours: 48 },
      },
    },
    refusals: [{ code: 'invalid_request', path: 'replaces' }, 'organization_not_found', 'conflict'],
  },
  'DELETE /v2/organizations/:organization_id/apikeys/live/:key_id': {
    id: 'deleteLiveKey',
    tag: 'Organizations',
    summary: 'Delete a Live key',
    description:
      'The key is refused everywhere when this answers; the answer is the keys that are left, as `GET …/apikeys/live` lists them. Documents that were made with it stay.',
    refusals: ['organization_not_found', 'not_found'],
  },
  'PUT /v2/organizations/:organization_id/apikeys/live/:key_id': {
    id: 'deleteLiveKeyByPut',
    tag: 'Organizations',
    summary: 'Delete a Live key by PUT',
    description:
      'Does what `DELETE` of the same address does: it is there for clients that delete keys by `PUT`. New code should use `DELETE`. The body is optional.',
    examples: { delete: { summary: 'Delete a key', body: {} } },
    refusals: ['organization_not_found', 'not_found'],
  },
} satisfies OperationDocs;
