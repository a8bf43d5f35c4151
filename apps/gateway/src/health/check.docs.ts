import type { OperationDocs } from '../api-docs/types.js';

export const checkDocs = {
  'GET /v2/check': {
    id: 'checkKey',
    tag: 'Health',
    summary: 'Check that a key works',
    description:
      'A first request for those who set up a client. `catalogues` says whether the whole catalogues of products and units are loaded. Which organization a key is of: `GET /v2/organizations/me`.',
    refusals: [],
  },
} satisfies OperationDocs;
