import type { OperationDocs } from '../api-docs/types.js';

export const auditDocs = {
  'GET /v2/organizations/:organization_id/audit-log': {
    id: 'listAuditLog',
    tag: 'Organizations',
    summary: 'List the audit log',
    description: `Who changed what in an organization, who read its secrets, and who was not allowed to: newest first, in both environments. Each filter must match exactly.

With \`Accept: application/x-ndjson\` the answer is the whole log that matches, one JSON object in a line; parameters of pages are refused then, and the export itself is in the log. An export is whole if the response ended properly. Bodies of requests are not kept, and refused input (400, 404 of a document, 409, 429) is not in it.`,
    examples: {
      all: { summary: 'The latest', parameters: { limit: 2 } },
      denied: { summary: 'What was not allowed', parameters: { outcome: 'denied', limit: 2 } },
    },
    refusals: [
      { code: 'invalid_request', path: 'ip' },
      { code: 'invalid_date', path: 'date' },
      'invalid_date_range',
      'organization_not_found',
      'page_too_large',
    ],
  },
} satisfies OperationDocs;
