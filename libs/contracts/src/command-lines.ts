/** Where commands go: the first part of a command's type, and the last of its Kafka topic. Each is handled by one service. */
export const COMMAND_LINES = [
  'organizations',
  'customers',
  // By customers, too.
  'products',
  'invoicing',
  'stamping',
  'cancellation',
  'notifications',
  'webhooks',
] as const;
