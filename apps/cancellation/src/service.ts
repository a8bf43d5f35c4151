import { streamsOfLine } from '#contracts';
import type { ServiceDefinition } from '#hosting';
import { cancellationPolling } from './cancellation/process.js';
import { petitionsPolling } from './petition/process.js';
import { surplusOutcomes } from './surplus/process.js';

/** Cancellation requests, of the organization and of its suppliers, the tax authority's status, and its receipts. Its state is its streams. */
export const cancellationService: ServiceDefinition = {
  name: 'cancellation',
  owns: streamsOfLine('cancellation'),
  keys: ['documents', 'signing'],
  migrations: [],
  projections: [],
  processes: [cancellationPolling, surplusOutcomes, petitionsPolling],
};
