import type { OperationDocs } from '../api-docs/types.js';

export const pacsDocs = {
  'GET /v2/organizations/:organization_id/pacs': {
    id: 'getPacs',
    tag: 'Organizations',
    summary: 'Get the PACs of an organization',
    description:
      'Who stamps in Live and in Test, whether there are credentials and whose, and which manifests are signed. Credentials are never shown.',
    refusals: ['organization_not_found'],
  },
  'PUT /v2/organizations/:organization_id/pacs': {
    id: 'setPacs',
    tag: 'Organizations',
    summary: 'Choose the PACs of an organization',
    description:
      'What is not sent stays. Without an order of its own an organization uses the installation’s PACs in Live, and the sandbox in Test. See [PACs of an organization](/docs/pac-settings).',
    examples: {
      sandbox: { summary: 'The sandbox in Test', body: { pac: 'sandbox' } },
      own: {
        summary: 'Accounts of its own in Live',
        body: {
          order: ['finkok'],
          credentials: { finkok: { user: 'facturas@acme.mx', password: 'secreta' } },
        },
      },
    },
    refusals: [{ code: 'invalid_request', path: 'order' }, 'organization_not_found'],
  },
  'POST /v2/organizations/:organization_id/pacs/:pac/manifest': {
    id: 'signManifest',
    tag: 'Organizations',
    summary: 'Sign the manifest of a PAC',
    description: `With the FIEL: the one that is sent as a form, or the one that the organization keeps. Some PACs stamp for nobody without it ([PACs of an organization](/docs/pac-settings)).

\`\`\`sh
curl https://timbra.example/v2/organizations/me/pacs/sw/manifest -H "Authorization: Bearer $KEY" \\
  -F cer=@fiel.cer -F key=@fiel.key -F password=…
\`\`\``,
    examples: {
      kept: {
        summary: 'With the FIEL that the organization keeps',
        body: { email: 'representante@acme.mx' },
        parameters: { pac: 'finkok' },
      },
    },
    refusals: [
      'manifesto_not_available',
      'certificate_files_required',
      'certificate_file_required',
      'private_key_file_required',
      'certificate_files_invalid',
      'certificate_invalid',
      'certificate_expired',
      'certificate_not_yet_valid',
      'private_key_certificate_mismatch',
      'private_key_password_incorrect',
      'organization_not_found',
      'fiel_required',
      'fiel_invalid',
      'fiel_rfc_mismatch',
      'csd_required',
      'conflict',
      'not_found',
      'feature_not_available',
      { code: 'invalid_request', path: 'email' },
    ],
  },
  'POST /v2/organizations/:organization_id/pacs/:pac/manifest-link': {
    id: 'createManifestLink',
    tag: 'Organizations',
    summary: 'Make a link to sign the manifest of a PAC',
    description:
      'For the legal representative, who signs on a page with the FIEL and hands it to nobody. A link made before is revoked.',
    examples: {
      link: { summary: 'A link', body: {} },
    },
    refusals: [
      'organization_not_found',
      'manifesto_not_available',
      'conflict',
      'not_found',
      'feature_not_available',
      { code: 'invalid_request', path: 'email' },
    ],
  },
} satisfies OperationDocs;
