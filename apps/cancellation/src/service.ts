import type { ServiceDefinition } from '#hosting';
import { cancellationPolling, surplusOutcomes } from './cancellation/process.js';

/** Cancellation requests, the tax authority's status, and its receipts. Its state is its streams. */
export const cancellationService: ServiceDefinition = {
  name: 'cancellation',
  keys: ['documents', 'signing'],
  migrations: [],
  projections: [],
  processes: [cancellationPolling, surplusOutcomes],
};
