import type { OperationDocs } from '../api-docs/types.js';

export const certificatesDocs = {
  'PUT /v2/organizations/:organization_id/certificate': {
    id: 'setCertificate',
    tag: 'Organizations',
    summary: 'Upload the CSD',
    description: `The certificate that seals documents of Live (CSD), its key and the password: as files of a form, each once. They are checked against each other and against the SAT’s roots, kept sealed, and given to the sealer alone. A newer one takes the place of the one before; both must be of the same RFC.

\`\`\`sh
curl -X PUT https://timbra.example/v2/organizations/me/certificate -H "Authorization: Bearer $KEY" \\
  -F cer=@certificate.cer -F key=@certificate.key -F password=…
\`\`\``,
    refusals: [
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
      'csd_required',
      'certificate_previous_rfc_mismatch',
      'certificate_fiel_rfc_mismatch',
    ],
  },
  'DELETE /v2/organizations/:organization_id/certificate': {
    id: 'deleteCertificate',
    tag: 'Organizations',
    summary: 'Remove the CSD',
    description: 'Nothing can be issued in Live until there is another one; in Test the sandbox’s goes on.',
    refusals: ['organization_not_found', 'conflict'],
  },
  'PUT /v2/organizations/:organization_id/fiel': {
    id: 'setFiel',
    tag: 'Organizations',
    summary: 'Upload the FIEL',
    description: `The e.firma, with which documents are downloaded from the SAT and manifests of PACs are signed. It is checked and kept as the CSD is.

\`\`\`sh
curl -X PUT https://timbra.example/v2/organizations/me/fiel -H "Authorization: Bearer $KEY" \\
  -F cer=@fiel.cer -F key=@fiel.key -F password=…
\`\`\``,
    refusals: [
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
    ],
  },
  'DELETE /v2/organizations/:organization_id/fiel': {
    id: 'deleteFiel',
    tag: 'Organizations',
    summary: 'Remove the FIEL',
    description: 'Downloads from the SAT end until there is another one.',
    refusals: ['organization_not_found', 'conflict'],
  },
} satisfies OperationDocs;
