import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '#kernel';
import { KafkaEventLog } from '#bus/kafka/domain/event-log';
import { kafkaClient } from '#bus/kafka/settings';
import { silent } from '#bus/kafka/testing/cluster';
import type { AnyEventConsumer, Checkpoint, LanedConsumer } from '#bus';
import { LogFeed } from '../log-feed.js';

/**
 * A process that follows one kind of stream, to be killed: `reader.js <broker> <prefix> <service> <aggregate> <places as
 * JSON>`. It prints what it keeps, `{ lane, place, ids }`, a line at a time: that is its database. Where it asks the owner, it
 * prints `asked`.
 */
const [broker = '', prefix = '', service = '', aggregate = '', places = '{}'] = process.argv.slice(2);
const kept = new Map(Object.entries(JSON.parse(places) as Record<string, Checkpoint>));

const consumer: LanedConsumer = {
  ...{ name: 'reader', streams: [`${aggregate}-`] },
  start: () => Promise.reject(new Error('it has lanes')),
  handle: () => Promise.reject(new Error('it has lanes')),
  lane: (lane): AnyEventConsumer => ({
    ...{ name: 'reader', streams: [`${aggregate}-`] },
    start: async () => kept.get(lane),
    handle: async (events, place) => {
      await sleep(20);
      kept.set(lane, place);
      writeSync(1, `${JSON.stringify({ lane, place, ids: events.map(({ id }) => id) })}\n`);
    },
  }),
};

const settings = { brokers: [broker], prefix, tls: undefined, sasl: undefined };
const events = new KafkaEventLog({
  ...{ kafka: kafkaClient(settings, 'reader', silent), prefix, service, sessionMs: 6_000 },
  ...{ sealing: undefined, log: silent },
});
// Its owner has nothing: what is to come to it must be written after this.
const past = {
  read: async (_aggregate: string, _partition: number, looked: Position) => {
    writeSync(1, 'asked\n');
    return { events: [], looked, end: true };
  },
};
const feed = new LogFeed({ events, past, lift: (event) => event, log: silent, batchSize: 5 });
feed.follow(consumer);
await feed.start();
