import type { ServiceDefinition } from '#platform';
import { customersProjection } from './customer/projection.js';
import { Customers1763700000020 } from './migrations.js';
import { productsProjection } from './product/projection.js';

/** The customers service: customers and products. */
export const customersService: ServiceDefinition = {
  name: 'customers',
  migrations: [Customers1763700000020],
  projections: [customersProjection, productsProjection],
  processes: [],
};
