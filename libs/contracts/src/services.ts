/** The services that handle commands: the first part of a command's type, and the last of its Kafka topic. */
export const SERVICES = [
  'organizations',
  'customers',
  'invoicing',
  'stamping',
  'cancellation',
  'notifications',
  'webhooks',
] as const;
