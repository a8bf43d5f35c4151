import type pg from 'pg';
import { aggregateOf } from '#bus/kafka/domain/names';
import type { StreamPrefix } from '#contracts';
import type { EventStore } from '#event-store';
import { OldestUnrelayed, Relay, type DomainEventWriter } from '#eventing';
import type { Config } from '../config/config.js';
import { topicsOf } from '../config/domain-events.js';
import type { KafkaConfig } from '../config/kafka.js';
import type { KeyRing } from '../config/keys.js';
import type { Logger } from '../logging/logger.js';
import { messageSealing } from './bus.js';

/** A service, as far as relays know it. */
interface StreamOwner {
  readonly name: string;
  /** How the streams begin that it alone writes. */
  readonly owns?: readonly StreamPrefix[];
}

export interface RelayParts {
  readonly config: Pick<Config, 'domainEvents' | 'kafka' | 'leaseMs'>;
  readonly services: readonly StreamOwner[];
  /** The keys of the bus. */
  readonly keys: KeyRing;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly log: Logger;
}

/** What relays the events of a process's services to their topics. */
export interface Relays {
  readonly consumers: readonly Relay[];
  readonly unrelayed: readonly OldestUnrelayed[];
  /** After the last of the consumers has been stopped. */
  readonly close: () => Promise<void>;
}

const NONE: Relays = { consumers: [], unrelayed: [], close: async () => undefined };

/** None where events travel by the feed alone, or where there is no Kafka. */
export function openRelays({ config, services, keys, pool, store, log }: RelayParts): Relays {
  const { domainEvents, leaseMs } = config;
  const kafka = topicsOf(config);
  const owners = services.flatMap(({ name, owns = [] }) => (owns.length > 0 ? [{ name, owns }] : []));
  if (!kafka || owners.length === 0) return NONE;
  const aggregates = owners.flatMap(({ owns }) => owns.map(aggregateOf));
  const { writer, close } = openWriter(kafka, aggregates, log);
  const sealing = messageSealing(keys);
  const of = domainEvents.shards;
  return {
    consumers: owners.flatMap(({ name, owns: streams }) =>
      Array.from({ length: of }, (_, index) => {
        const shard = { service: name, index, of };
        return new Relay({ pool, store, log, writer, shard, streams, sealing, leaseMs });
      }),
    ),
    unrelayed: owners.map(
      ({ name: service, owns: streams }) => new OldestUnrelayed({ pool, store, service, streams }),
    ),
    close,
  };
}

/** Loads the writer where it is used first: its client is large. */
function openWriter(
  kafka: KafkaConfig,
  aggregates: readonly string[],
  log: Logger,
): { readonly writer: DomainEventWriter; readonly close: () => Promise<void> } {
  const load = async () => {
    const { KafkaDomainWriter } = await import('#eventing/relay/kafka-writer');
    return new KafkaDomainWriter(kafka, aggregates, log);
  };
  let loaded: ReturnType<typeof load> | undefined;
  const open = () => (loaded ??= load());
  return {
    writer: {
      partitions: async (aggregate) => (await open()).partitions(aggregate),
      write: async (messages) => (await open()).write(messages),
    },
    close: async () => (await loaded)?.close(),
  };
}
