import { randomUUID } from 'node:crypto';
import { eventFeedContract, type FeedBench } from '#bus/events/contract';
import { NO_STREAM, type EventStore } from '#event-store';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { openEventStore } from '#hosting/runtime/event-store';
import { metadata, openBench, silent } from '#hosting/testing/bench';
import { FeedHub } from './feed-hub.js';

/** The contract's bench over a store, each feed looking for others' events as a process of its own does. */
const benchOver = (store: EventStore, dispose: () => Promise<void>): FeedBench => ({
  open: () => new FeedHub({ store, log: silent, pollMs: 20 }),
  async append(stream, count) {
    const revision = (await store.read(stream)).length - 1;
    const events = Array.from({ length: count }, () => ({ id: randomUUID(), type: 'Happened', data: {} }));
    const outcome = await store.append(stream, revision < 0 ? NO_STREAM : revision, events, metadata);
    if (outcome.kind === 'conflict') throw new Error('nobody else writes this stream');
  },
  dispose,
});

eventFeedContract('FeedHub over PostgreSQL', async () => {
  const bench = await openBench();
  return benchOver(bench.store, () => bench.dispose());
});

eventFeedContract('FeedHub over EventStoreDB', async () => {
  const [bench, double] = await Promise.all([openBench(), EventStoreDbDouble.start()]);
  const choice = { kind: 'eventstoredb', url: double.url, prefix: 'timbra' } as const;
  const { store } = await openEventStore(choice, { rows: bench.pool, events: bench.pool });
  return benchOver(store, async () => {
    await store.close();
    await double.stop();
    await bench.dispose();
  });
});
