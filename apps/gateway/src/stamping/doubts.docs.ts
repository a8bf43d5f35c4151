import type { OperationDocs } from '../api-docs/types.js';

export const doubtsDocs = {
  'GET /v2/stamping/doubts': {
    id: 'listStampingDoubts',
    tag: 'Organizations',
    summary: 'List documents in doubt',
    description:
      'Documents of Live of which a PAC may have a stamp that did not arrive: since when, which PAC, and what is being done. They settle by themselves; see [stamping](/docs/stamping).',
    refusals: [{ code: 'invalid_request', path: 'limit' }, 'page_too_large'],
  },
  'POST /v2/stamping/doubts/:document_id/force': {
    id: 'forceStamping',
    tag: 'Organizations',
    summary: 'Stamp a document in doubt with another PAC',
    description:
      'Sends the same bytes to another PAC although the first one may have stamped them. The document keeps the stamp that arrives first; the other is a surplus, which is found and canceled. `accept_risk` says that you know.',
    examples: {
      finkok: { summary: 'By Finkok', body: { pac: 'finkok', accept_risk: true } },
    },
    refusals: [
      'stamping_doubt_not_found',
      'pac_not_available',
      { code: 'stamping_risk_not_accepted', path: 'accept_risk' },
      'conflict',
      { code: 'invalid_request', path: 'accept_risk' },
    ],
  },
} satisfies OperationDocs;
