import type { OperationDocs } from '../../api-docs/types.js';
import { ORGANIZATION } from '../organizations.docs.js';

export const logoDocs = {
  'PUT /v2/organizations/:organization_id/logo': {
    id: 'setOrganizationLogo',
    tag: 'Organizations',
    summary: 'Set the logo',
    description: `The logo on PDFs, in mails and on hosted pages: a form with a PNG or JPEG of at most 500 KB and 10 megapixels.

\`\`\`sh
curl -X PUT https://timbra.example/v2/organizations/$ORGANIZATION/logo -H "Authorization: Bearer $USER_KEY" -F file=@logo.png
\`\`\`

The picture is made anew of its pixels, upright and at most 800 pixels wide or high; nothing else of the file is kept. Its address is \`logo_url\` of the answer. A logo cannot be removed, only replaced. Takes a Live key (\`me\` as the id) or a User key.`,
    refusals: [
      'image_file_required',
      'invalid_image_file',
      'invalid_multipart_form_data',
      'multipart_limit_exceeded',
      ...ORGANIZATION,
    ],
  },
  'GET /v2/logos/:organization_id/:file': {
    id: 'getLogo',
    tag: 'Organizations',
    summary: 'Get the picture of a logo',
    description:
      'The picture at `logo_url`, for mail programs and web pages: it takes no key. Another logo has another address, so an answer may be kept for a year; an address works until ten other logos have come.',
    refusals: ['not_found'],
  },
} satisfies OperationDocs;
