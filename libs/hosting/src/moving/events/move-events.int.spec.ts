import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START, writePosition } from '#kernel';
import { createPool } from '../../postgres/pool.js';
import { migrate } from '../../runtime/migrate.js';
import { migrationsOf } from '../../runtime/migrations.js';
import { event, metadata } from '../../testing/bench.js';
import { abandonMove, checkEvents, moveEvents } from '../index.js';
import { compareStores, type NamedStore } from './compare.js';
import { hashOf } from './feed.js';
import { diesAfter, hashesOf, MovingBench } from './testing.js';

/** Events in PostgreSQL, and consumers at different places, are taken to EventStoreDB (the double of it) and back. */
describe('events move to another store', () => {
  let m: MovingBench;
  beforeEach(async () => void (m = await MovingBench.open()));
  afterEach(() => m.dispose());

  it('as they are, and each consumer continues with the next event', async () => {
    await m.append(12);
    const feed = await m.bench.store.readFeed(0n, 1_000);
    const at = (index: number): bigint => BigInt(writePosition(feed[index]?.position ?? START));
    await m.setCheckpoint('none', 0n);
    await m.setCheckpoint('some', at(7));
    await m.setCheckpoint('rebuilt', at(9) - 1n);
    await m.setCheckpoint('all', at(feed.length - 1));
    await m.setCheckpoint('a lane@invoice/3', at(4), 17n);

    const moved = await moveEvents(m.move());
    expect(moved).toMatchObject({ events: feed.length, copied: feed.length, streams: 3 });
    expect(await hashesOf(m.other)).toEqual(feed.map(hashOf));
    expect(await m.followed()).toBe('eventstoredb timbra');
    const ids = feed.map(({ id }) => id);
    expect(await m.ahead('none', m.other)).toEqual(ids);
    expect(await m.ahead('some', m.other)).toEqual(ids.slice(8));
    expect(await m.ahead('rebuilt', m.other)).toEqual(ids.slice(9));
    expect(await m.ahead('all', m.other)).toEqual([]);
    expect(await m.ahead('a lane@invoice/3', m.other)).toEqual(ids.slice(5));
  });

  it('and back, with what has come since, as often as one likes', async () => {
    await m.append(7);
    await moveEvents(m.move());
    const before = (await hashesOf(m.other)).length;
    await m.append(5, m.other);
    const third = (await m.other.readFeed(START, 3)).at(-1)?.position ?? START;
    await m.setCheckpoint('some', BigInt(writePosition(third)));
    const there = await hashesOf(m.other);

    expect(await moveEvents(m.move('postgres'))).toMatchObject({ copied: there.length - before });
    expect(await hashesOf(m.bench.store)).toEqual(there);
    const ids = (await m.bench.store.readFeed(0n, 1_000)).map(({ id }) => id);
    expect(await m.ahead('some', m.bench.store)).toEqual(ids.slice(3));

    await m.append(2);
    await moveEvents(m.move());
    expect(await hashesOf(m.other)).toEqual(await hashesOf(m.bench.store));
    await expect(moveEvents(m.move())).rejects.toThrow('are in "eventstoredb timbra" already');
  });

  it('an event moved keeps its time, and one that is appended there has the time of then', async () => {
    await m.append(1);
    await m.bench.pool.query(`UPDATE event_store.events SET recorded_at = '2025-03-04T05:06:07.891234Z'`);
    await moveEvents(m.move());
    await m.append(1, m.other);
    const [moved, appended] = (await m.other.read('invoice-a')).map(({ recordedAt }) => recordedAt);
    expect(moved?.toISOString()).toBe('2025-03-04T05:06:07.891Z');
    expect(appended?.getFullYear()).toBeGreaterThan(2025);
  });

  it('killed after each step: nothing starts until it was run again, and then all is there once', async () => {
    await m.append(12);
    // So many that the comparison reports a step.
    await m.appendMany('product-d', 500);
    const hashes = await hashesOf(m.bench.store);
    for (const kind of ['marked', 'events', 'compared', 'verified'] as const) {
      await expect(moveEvents(m.move('eventstoredb', diesAfter(kind)))).rejects.toThrow(
        `killed after ${kind}`,
      );
      expect(await m.followed()).toBe('postgres');
      await expect(migrate(m.bench.url, migrationsOf([]))).rejects.toThrow('is not finished');
    }
    expect(await moveEvents(m.move())).toMatchObject({ copied: 0, events: hashes.length });
    expect(await hashesOf(m.other)).toEqual(hashes);
    expect(await migrate(m.bench.url, migrationsOf([]))).toBe(0);
  });

  it.each(['eventstoredb', 'postgres'] as const)(
    'killed after any event on the way to %s, it continues there',
    async (to) => {
      const [from, target] = to === 'eventstoredb' ? [m.bench.store, m.other] : [m.other, m.bench.store];
      if (to === 'postgres')
        await m.bench.pool.query(`UPDATE platform.followed_store SET identity = 'eventstoredb timbra'`);
      await m.append(8, from);
      const feed = await from.readFeed(0n, 1_000);
      for (let have = 0; have < feed.length; have += 1) {
        // As much as the process before had written.
        await target.takeOver(feed.slice(have, have + 1));
        await expect(moveEvents(m.move(to, diesAfter('marked')))).rejects.toThrow('killed');
      }
      expect(await moveEvents(m.move(to))).toMatchObject({ copied: 0, events: feed.length });
      expect(await hashesOf(target)).toEqual(feed.map(hashOf));
    },
  );

  it('answers of the target that are lost, and a connection that breaks, change nothing', async () => {
    await m.append(8);
    m.double.faults.add('append', 'cut-after', 'unavailable', 'cut-before', 'timeout-after', 'no-position');
    await moveEvents(m.move());
    expect(await hashesOf(m.other)).toEqual(await hashesOf(m.bench.store));
  });

  it('a flipped byte is found: the move is refused, and the check names the event', async () => {
    await m.append(6);
    await expect(moveEvents(m.move('eventstoredb', diesAfter('events')))).rejects.toThrow('killed');
    m.flip('customer-b', 1);
    await expect(moveEvents(m.move())).rejects.toThrow('the event customer-b revision 1');
    expect(await m.followed()).toBe('postgres');
    await expect(checkEvents(m.move())).rejects.toThrow('PostgreSQL and EventStoreDB differ');
    m.flip('customer-b', 1);
    await moveEvents(m.move());
    expect(await checkEvents(m.move())).toMatchObject({ onlyFrom: 0, onlyTo: 0, streams: 3 });
  });

  it('an event that is missing in the middle is found', async () => {
    await m.append(6);
    await moveEvents(m.move());
    await m.bench.pool.query(`DELETE FROM event_store.events WHERE stream_id = 'invoice-c' AND revision = 0`);
    await expect(checkEvents(m.move())).rejects.toThrow('is in one where');
  });

  it('a stream that is in the feed, and can not be read by itself, is found', async () => {
    await m.append(6);
    await moveEvents(m.move());
    const cut = (from: number): NamedStore => ({
      name: 'EventStoreDB',
      store: {
        readFeed: (...place) => m.other.readFeed(...place),
        head: () => m.other.head(),
        read: async (streamId) =>
          streamId === 'customer-b' ? (await m.other.read(streamId)).slice(from) : m.other.read(streamId),
      },
    });
    const before = { name: 'PostgreSQL', store: m.bench.store };
    const quiet = { onStep: () => undefined };
    await expect(compareStores(before, cut(2), quiet)).rejects.toThrow(
      'the stream customer-b is not the same from revision 0 on',
    );
    await expect(compareStores(before, cut(99), quiet)).rejects.toThrow(
      '3 events are in the feed of EventStoreDB, and not in their streams',
    );
  });

  it('a store with events of others is refused, and stays as it is', async () => {
    await m.append(3);
    await m.other.append('invoice-x', -1, [event('Foreign')], metadata);
    const before = m.double.log.all.length;
    await expect(moveEvents(m.move())).rejects.toThrow(
      'EventStoreDB has events that are not of this installation',
    );
    expect(m.double.log.all).toHaveLength(before);
    await abandonMove(m.bench.url);
    expect(await migrate(m.bench.url, migrationsOf([]))).toBe(0);
    await expect(abandonMove(m.bench.url)).rejects.toThrow('No move of this installation is under way.');
  });

  it('nothing is moved while a process works on the database, or another move does', async () => {
    await m.append(1);
    const service = createPool(m.bench.url, { applicationName: 'timbra-events' });
    await service.query('SELECT 1');
    await expect(moveEvents(m.move())).rejects.toThrow(
      'stop every process first. Connected are timbra-events (',
    );
    await service.end();
    const during: Promise<unknown>[] = [];
    await moveEvents(
      m.move('eventstoredb', ({ kind }) => {
        if (kind === 'marked')
          during.push(expect(moveEvents(m.move())).rejects.toThrow('Another npm run store:move has'));
      }),
    );
    await Promise.all(during);
    expect(during).toHaveLength(1);
    expect(m.double.log.stream('timbra.invoice-a')).toHaveLength(1);
  });
});
