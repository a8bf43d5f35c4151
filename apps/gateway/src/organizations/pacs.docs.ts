import type { OperationDocs } from '../api-docs/types.js';
import { FILES } from './certificates.docs.js';
import { ORGANIZATION } from './organizations.docs.js';

const KEYS = 'Takes a Live key (`me` as the id) or a User key of an owner or administrator.';

export const pacsDocs = {
  'GET /v2/organizations/:organization_id/pacs': {
    id: 'getPacs',
    tag: 'Organizations',
    summary: 'Get who stamps',
    description: `The PACs that stamp the organization’s documents: the order that it chose, who stamps in Live as things are, who in Test, and of each PAC whether there are credentials and a signed manifest. Passwords and tokens are never shown. ${KEYS}`,
    refusals: ORGANIZATION,
  },
  'PUT /v2/organizations/:organization_id/pacs': {
    id: 'setPacs',
    tag: 'Organizations',
    summary: 'Choose who stamps',
    description: `For an organization with accounts of its own at PACs; without any of this it uses the installation’s. What is not sent stays. Credentials are sealed before anything stores them, and are not tried here; \`null\` removes those of a PAC. Look at \`GET /v2/stamping/doubts\` before you remove some: documents in doubt are asked for with them.

In Live, PACs of the order count that have credentials and a signed manifest, which is signed by \`POST …/pacs/{pac}/manifest\` or declared by \`manifests\`. While none of the order has one, the step \`manifiesto\` keeps the organization from issuing in Live. Documents that are sent after the answer use what was set. ${KEYS}`,
    examples: {
      order: {
        summary: 'An account of its own',
        body: {
          order: ['sw', 'finkok'],
          credentials: { sw: { user: 'facturas@example.com', password: 'a-password' } },
          manifests: { sw: true },
        },
      },
      installation: { summary: 'The installation’s order again', body: { order: [] } },
    },
    refusals: [
      { code: 'invalid_request', path: 'credentials.sw.password' },
      { code: 'organization_settings_invalid', path: 'credentials.sw.password' },
      ...ORGANIZATION,
    ],
  },
  'POST /v2/organizations/:organization_id/pacs/:pac/manifest': {
    id: 'signManifest',
    tag: 'Organizations',
    summary: 'Sign the manifest of a PAC',
    description: `Signs the carta manifiesto by which the organization authorizes the PAC, with its FIEL: the one that is sent as a form, or, with JSON or no body, the one that the organization keeps.

\`\`\`sh
curl -X POST https://timbra.example/v2/organizations/me/pacs/finkok/manifest -H "Authorization: Bearer $LIVE_KEY" \\
  -F cer=@fiel.cer -F key=@fiel.key -F password=… -F email=representante@example.com
\`\`\`

Set the credentials of the PAC and upload the CSD first (\`manifesto_not_available\` says what is missing). SW signs by itself and needs the files; Finkok needs an \`email\`. Where the PAC refuses or is not reached it is 502 \`manifesto_signature_failed\`, with the PAC’s words in \`errors\`. Signing twice does no harm: if the answer gets lost, ask again. ${KEYS}`,
    examples: {
      kept: {
        summary: 'With the FIEL that is kept',
        parameters: { pac: 'finkok' },
        body: { email: 'representante@example.com' },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'email' },
      ...FILES,
      'fiel_invalid',
      'fiel_required',
      'fiel_rfc_mismatch',
      'manifesto_not_available',
      'manifesto_signature_failed',
      'not_found',
      ...ORGANIZATION,
    ],
  },
  'POST /v2/organizations/:organization_id/pacs/:pac/manifest-link': {
    id: 'createManifestLink',
    tag: 'Organizations',
    summary: 'Make a link to sign a manifest',
    description: `A page on which the legal representative reads the carta manifiesto of the PAC and signs it with the FIEL, which you never see. The address is shown this once and works for seven days and one signature; another link for the same PAC ends it. Finkok needs an \`email\`, here or as a support address. ${KEYS}`,
    examples: {
      finkok: {
        summary: 'To the representative’s address',
        parameters: { pac: 'finkok' },
        body: { email: 'representante@example.com' },
      },
    },
    refusals: [{ code: 'invalid_request', path: 'email' }, 'not_found', ...ORGANIZATION],
  },
} satisfies OperationDocs;
