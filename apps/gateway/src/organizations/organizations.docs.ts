import type { OperationDocs } from '../api-docs/types.js';

export const organizationsDocs = {
  'POST /v2/organizations': {
    id: 'createOrganization',
    tag: 'Organizations',
    summary: 'Create an organization',
    description:
      'With the key of a user (`sk_user_…`), who owns it. It can stamp in Test at once: it has a Test key (`GET /v2/organizations/{id}/apikeys/test`), fiscal data of the sandbox and a test certificate. `pending_steps` says what is missing before it can issue in Live. See [going live](/docs/guides/going-live).',
    examples: { school: { summary: 'A school', body: { name: 'Escuela Kemper' } } },
    refusals: [{ code: 'invalid_request', path: 'name' }],
  },
  'GET /v2/organizations': {
    id: 'listOrganizations',
    tag: 'Organizations',
    summary: 'List organizations',
    description:
      'Those that the user owns or is a member of, newest first. `q` finds parts of the name, the legal name and the RFC.',
    examples: { search: { summary: 'By a part of the name', parameters: { q: 'kemper', limit: 2 } } },
    refusals: [
      { code: 'invalid_request', path: 'limit' },
      { code: 'invalid_date', path: 'date' },
      'invalid_date_range',
      'page_too_large',
    ],
  },
  'GET /v2/organizations/me': {
    id: 'getOwnOrganization',
    tag: 'Organizations',
    summary: 'Get the organization of the key',
    description: 'The one that a Test or Live key belongs to. With the key of a user, ask by its id.',
    refusals: ['organization_not_found'],
  },
  'GET /v2/organizations/:organization_id': {
    id: 'getOrganization',
    tag: 'Organizations',
    summary: 'Get an organization',
    description:
      'With the key of a user: one that it owns or is a member of. With an organization’s own key: itself, also as `me`.',
    refusals: ['organization_not_found'],
  },
  'PUT /v2/organizations/:organization_id/legal': {
    id: 'setOrganizationLegal',
    tag: 'Organizations',
    summary: 'Set the fiscal data',
    description:
      'Legal name, regime and address of the issuer, as the SAT has them: every document carries them. In Live the RFC comes from the CSD; `tax_id` is what the sandbox’s certificate of Test is made for. The postal code decides the time zone of its documents.',
    examples: {
      kemper: {
        summary: 'A company',
        body: {
          name: 'Escuela Kemper',
          legal_name: 'ESCUELA KEMPER URGATE',
          tax_system: '601',
          address: { zip: '42501' },
        },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'legal_name' },
      'organization_not_found',
      { code: 'organization_tax_info_invalid', path: 'tax_system' },
      'live_api_key_required',
    ],
  },
  'PUT /v2/organizations/:organization_id/logo': {
    id: 'setOrganizationLogo',
    tag: 'Organizations',
    summary: 'Set the logo',
    description: `A JPG or PNG, shown on PDF, mails and hosted pages.

\`\`\`sh
curl -X PUT https://timbra.example/v2/organizations/me/logo -H "Authorization: Bearer $KEY" -F file=@logo.png
\`\`\``,
    refusals: ['image_file_required', 'invalid_image_file', 'organization_not_found'],
  },
  'GET /v2/logos/:organization_id/:file': {
    id: 'getLogo',
    tag: 'Organizations',
    summary: 'Download a logo',
    description:
      'The address that `logo_url` of an organization has. It needs no key: mails and pages of customers show it.',
    refusals: ['not_found'],
  },
  'DELETE /v2/organizations/:organization_id': {
    id: 'deleteOrganization',
    tag: 'Organizations',
    summary: 'Delete an organization',
    description:
      'By the user that it belongs to. Its keys stop at once; for a week it can be restored, and after that its data are destroyed. `archive=downloaded` says that its documents of Live are kept elsewhere, as the law wants.',
    refusals: ['organization_not_found', 'conflict', { code: 'invalid_request', path: 'archive' }],
  },
  'POST /v2/organizations/:organization_id/restore': {
    id: 'restoreOrganization',
    tag: 'Organizations',
    summary: 'Restore a deleted organization',
    description: 'Within a week of its deletion, by the user that it belongs to; its keys work again.',
    examples: { action: { summary: 'Nothing to say', body: {} } },
    refusals: ['organization_not_found'],
  },
} satisfies OperationDocs;
