import { CustomerEditLinks1763700000021, Customers1763700000020 } from './customers.js';
import { invoicingMigrations } from './invoicing.js';
import { Archives1763700000066, Notifications1763700000060 } from './notifications.js';
import { Organizations1763700000015 } from './organizations.js';

/**
 * How the tables came to be while they lay with the services whose events they show. Every process runs them, whichever
 * starts first, so that `ReadModelsHaveAnOwner` finds the same on a fresh database as on one of the last release.
 */
export const pastMigrations = [
  ...invoicingMigrations,
  Organizations1763700000015,
  Customers1763700000020,
  CustomerEditLinks1763700000021,
  Notifications1763700000060,
  Archives1763700000066,
];
