import type { CommandLine } from './messages.js';

/** Lines that are there for a service to come: nothing is sent to it yet. */
type LineToCome = 'webhooks';

/** The compiler holds it against the catalogue: none is missing, none is too many. */
const lines = {
  organizations: true,
  customers: true,
  // By customers, too.
  products: true,
  invoicing: true,
  stamping: true,
  cancellation: true,
  notifications: true,
  webhooks: true,
  // Questions to the owner of what the API reads.
  gateway: true,
} as const satisfies Record<CommandLine | LineToCome, true>;

/** Where commands go: each line is handled by one service, and has a Kafka topic of its own. */
export const COMMAND_LINES = Object.keys(lines) as readonly (keyof typeof lines)[];
