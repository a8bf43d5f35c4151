import type { ServiceDefinition } from '#hosting';
import { readModels } from './read-models/index.js';

/** The API: what it reads is its own, made from everybody's events. */
export const gatewayService: ServiceDefinition = {
  name: 'gateway',
  keys: ['documents'],
  migrations: [],
  projections: readModels,
  processes: [],
};
