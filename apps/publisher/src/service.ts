import type { ServiceDefinition } from '#hosting';
import { kafkaPublisher } from '#hosting/runtime/kafka-publisher';

/** The publisher: tells on Kafka what happened, to readers outside of the service (docs/events). */
export const publisherService: ServiceDefinition = {
  name: 'publisher',
  migrations: [],
  projections: [],
  processes: [],
  consumers: kafkaPublisher,
};
