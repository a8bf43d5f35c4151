import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { EVENT_STORE_AWAY } from '../away.js';
import { happened, metadata, newStream } from '../contract-parts.js';
import { NO_STREAM } from '../port.js';
import { EventStoreDbDouble } from '../testing/eventstoredb/double.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

/** A store that stays away ends the calls that wait for it; what it does after its return is as before. */
describe('EventStoreDbEventStore, when the server is away', () => {
  let double: EventStoreDbDouble;
  let store: EventStoreDbEventStore;
  const said: string[] = [];
  beforeEach(async () => {
    said.length = 0;
    double = await EventStoreDbDouble.start();
    store = new EventStoreDbEventStore({
      ...{ url: double.url, attemptMs: 60_000, retryMs: 60_000, knownAfterMs: 500 },
      onAway: () => said.push('away'),
      onBack: () => said.push('back'),
    });
    await store.head();
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  const away = { code: EVENT_STORE_AWAY };
  const absences = [
    ['refuses', () => double.wire.down(), () => double.wire.up()],
    ['hangs', async () => double.wire.freeze(), async () => double.wire.thaw()],
  ] as const;

  it.each(absences)(
    'ends all calls once it is known that the server %s, and says so once',
    async (_, go, comeBack) => {
      const streams = [newStream(), newStream(), newStream()];
      await go();
      // A try may take a minute here: only that the server is known to be away ends these.
      const appending = streams.map((stream) => store.append(stream, NO_STREAM, [happened()], metadata));
      const reading = store.read(newStream());
      for (const call of [...appending, reading]) await expect(call).rejects.toMatchObject(away);
      // From now on nobody waits at all.
      const sent = double.faults.calls.append;
      await expect(store.append(newStream(), NO_STREAM, [happened()], metadata)).rejects.toMatchObject(away);
      await expect(store.readFeed(0n, 1)).rejects.toMatchObject(away);
      expect(double.faults.calls.append).toBe(sent);
      expect(said).toEqual(['away']);

      await comeBack();
      await until(() => said.length === 2);
      expect(said).toEqual(['away', 'back']);
      expect(await store.append(newStream(), NO_STREAM, [happened()], metadata)).toMatchObject({
        kind: 'appended',
      });
    },
  );

  it('does not know what became of an append under way: the same one again finds out', async () => {
    const stream = newStream();
    const events = [happened(1)];
    double.faults.add('append', 'silence-after');
    const appending = store.append(stream, NO_STREAM, events, metadata);
    await expect(appending).rejects.toMatchObject(away);
    await until(() => said.includes('back'));
    expect(await store.append(stream, NO_STREAM, events, metadata)).toMatchObject({ revision: 0 });
    expect(await store.read(stream)).toHaveLength(1);
  });

  it('waits through a short absence, which nobody is told of', async () => {
    const stream = newStream();
    await double.wire.down();
    const appending = store.append(stream, NO_STREAM, [happened()], metadata);
    await double.wire.up();
    expect(await appending).toMatchObject({ kind: 'appended' });
    expect(said).toEqual([]);
  });

  it('is known to be away also where every call gives up sooner than that', async () => {
    const hasty = new EventStoreDbEventStore({
      ...{ url: double.url, attemptMs: 100, retryMs: 150, knownAfterMs: 500 },
      onAway: () => said.push('away'),
    });
    double.wire.freeze();
    for (let calls = 0; said.length === 0 && calls < 50; calls += 1)
      await expect(hasty.read(newStream())).rejects.toMatchObject(away);
    expect(said).toEqual(['away']);
    double.wire.thaw();
    await hasty.close();
  });

  it('is there as long as it answers anybody, also where one call fails again and again', async () => {
    const hasty = new EventStoreDbEventStore({
      ...{ url: double.url, retryMs: 2_000, knownAfterMs: 60_000 },
      onAway: () => said.push('away'),
    });
    double.faults.add('append', ...Array.from({ length: 1_000 }, () => 'unavailable' as const));
    await expect(hasty.append(newStream(), NO_STREAM, [happened()], metadata)).rejects.toMatchObject(away);
    expect(await hasty.read(newStream())).toEqual([]);
    expect(said).toEqual([]);
    await hasty.close();
  });
});
