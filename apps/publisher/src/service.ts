import type { ServiceDefinition } from '#platform';
import { kafkaPublisher } from '#platform/publisher/kafka-publisher';

/** The publisher: tells on Kafka what happened, to readers outside of the service (docs/events). */
export const publisherService: ServiceDefinition = {
  name: 'publisher',
  migrations: [],
  projections: [],
  processes: [],
  consumers: kafkaPublisher,
};
