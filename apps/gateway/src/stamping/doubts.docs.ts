import { LIST } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

export const doubtsDocs = {
  'GET /v2/stamping/doubts': {
    id: 'listStampingDoubts',
    tag: 'Organizations',
    summary: 'List documents in doubt',
    description:
      'Invoices and retentions that a PAC may have stamped, while nobody can say it: its answer was lost. They are `pending`, and the PAC is asked until it is known (`next_look_at`). Those of last come first. There is nothing to do but wait, unless `hours_left` runs out. A document that was forced stays listed while its surplus stamp is looked for. Takes a key of the organization, and shows its environment.',
    examples: { first: { summary: 'The first two', parameters: { limit: 2 } } },
    refusals: LIST,
  },
  'POST /v2/stamping/doubts/:document_id/force': {
    id: 'forceStamping',
    tag: 'Organizations',
    summary: 'Stamp a document in doubt elsewhere',
    description: `Sends the same bytes to another PAC although the first may have stamped them: then the SAT has two valid UUIDs, and the income counts twice until the surplus one is found and canceled, which the service does by itself. \`accept_risk: true\` says that you know it; without it the request is \`stamping_risk_not_accepted\`.

The document keeps the stamp that arrives first. The other PAC must be in the organization’s order, with credentials and a signed manifest (\`pac_not_available\`). Answers the doubt as it is then.`,
    examples: {
      finkok: { summary: 'To Finkok, knowing the risk', body: { pac: 'finkok', accept_risk: true } },
    },
    refusals: [
      { code: 'invalid_request', path: 'pac' },
      { code: 'stamping_risk_not_accepted', path: 'accept_risk' },
      'stamping_doubt_not_found',
      'pac_not_available',
    ],
  },
} satisfies OperationDocs;
