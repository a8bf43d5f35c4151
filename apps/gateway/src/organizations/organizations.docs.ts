import { DATED_LIST } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

/** Of whatever names an organization in its path. */
export const ORGANIZATION = ['organization_not_found'] as const;

export const organizationsDocs = {
  'POST /v2/organizations': {
    id: 'createOrganization',
    tag: 'Organizations',
    summary: 'Create an organization',
    description: `Makes an issuer, which is yours: only a User key (\`sk_user_…\`) can. It can issue in Test at once, by its Test key (\`GET /v2/organizations/{organization_id}/apikeys/test\`): fiscal data that are missing there are lent by a test taxpayer, and the sandbox has a certificate.

What it lacks before it can issue in Live is told by \`pending_steps\`: the fiscal data (\`PUT …/legal\`) and the CSD (\`PUT …/certificate\`). See [going live](/docs/guides/going-live).`,
    examples: { school: { summary: 'Its commercial name', body: { name: 'Escuela Kemper' } } },
    refusals: [{ code: 'invalid_request', path: 'name' }],
  },
  'GET /v2/organizations': {
    id: 'listOrganizations',
    tag: 'Organizations',
    summary: 'List organizations',
    description: `The organizations of the person whose User key this is: their own, and those they were invited to with a role that may read them. Newest first; deleted ones are listed, with \`deletes_at\`, until they are destroyed.

\`q\` finds parts of the commercial name, the legal name and the RFC, whatever their accents and case; \`date\` limits when they were created.`,
    examples: { search: { summary: 'By a part of the name', parameters: { q: 'kemper', limit: 2 } } },
    refusals: DATED_LIST,
  },
  'GET /v2/organizations/me': {
    id: 'getOwnOrganization',
    tag: 'Organizations',
    summary: 'Get the organization of the key',
    description:
      'The organization that a Test or Live key belongs to: the way to learn its id, its settings and what it lacks before it can issue in Live (`pending_steps`). For a User key there is none: use `GET /v2/organizations`.',
    refusals: ORGANIZATION,
  },
  'GET /v2/organizations/:organization_id': {
    id: 'getOrganization',
    tag: 'Organizations',
    summary: 'Get an organization',
    description:
      'An organization that the person of a User key belongs to, or, with a key of the organization, that one alone. Its next folios are those of this moment, and `pending_steps` are in the language of the request (`Accept-Language`). A deleted one has `deletes_at`.',
    refusals: ORGANIZATION,
  },
  'PUT /v2/organizations/:organization_id/legal': {
    id: 'setOrganizationLegal',
    tag: 'Organizations',
    summary: 'Set the fiscal data',
    description: `What every CFDI says of its issuer. \`name\`, \`legal_name\`, \`tax_system\` and \`address\` with its \`zip\` come with every request; of the rest, what is not sent stays as it is, and \`null\` clears it. All that is missing or wrong is told at once.

Write the legal name as the SAT has it, without the corporate regime. The RFC of an organization with a CSD is that of the CSD: another \`tax_id\` is \`organization_tax_info_invalid\`. Before that, \`tax_id\` is what the sandbox’s certificate of Test is made for. The address must be in Mexico: its \`zip\` is where documents are issued, and sets the time zone.

Takes a Live key or a User key.`,
    examples: {
      school: {
        summary: 'A company',
        body: {
          name: 'Escuela Kemper',
          legal_name: 'ESCUELA KEMPER URGATE',
          tax_id: 'EKU9003173C9',
          tax_system: '601',
          address: { street: 'Av. Hidalgo', exterior: '77', zip: '42501' },
          support_email: 'facturas@example.com',
        },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'legal_name' },
      { code: 'organization_tax_info_invalid', path: 'tax_id' },
      { code: 'organization_support_email_required', path: 'support_email' },
      ...ORGANIZATION,
    ],
  },
} satisfies OperationDocs;
