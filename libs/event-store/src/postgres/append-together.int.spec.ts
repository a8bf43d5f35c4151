import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBench, type Bench } from '#hosting/testing/bench';
import { happened, metadata, newStream } from '../contract-parts.js';
import { NO_STREAM, type Append, type AppendedPage, type PostgresEventStore } from '../index.js';

describe('appends that are stored together', () => {
  let bench: Bench;
  let store: PostgresEventStore;
  beforeAll(async () => {
    bench = await openBench();
    ({ store } = bench);
  });
  afterAll(() => bench.dispose());

  const append = (streamId = newStream(), data: unknown = 'data', expectedRevision = NO_STREAM): Append => ({
    ...{ streamId, expectedRevision, metadata },
    events: [happened(data)],
  });
  const stored = async ({ streamId, events }: Append) =>
    (await store.read(streamId)).some(({ id }) => id === events[0]?.id);
  const transactionsOf = async (...appends: Append[]) =>
    (
      await bench.pool.query<{ count: number }>(
        'SELECT count(DISTINCT xmin::text)::int AS count FROM event_store.events WHERE stream_id = ANY($1)',
        [appends.map(({ streamId }) => streamId)],
      )
    ).rows[0]?.count;

  it('are of one transaction, in their order, and are told of at once', async () => {
    const [leader, follower, last] = [append(), append(), append()];
    const pages: AppendedPage[] = [];
    const leave = store.onAppended((_position, _streams, page) => void (page && pages.push(page)));
    const outcome = await store.appendTogether(leader, [follower, last]);
    await new Promise(setImmediate);
    leave();
    expect(outcome.leader).toMatchObject({ kind: 'appended', revision: 0 });
    expect(outcome.followers).toMatchObject([{ kind: 'appended' }, { kind: 'appended' }]);
    expect(await transactionsOf(leader, follower, last)).toBe(1);
    const streams = [leader, follower, last].map(({ streamId }) => streamId);
    expect(pages.map(({ events }) => events.map(({ streamId }) => streamId))).toEqual([streams]);
  });

  it('are all left out where the first is not at its stream’s revision', async () => {
    const taken = append();
    await store.append(taken.streamId, NO_STREAM, taken.events, metadata);
    const [leader, follower] = [append(taken.streamId), append()];
    expect(await store.appendTogether(leader, [follower])).toEqual({
      leader: { kind: 'conflict', actualRevision: 0 },
      followers: [{ kind: 'not_led' }],
    });
    expect([await stored(leader), await stored(follower)]).toEqual([false, false]);
  });

  it('keep the first one where another conflicts, and those that do not', async () => {
    const taken = append();
    await store.append(taken.streamId, NO_STREAM, taken.events, metadata);
    const [leader, bad, good] = [append(), append(taken.streamId), append()];
    const outcome = await store.appendTogether(leader, [bad, good]);
    expect(outcome).toMatchObject({
      leader: { kind: 'appended' },
      followers: [{ kind: 'conflict', actualRevision: 0 }, { kind: 'appended' }],
    });
    expect([await stored(leader), await stored(bad), await stored(good)]).toEqual([true, false, true]);
  });

  it('are recognised when they come again, also after the first one came alone', async () => {
    const [leader, follower] = [append(), append()];
    const first = await store.appendTogether(leader, [follower]);
    expect(await store.appendTogether(leader, [follower])).toEqual(first);
    const [alone, later] = [append(), append()];
    await store.append(alone.streamId, NO_STREAM, alone.events, metadata);
    expect(await store.appendTogether(alone, [later])).toMatchObject({ followers: [{ kind: 'appended' }] });
    expect(await stored(later)).toBe(true);
  });

  it('take no harm from what others of their round do', async () => {
    const taken = append();
    await store.append(taken.streamId, NO_STREAM, taken.events, metadata);
    const [leader, follower] = [append(), append()];
    const [together, conflicting] = await Promise.all([
      store.appendTogether(leader, [follower]),
      store.append(taken.streamId, NO_STREAM, [happened()], metadata),
    ]);
    expect([together.leader.kind, together.followers[0]?.kind, conflicting.kind]).toEqual([
      ...['appended', 'appended', 'conflict'],
    ]);
  });

  it('leave the first one there where another has data that the database refuses', async () => {
    const bad = { ...append(), events: [{ ...happened(), id: 'not-a-uuid' }] };
    const leader = append();
    expect(await store.appendTogether(leader, [bad])).toMatchObject({
      leader: { kind: 'appended' },
      followers: [{ kind: 'failed', error: expect.objectContaining({ code: expect.stringMatching(/^22/) }) }],
    });
    expect([await stored(leader), (await store.read(bad.streamId)).length]).toEqual([true, 0]);
  });

  it('are stored also where they are large', async () => {
    const [leader, follower] = [append(), append(newStream(), { text: 'x'.repeat(300_000) })];
    expect(await store.appendTogether(leader, [follower])).toMatchObject({
      followers: [{ kind: 'appended' }],
    });
    expect(await transactionsOf(leader, follower)).toBe(1);
  });

  it('need an event each', async () => {
    await expect(store.appendTogether(append(), [{ ...append(), events: [] }])).rejects.toThrow(RangeError);
  });
});
