import type { ServiceDefinition } from '#platform';
import { customersProjection } from './customer/projection.js';
import { CustomerEditLinks1763700000021, Customers1763700000020 } from './migrations.js';
import { productsProjection } from './product/projection.js';

/** The customers service: customers and products. */
export const customersService: ServiceDefinition = {
  name: 'customers',
  migrations: [Customers1763700000020, CustomerEditLinks1763700000021],
  projections: [customersProjection, productsProjection],
  processes: [],
};
