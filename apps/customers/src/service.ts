import type { ServiceDefinition } from '#hosting';
import { twinsProjection } from './customer/twins-projection.js';

/** The customers service: customers and products. */
export const customersService: ServiceDefinition = {
  name: 'customers',
  migrations: [],
  projections: [twinsProjection],
  processes: [],
};
