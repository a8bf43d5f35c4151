import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START, type Position, writePosition } from '#kernel';
import { until } from '#bus/testing/until';
import { happened, metadata, newStream } from '../contract-parts.js';
import { NO_STREAM } from '../port.js';
import { EventStoreDbDouble } from '../testing/eventstoredb/double.js';
import type { Fault } from '../testing/eventstoredb/faults.js';
import { EventStoreDbConnection } from './connection.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import { FeedWatch } from './feed-watch.js';
import { Gaps } from './gaps.js';
import { Recent } from './recent.js';
import { noMemory } from './search-memory.js';
import { eventStoreDbSettings } from './settings.js';

describe('FeedWatch', () => {
  let double: EventStoreDbDouble;
  let store: EventStoreDbEventStore;
  let connection: EventStoreDbConnection;
  let watch: FeedWatch;
  const heard: Position[] = [];
  let remembered: Position = START;
  const searchedTo = (place: Position) => ({ newest: place, stream: undefined, looked: place });
  beforeEach(async () => {
    heard.length = 0;
    remembered = START;
    double = await EventStoreDbDouble.start();
    store = new EventStoreDbEventStore({ url: double.url });
    connection = new EventStoreDbConnection(eventStoreDbSettings(double.url));
    watch = new FeedWatch({
      connection,
      prefix: 'timbra.',
      memory: { ...noMemory, load: async () => searchedTo(remembered) },
      gaps: new Gaps(),
      recent: new Recent(),
      onEvent: (position) => heard.push(position),
    });
  });
  afterEach(async () => {
    await watch.stop();
    await connection.shutDown();
    await store.close();
    await double.stop();
  });

  const append = async (): Promise<Position> => {
    const outcome = await store.append(newStream(), NO_STREAM, [happened()], metadata);
    if (outcome.kind === 'conflict') throw new Error('the stream is new');
    return outcome.position;
  };
  const subscribed = (times: number): Promise<void> => until(() => double.faults.calls.subscribe >= times);

  it('tells of what others append after what it remembers, and nothing of what is not ours', async () => {
    remembered = await append();
    watch.start();
    await subscribed(1);
    const positions = [await append(), await append()];
    double.log.append('elsewhere-1', 'any', []);
    const last = await append();
    await until(() => heard.at(-1) === last);
    expect(heard).toEqual([...positions, last]);
  });

  it.each<Fault>(['unavailable', 'timeout-before', 'cut-before', 'cut-after', 'timeout-after'])(
    'continues where it was after: %s',
    async (fault) => {
      double.faults.add('subscribe', fault);
      watch.start();
      await subscribed(1);
      const positions: Position[] = [];
      for (let n = 0; n < 5; n += 1) positions.push(await append());
      await until(() => heard.at(-1) === positions.at(-1));
      // After a break it may tell the same again, but leaves nothing out and goes back behind nothing.
      expect(heard.filter((position, index) => heard.indexOf(position) === index)).toEqual(positions);
      expect(double.faults.calls.subscribe).toBe(2);
    },
  );

  it('continues after many interruptions, and while the server is unavailable', async () => {
    watch.start();
    const positions: Position[] = [];
    for (let round = 0; round < 6; round += 1) {
      await subscribed(round + 1);
      positions.push(await append(), await append());
      if (round === 3) {
        await double.wire.down();
        await new Promise((resolve) => setTimeout(resolve, 50));
        await double.wire.up();
      } else double.wire.cut();
    }
    await until(() => heard.at(-1) === positions.at(-1));
    expect(heard).toEqual(positions);
  });

  it('knows how far there is nothing of ours, and is never ahead of an event of ours', async () => {
    const earlier = await append();
    const position = await append();
    expect(watch.skip(position)).toBe(position);
    watch.start();
    await subscribed(1);
    for (let n = 0; n < 1_700; n += 1) double.log.noise('billing-of-others');
    // The first checkpoint may be of a place before the last event of ours.
    await until(() => (double.log.placeOf(BigInt(writePosition(watch.skip(position)))) ?? 0) > 1_000);
    const skipped = watch.skip(position);
    expect(skipped > position).toBe(true);
    // Who stands further back may have missed something of ours.
    expect(watch.skip(earlier)).toBe(earlier);
    const next = await append();
    expect(next > skipped).toBe(true);
    expect((await store.readFeed(position, 10)).map((event) => event.position)).toEqual([next]);
  });

  it('stops while it waits, and may start again', async () => {
    watch.start();
    await subscribed(1);
    await watch.stop();
    const missed = await append();
    watch.start();
    await until(() => heard.includes(missed));
  });
});

describe('onAppended', () => {
  it('tells of appends of other processes, once each', async () => {
    const double = await EventStoreDbDouble.start();
    const [store, other] = [double.url, double.url].map((url) => new EventStoreDbEventStore({ url }));
    const heard: Position[] = [];
    const leave = store!.onAppended((position) => heard.push(position));
    await until(() => double.faults.calls.subscribe === 1);
    const stream = newStream();
    await other!.append(stream, NO_STREAM, [happened()], metadata);
    await store!.append(stream, 0, [happened()], metadata);
    const positions = (await store!.read(stream)).map(({ position }) => position);
    await until(() => heard.length === 2);
    expect(heard).toEqual(positions);
    leave();
    await Promise.all([store!.close(), other!.close()]);
    await double.stop();
  });
});
