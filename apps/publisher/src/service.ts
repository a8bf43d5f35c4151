import { PUBLISHER } from '#eventing';
import type { ServiceDefinition } from '#hosting';
import { kafkaPublisher } from '#hosting/runtime/kafka-publisher';

/** The publisher: publishes events on Kafka for readers outside the service (docs/events). */
export const publisherService: ServiceDefinition = {
  name: 'publisher',
  migrations: [],
  projections: [],
  processes: [],
  consumers: kafkaPublisher,
  consumerNames: [PUBLISHER],
};
