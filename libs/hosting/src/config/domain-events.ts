import { integer } from './integer.js';
import { StartupError } from '../postgres/startup-error.js';
import type { KafkaConfig } from './kafka.js';

/** How domain events get from a service to those that follow it. */
export interface DomainEventsConfig {
  /** From the event store's own feed, or also over topics of Kafka. */
  readonly by: 'feed' | 'topics';
  /** In how many parts the events of each service are relayed: so many processes can share the work at most. */
  readonly shards: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** @throws {StartupError} */
export function domainEventsConfig(env: Env): DomainEventsConfig {
  const by = env.TIMBRA_DOMAIN_EVENTS || 'feed';
  if (by !== 'feed' && by !== 'topics')
    throw new StartupError(`TIMBRA_DOMAIN_EVENTS must be one of feed, topics, not "${by}".`);
  return { by, shards: integer(env, 'TIMBRA_DOMAIN_SHARDS', 1, 1, 1_000) };
}

/** Where the topics of domain events are; undefined: events travel by the feed alone. */
export const topicsOf = ({
  domainEvents,
  kafka,
}: {
  readonly domainEvents: DomainEventsConfig;
  readonly kafka: KafkaConfig | undefined;
}): KafkaConfig | undefined => (domainEvents.by === 'topics' ? kafka : undefined);
