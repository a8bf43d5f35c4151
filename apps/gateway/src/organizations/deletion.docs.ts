import type { OperationDocs } from '../api-docs/types.js';
import { ORGANIZATION } from './organizations.docs.js';

export const deletionDocs = {
  'DELETE /v2/organizations/:organization_id': {
    id: 'deleteOrganization',
    tag: 'Organizations',
    summary: 'Delete an organization',
    description: `Only by the User key of an owner. At once its keys, links and download addresses stop working; for a week it can be restored, then it is destroyed with all that it had sealed: certificates, XML, PDF. Answers the organization with \`deletes_at\`; asked again, the week is not longer for it.

With documents stamped in Live it is 409 \`conflict\` until every month of them has a finished ZIP request of all types (\`POST /v2/invoices/zip-requests\`) and the request says \`?archive=downloaded\`: the law has issuers keep them for years. \`errors\` names the months that are missing.`,
    refusals: [{ code: 'invalid_request', path: 'archive' }, 'conflict', ...ORGANIZATION],
  },
  'POST /v2/organizations/:organization_id/restore': {
    id: 'restoreOrganization',
    tag: 'Organizations',
    summary: 'Restore a deleted organization',
    description:
      'Undoes the deletion until `deletes_at`, only by the User key of an owner: keys, links, certificates, series and domain are as they were. One that is not deleted is answered as it is; after `deletes_at` it is not found.',
    examples: { restore: { summary: 'An empty body, or none', body: {} } },
    refusals: ORGANIZATION,
  },
} satisfies OperationDocs;
