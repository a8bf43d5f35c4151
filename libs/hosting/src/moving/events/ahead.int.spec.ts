import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { START, writePosition } from '#kernel';
import { EventStoreDbEventStore } from '#event-store/eventstoredb/eventstoredb-event-store';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { createPool } from '../../postgres/pool.js';
import { migrate } from '../../runtime/migrate.js';
import { migrationsOf } from '../../runtime/migrations.js';
import { checkEvents, copyAhead, moveEvents } from '../index.js';
import type { Step } from '../steps.js';
import { diesAfter, hashesOf, MovingBench } from './testing.js';

/** A million events take an hour to copy: what is there goes ahead, and the service is stopped for the rest alone. */
describe('events are copied ahead, while the service works', () => {
  let m: MovingBench;
  beforeEach(async () => void (m = await MovingBench.open()));
  afterEach(() => m.dispose());
  const places = async (): Promise<number> =>
    (await m.bench.pool.query('SELECT FROM timbra_ahead.places')).rowCount ?? 0;
  let service: pg.Pool;
  beforeEach(async () => {
    await m.append(9);
    await m.appendMany('product-d', 600);
    await m.appendMany('product-e', 600);
    service = createPool(m.bench.url, { applicationName: 'timbra-events' });
    await service.query('SELECT 1');
  });
  afterEach(() => (service.ended ? undefined : service.end()));

  it('what is there is copied and compared: then only the rest is left, and consumers far behind are found', async () => {
    const before = await hashesOf(m.bench.store);
    expect(await copyAhead(m.move())).toMatchObject({ copied: before.length, events: before.length });
    expect([await m.followed(), await places()]).toEqual(['postgres', 12]);
    // The service goes on, starts again, and follows what it followed.
    await m.append(5);
    await m.appendMany('product-d', 600, 599);
    expect(await migrate(m.bench.url, migrationsOf([]))).toBe(0);
    await service.end();

    const feed = await m.bench.store.readFeed(0n, 10_000);
    const behind = [0, 3, 99, 100, 101, 700, 1_150, feed.length - 1];
    for (const index of behind)
      await m.setCheckpoint(`at ${index}`, BigInt(writePosition(feed[index]?.position ?? START)));
    await m.setCheckpoint('none', 0n);
    const moved = await moveEvents(m.move());
    expect(moved).toMatchObject({ events: feed.length, copied: feed.length - before.length });
    expect(moved.read).toBe(feed.length - 1_200);
    const ids = feed.map(({ id }) => id);
    for (const index of behind)
      expect(await m.ahead(`at ${index}`, m.other)).toEqual(ids.slice(index + 1, index + 1_001));
    expect(await m.ahead('none', m.other)).toEqual(ids.slice(0, 1_000));
    // The same hash as of a comparison from the beginning.
    expect(await checkEvents(m.move())).toMatchObject({ hash: moved.hash, streams: moved.streams });
    expect((await m.bench.pool.query(`SELECT FROM pg_namespace WHERE nspname ~ '^timbra_'`)).rowCount).toBe(
      0,
    );
  });

  it('killed at any time, it goes on from where it was', async () => {
    await expect(copyAhead(m.move('eventstoredb', diesAfter('events')))).rejects.toThrow('killed');
    let compared = 0;
    const diesLater = ({ kind }: Step): void => {
      if (kind === 'compared' && (compared += 1) === 2) throw new Error('killed');
    };
    await expect(copyAhead(m.move('eventstoredb', diesLater))).rejects.toThrow('killed');
    expect(await places()).toBe(1);
    const all = (await hashesOf(m.bench.store)).length;
    expect(await copyAhead(m.move())).toMatchObject({ copied: 0, events: all, read: all - 100 });
    expect(await places()).toBe(12);
    await service.end();
    expect(await moveEvents(m.move())).toMatchObject({ copied: 0, events: all, read: all - 1_200 });
  });

  it('a store that is not what was compared is compared from the beginning', async () => {
    await copyAhead(m.move());
    await service.end();
    const another = await EventStoreDbDouble.start();
    const neighbour = new EventStoreDbEventStore({ url: another.url, prefix: 'neighbour' });
    try {
      await m.append(1, neighbour);
      const elsewhere = { ...m.move(), eventStoreDb: { ...m.move().eventStoreDb, url: another.url } };
      const all = (await hashesOf(m.bench.store)).length;
      expect(await moveEvents(elsewhere)).toMatchObject({ copied: all, read: all, events: all });
    } finally {
      await neighbour.close();
      await another.stop();
    }
  });

  it('finds a stream that was changed since, where it got more events', async () => {
    await copyAhead(m.move());
    await m.append(2);
    await service.end();
    m.flip('customer-b', 1);
    await expect(moveEvents(m.move())).rejects.toThrow(
      'the stream customer-b is not the same from revision 1 on',
    );
    expect(await m.followed()).toBe('postgres');
  });

  it('is refused while a move is not finished', async () => {
    await service.end();
    await expect(moveEvents(m.move('eventstoredb', diesAfter('marked')))).rejects.toThrow('killed');
    await expect(copyAhead(m.move())).rejects.toThrow('is not finished');
    await moveEvents(m.move());
  });
});
