import type { OperationDocs } from '../api-docs/types.js';
import { ORGANIZATION } from './organizations.docs.js';

/** What is wrong with the files of a form, whichever certificate they are. */
export const FILES = [
  'certificate_files_required',
  'certificate_file_required',
  'private_key_file_required',
  'invalid_multipart_form_data',
  'multipart_limit_exceeded',
  'certificate_files_invalid',
  'private_key_certificate_mismatch',
  'private_key_password_incorrect',
  'certificate_expired',
  'certificate_not_yet_valid',
] as const;

const curlOf = (setting: string) => `\`\`\`sh
curl -X PUT https://timbra.example/v2/organizations/$ORGANIZATION/${setting} -H "Authorization: Bearer $USER_KEY" \\
  -F cer=@${setting}.cer -F key=@${setting}.key -F password=…
\`\`\``;

const KEYS = 'Takes a Live key (`me` as the id) or a User key.';

export const certificatesDocs = {
  'PUT /v2/organizations/:organization_id/certificate': {
    id: 'setCertificate',
    tag: 'Organizations',
    summary: 'Upload the CSD',
    description: `The digital seal certificate (CSD) that seals the organization’s documents, as the SAT gave it: a form with the files \`cer\` and \`key\`, and \`password\`.

${curlOf('certificate')}

The RFC of the CSD becomes \`legal.tax_id\`, and replaces a CSD that was there before. A FIEL is \`csd_required\`. One of another RFC than the FIEL’s is refused, and so is one of another RFC than the CSD before, once a document was stamped in Live. The key is kept sealed, without its password; no answer has it. A CSD of the SAT’s test world seals in Test only. ${KEYS}`,
    refusals: [
      { code: 'invalid_request', path: 'password' },
      ...FILES,
      'certificate_invalid',
      'csd_required',
      'certificate_fiel_rfc_mismatch',
      'certificate_previous_rfc_mismatch',
      ...ORGANIZATION,
    ],
  },
  'DELETE /v2/organizations/:organization_id/certificate': {
    id: 'deleteCertificate',
    tag: 'Organizations',
    summary: 'Delete the CSD',
    description: `Takes the CSD out of use: the organization issues nothing in Live until it has another one, and in Test its documents are sealed with the sandbox’s. Its key stays sealed for 72 hours, for documents that wait for their stamp, and is destroyed then. Where there is none it does nothing, and is answered 200. ${KEYS}`,
    refusals: ORGANIZATION,
  },
  'PUT /v2/organizations/:organization_id/fiel': {
    id: 'setFiel',
    tag: 'Organizations',
    summary: 'Upload the FIEL',
    description: `The FIEL (e.firma) of the organization, for what is signed by the taxpayer itself: downloads from the SAT (\`POST /v2/downloads\`), its metadata that settle what a PAC is in doubt about, and the manifests of PACs. It seals no CFDI. A form with the files \`cer\` and \`key\`, and \`password\`:

${curlOf('fiel')}

Its RFC must be that of the CSD, or of the fiscal data where there is no CSD (\`fiel_rfc_mismatch\`). A CSD is \`fiel_required\`. The key is kept sealed, without its password; no answer has it. ${KEYS}`,
    refusals: [
      { code: 'invalid_request', path: 'password' },
      ...FILES,
      'fiel_invalid',
      'fiel_required',
      'fiel_rfc_mismatch',
      ...ORGANIZATION,
    ],
  },
  'DELETE /v2/organizations/:organization_id/fiel': {
    id: 'deleteFiel',
    tag: 'Organizations',
    summary: 'Delete the FIEL',
    description: `Takes the FIEL out of use and destroys its key at once. What needs it, such as downloads from the SAT, stops until another one is uploaded. Where there is none it does nothing, and is answered 200. ${KEYS}`,
    refusals: ORGANIZATION,
  },
} satisfies OperationDocs;
