import type { Sealing } from '#bus/kafka/codec';
import type { StreamEvent } from '#kernel';
import type { CommandBus, EventLog } from '#bus';
import { upcasters } from '#contracts';
import { liftEvent } from '#event-store';
import { HeldLanes, LogFeed, SplitFeed, type FeedHub, type ProcessFeed, type TakenByLanes } from '#eventing';
import type { Config } from '../config/config.js';
import { topicsOf } from '../config/domain-events.js';
import type { KafkaConfig } from '../config/kafka.js';
import type { Logger } from '../logging/logger.js';
import { StartupError } from '../postgres/startup-error.js';
import { openPast } from './past.js';

/** Whether the process reads the topics of other services. */
export interface TopicsLink {
  readonly connected: boolean;
  /** False where it will not recover by itself. */
  readonly alive: boolean;
}

export interface Following {
  readonly feed: ProcessFeed;
  /** Undefined: it follows no topics. */
  readonly topics: TopicsLink | undefined;
}

export interface FollowingParts {
  readonly config: Pick<Config, 'domainEvents' | 'kafka'>;
  /** Names the process's service: its processes share the partitions. */
  readonly service: string;
  /** Names this process. */
  readonly instance: string;
  /** How the streams begin that the services of this process write. */
  readonly owns: readonly string[];
  readonly hub: FeedHub;
  /** What the feed may bring again, as it came from topics before. */
  readonly taken: TakenByLanes | undefined;
  /** Over it, owners are asked for what the topics no longer have. */
  readonly bus: CommandBus;
  /** Called where messages are sealed: not without Kafka. */
  readonly sealing: () => Sealing;
  readonly log: Logger;
}

/** Everything from the store's feed, or, with TIMBRA_DOMAIN_EVENTS=topics, own streams from there and those of others from Kafka. */
export function openFollowing(options: FollowingParts): Following {
  const { config, hub, taken, owns, bus, log, ...parts } = options;
  const kafka = topicsOf(config);
  const feed = passOverTaken(hub, taken);
  if (!kafka) return { feed, topics: undefined };
  const past = openPast({ bus, partitions: () => kafka.partitions });
  const lift = (event: StreamEvent): StreamEvent => liftEvent(event, upcasters);
  const topicParts = { ...parts, sealing: parts.sealing(), log };
  const { events, link } = openTopics(kafka, topicParts);
  const split = new SplitFeed({
    ...{ hub: feed, owns, log: new LogFeed({ events, past, lift, log }) },
    hold: (consumer) =>
      new HeldLanes({
        ...{ consumer, partitions: kafka.partitions, log },
        open: (epoch) => {
          const held = openTopics(kafka, { ...topicParts, service: `${parts.service}.${epoch}` });
          return { feed: new LogFeed({ events: held.events, past, lift, log }), link: held.link };
        },
      }),
  });
  return { feed: split, topics: link };
}

/** The feed itself where nothing was taken by lanes that it still brings. */
function passOverTaken(hub: FeedHub, taken: TakenByLanes | undefined): ProcessFeed {
  if (!taken || taken.isEmpty) return hub;
  return {
    follow: (consumer, owns) => hub.follow(taken.passOver(consumer, owns)),
    start: () => hub.start(),
    stop: () => hub.stop(),
    status: () => hub.status(),
    look: () => hub.look(),
  };
}

interface TopicsParts {
  readonly service: string;
  readonly instance: string;
  readonly sealing: Sealing;
  readonly log: Logger;
}

/** Loads the reader when the process begins to follow topics: its client is large, and a process may follow none. */
function openTopics(
  kafka: KafkaConfig,
  { service, instance, sealing, log }: TopicsParts,
): { readonly events: EventLog; readonly link: TopicsLink } {
  let opened: (EventLog & TopicsLink) | undefined;
  return {
    events: {
      async open(aggregates, assigned) {
        const { KafkaEventLog } = await import('#bus/kafka/domain/event-log');
        const { kafkaClient, KafkaNotReady } = await import('#bus/kafka/settings');
        const { prefix, sessionMs, partitions } = kafka;
        const client = kafkaClient(kafka, `${prefix}-${instance}`, log);
        opened = new KafkaEventLog({
          ...{ kafka: client, prefix, service, sessionMs, partitions, sealing, log },
        });
        await opened.open(aggregates, assigned).catch((error: unknown) => {
          throw error instanceof KafkaNotReady ? new StartupError(error.message) : error;
        });
      },
      close: async () => opened?.close(),
    },
    link: {
      get connected() {
        return opened?.connected ?? true;
      },
      get alive() {
        return opened?.alive ?? true;
      },
    },
  };
}
