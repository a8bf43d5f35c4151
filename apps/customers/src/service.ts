import { streamsOfLine } from '#contracts';
import type { ServiceDefinition } from '#hosting';
import { CustomersByRfc1764290000272 } from './customer/twins.migration.js';
import { twinsProjection } from './customer/twins-projection.js';
import { knownSuppliersProjection } from './supplier/known-projection.js';
import { KnownSuppliers1764150002600 } from './supplier/suppliers.migration.js';

/** The customers service: customers, suppliers and products. */
export const customersService: ServiceDefinition = {
  name: 'customers',
  owns: [...streamsOfLine('customers'), ...streamsOfLine('products')],
  migrations: [KnownSuppliers1764150002600, CustomersByRfc1764290000272],
  projections: [twinsProjection, knownSuppliersProjection],
  processes: [],
};
