import type { ServiceDefinition } from '#hosting';
import { RevokedKeys1763700000170, SupportEmailLinks1764150000404 } from './migrations.js';
import { ClosedOrganizations1764150000445 } from './organizations/closed.migration.js';
import { readModels } from './read-models/index.js';

/** The API: what it reads is its own, made from everybody's events. */
export const gatewayService: ServiceDefinition = {
  name: 'gateway',
  keys: ['documents'],
  migrations: [RevokedKeys1763700000170, SupportEmailLinks1764150000404, ClosedOrganizations1764150000445],
  projections: readModels,
  processes: [],
};
