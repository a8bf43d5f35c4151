import type { OperationDocs } from '../api-docs/types.js';

export const checkDocs = {
  'GET /v2/check': {
    id: 'checkKey',
    tag: 'Health',
    summary: 'Check that a key works',
    description:
      'Answers which organization and environment a key is of, and whether the whole catalogues are loaded: a first request for those who set up a client.',
    refusals: [],
  },
} satisfies OperationDocs;
