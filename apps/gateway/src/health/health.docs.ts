import type { OperationDocs } from '../api-docs/types.js';

export const healthDocs = {
  'GET /healthz': {
    id: 'getLiveness',
    tag: 'Health',
    summary: 'Whether the process lives',
    description:
      'For orchestrators, without a key. 503 says that the process hangs and will not recover: restart it. It asks no database, so an outage of that restarts nothing.',
    refusals: [],
  },
  'GET /readyz': {
    id: 'getReadiness',
    tag: 'Health',
    summary: 'Whether the process takes requests',
    description:
      'For load balancers, without a key. 503 says not to send requests here now: `checks` names what is not `ok`, or the process is leaving. Both statuses have the same body.',
    refusals: [],
  },
} satisfies OperationDocs;
