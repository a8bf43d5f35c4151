import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Position, START, writePosition } from '#kernel';
import { CheckpointMoved } from '#bus';
import type { RecordedEvent } from '#event-store';
import { deliver, event, metadata, openBench, type Bench } from '#hosting/testing/bench';
import { createTallies, digest, tallies, tally, type Tally } from '#hosting/testing/tallies';
import { positionOf } from '../feed/place.js';
import { compareWithFold } from './compare.js';
import { ProjectionRunner } from './runner.js';
import { ProjectionWatch } from './watch.js';

describe('ProjectionRunner', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(() => createTallies(bench.pool));
  afterEach(() =>
    bench.pool.query('DROP TABLE tallies; DELETE FROM platform.checkpoints; DELETE FROM event_store.events'),
  );

  const runner = (over: Partial<Parameters<typeof tallies>[0]> = {}, pool = bench.pool) =>
    new ProjectionRunner({ pool, projection: tallies(over) });
  const feed = (after: Position = START): Promise<RecordedEvent[]> => bench.store.readFeed(after, 10_000);
  const rows = async (): Promise<Tally[]> =>
    (await bench.pool.query<Tally>('SELECT * FROM tallies ORDER BY id')).rows;
  const checkpoint = async (): Promise<string | undefined> =>
    (await bench.pool.query<{ position: string }>('SELECT position FROM platform.checkpoints')).rows[0]
      ?.position;
  /** Everything in one batch on a new table and checkpoint. */
  const inOneGo = async (): Promise<string> => {
    await bench.pool.query('TRUNCATE tallies; DELETE FROM platform.checkpoints');
    const fresh = runner();
    await fresh.start();
    await deliver(fresh, await feed());
    return digest(bench.pool);
  };

  it('folds events into rows and moves its checkpoint with them', async () => {
    const id = await tally(bench.store, 3);
    const events = await feed();
    const one = runner();
    expect(positionOf(await one.start())).toBe(0n);
    await deliver(one, events);
    expect(await rows()).toMatchObject([{ id, revision: 2, total: '3.75', big: '9007199254740996' }]);
    expect(await checkpoint()).toBe(writePosition(events.at(-1)!.position));
    expect(positionOf(await runner().start())).toBe(events.at(-1)?.position);
  });

  it('keeps the different values of columns, once each, also those that no row has any more', async () => {
    await bench.pool.query(
      'CREATE TABLE tally_days (organization_id text, day date, PRIMARY KEY (organization_id, day))',
    );
    try {
      const ids = [await tally(bench.store, 2), await tally(bench.store, 1), await tally(bench.store, 1)];
      await bench.store.append(`tally-${ids[2]}`, 0, [event('Removed')], metadata);
      let days = ['2026-01-01', '2026-01-02', null, '2026-01-01', '2026-01-03'];
      const { evolve } = tallies();
      const dated = runner({
        name: 'dated',
        distinct: { table: 'public.tally_days', columns: ['organization_id', 'day'] },
        evolve: (row, one) => {
          const [day = null, ...others] = days;
          days = others;
          const next = evolve(row, one);
          return next && { ...next, day };
        },
      });
      await dated.start();
      for (const one of await feed()) await deliver(dated, [one]);
      const { rows: kept } = await bench.pool.query(
        'SELECT organization_id, day::text FROM tally_days ORDER BY 2',
      );
      expect(kept.map(({ day }: { day: string }) => day)).toEqual(['2026-01-01', '2026-01-02']);
      expect(kept[0]).toMatchObject({ organization_id: metadata.organizationId });
    } finally {
      await bench.pool.query('DROP TABLE tally_days');
    }
  });

  it('makes the same rows in one batch, event by event, and when restarted between any two', async () => {
    const ids = [await tally(bench.store, 2), await tally(bench.store, 3), await tally(bench.store, 1)];
    for (const id of ids) await tally(bench.store, 3, id);
    await bench.store.append(`tally-${ids[2]}`, 3, [event('Removed')], metadata);
    await tally(bench.store, 2, ids[2]);
    const events = await feed();

    const kept = runner();
    await kept.start();
    for (const one of events) await deliver(kept, [one]);
    const eventByEvent = await digest(bench.pool);

    await bench.pool.query('TRUNCATE tallies; DELETE FROM platform.checkpoints');
    for (const one of events) {
      const restarted = runner();
      await restarted.start();
      await deliver(restarted, [one]);
    }
    expect(await digest(bench.pool)).toBe(eventByEvent);
    expect(await inOneGo()).toBe(eventByEvent);
    expect(eventByEvent).toMatch(/^3:/);
  });

  it('keeps large JSON packed, and folds on from it after a restart', async () => {
    const note = 'ñ'.repeat(300_000);
    const id = await tally(bench.store, 1);
    await bench.store.append(`tally-${id}`, 0, [event('Added', { note })], metadata);
    const one = runner();
    await one.start();
    await deliver(one, await feed());
    const { rows: stored } = await bench.pool.query<{ size: number }>(
      `SELECT length(notes::text) AS size FROM tallies WHERE notes->'$brotli' IS NOT NULL`,
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.size).toBeLessThan(10_000);
    const last = (await feed()).at(-1)?.position;
    await tally(bench.store, 1, id);
    const restarted = runner();
    await restarted.start();
    await deliver(restarted, await feed(last));
    const byTwo = await digest(bench.pool);
    expect(await inOneGo()).toBe(byTwo);
    expect(await compareWithFold({ ...bench, projection: tallies() })).toEqual([]);
    await bench.pool.query(`UPDATE tallies SET notes = '[]'`);
    expect(await compareWithFold({ ...bench, projection: tallies() })).toEqual([id]);
  });

  it('keeps neither rows nor checkpoint of a batch that fails', async () => {
    await tally(bench.store, 1);
    const good = runner();
    await good.start();
    await deliver(good, await feed());
    const before = [await digest(bench.pool), await checkpoint()];
    const [last] = (await feed()).slice(-1);
    await tally(bench.store, 1);
    await bench.store.append('tally-bad', -1, [event('Added', { note: 'poison' })], metadata);
    const bad = runner({
      evolve: (row, recorded) => ({
        ...tallies().evolve(row, recorded)!,
        // Fails in the database, after the checkpoint was moved in the same statement.
        ...((recorded.data as { note?: string }).note === 'poison' && { total: 'not a number' }),
      }),
    });
    await bad.start();
    await expect(deliver(bad, await feed(last?.position))).rejects.toThrow(/numeric/);
    expect([await digest(bench.pool), await checkpoint()]).toEqual(before);
  });

  it('keeps nothing when its connection is killed before the commit', async () => {
    await tally(bench.store, 4);
    const { pool } = bench.another();
    const victim = runner({}, pool);
    await victim.start();
    const blocker = await bench.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE tallies IN ACCESS EXCLUSIVE MODE');
    const handling = deliver(victim, await feed());
    const outcome = handling.then(
      () => 'kept',
      () => 'failed',
    );
    // Waits for the table's lock, so it is under way but not committed.
    for (let killed = 0; killed === 0;) {
      const { rows } = await blocker.query<{ done: boolean }>(
        `SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      killed = rows.length;
    }
    await blocker.query('COMMIT');
    blocker.release();
    expect(await outcome).toBe('failed');
    expect([await rows(), await checkpoint()]).toEqual([[], '0']);
    expect(positionOf(await victim.start())).toBe(0n);
    await deliver(victim, await feed());
    expect(await rows()).toHaveLength(1);
  });

  it('lets one of two runners of a projection through, and the other go on from there', async () => {
    await tally(bench.store, 5);
    const [one, two] = [runner(), runner({}, bench.another().pool)];
    await Promise.all([one.start(), two.start()]);
    const events = await feed();
    const outcomes = await Promise.allSettled([deliver(one, events), deliver(two, events)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(lost?.reason).toBeInstanceOf(CheckpointMoved);

    const id = await tally(bench.store, 1, (await rows())[0]?.id);
    const winner = outcomes[0]?.status === 'fulfilled' ? one : two;
    const loser = winner === one ? two : one;
    const position = positionOf(await loser.start());
    expect(position).toBe(events.at(-1)?.position);
    await deliver(loser, await feed(position));
    await expect(deliver(winner, await feed(position))).rejects.toBeInstanceOf(CheckpointMoved);
    expect(await rows()).toMatchObject([{ id, revision: 5 }]);
    expect(await digest(bench.pool)).toBe(await inOneGo());
  });

  it('removes a row, also one that was born in the same batch', async () => {
    const gone = await tally(bench.store, 1);
    const one = runner();
    await one.start();
    await deliver(one, await feed());
    const position = (await feed()).at(-1)?.position;
    await bench.store.append(`tally-${gone}`, 0, [event('Removed')], metadata);
    const brief = await tally(bench.store, 2);
    await bench.store.append(`tally-${brief}`, 1, [event('Removed')], metadata);
    await deliver(one, await feed(position));
    expect(await rows()).toEqual([]);
  });

  it('changes nothing when events come again', async () => {
    const id = await tally(bench.store, 3);
    const events = await feed();
    const one = runner();
    await one.start();
    await deliver(one, events);
    const before = await digest(bench.pool);
    await bench.pool.query('UPDATE platform.checkpoints SET position = $1', [
      writePosition(events[0]!.position),
    ]);
    const again = runner();
    await again.start();
    await deliver(again, events.slice(1));
    expect(await digest(bench.pool)).toBe(before);
    await tally(bench.store, 1, id);
    await deliver(again, await feed(events.at(-1)?.position));
    expect(await rows()).toMatchObject([{ revision: 3, total: '4.00' }]);
  });

  it('stores nothing for events of others, but tells that it has passed them', async () => {
    const passed: (readonly [Position, rows: number])[] = [];
    const one = new ProjectionRunner({
      pool: bench.pool,
      projection: tallies(),
      onAdvanced: (place, ids) => passed.push([positionOf(place), ids.size]),
    });
    await one.start();
    await bench.store.append('other-1', -1, [event('Unrelated')], metadata);
    const unrelated = await feed();
    await deliver(one, unrelated);
    expect(await checkpoint()).toBe('0');
    expect(passed).toEqual([
      [START, 0],
      [unrelated[0]?.position, 0],
    ]);
    await tally(bench.store, 1);
    const mine = await feed(unrelated[0]?.position);
    await deliver(one, mine);
    expect(await checkpoint()).toBe(writePosition(mine[0]!.position));
    expect(passed.slice(-1)).toEqual([[mine[0]?.position, 1]]);
  });

  it('lets every process see that a row is gone, also one that was never seen', async () => {
    const model = { projection: 'tallies', table: 'public.tallies', stream: 'tally-' } as const;
    const elsewhere = new ProjectionWatch(bench.another().pool);
    const brief = await tally(bench.store, 1);
    const waiting = elsewhere.reached(model, { stream: `tally-${brief}`, revision: 1 }, 60_000);
    await bench.store.append(`tally-${brief}`, 0, [event('Removed')], metadata);
    const here = new ProjectionWatch(bench.pool);
    const one = new ProjectionRunner({
      pool: bench.pool,
      projection: tallies(),
      onStarted: () => here.noteStart('tallies'),
      onAdvanced: (_, changes) => here.noteAdvance('tallies', changes),
    });
    await one.start();
    await deliver(one, await feed());
    expect(await here.reached(model, { stream: `tally-${brief}`, revision: 1 }, 0)).toBe(true);
    expect(await waiting).toBe(true);
    const none = await elsewhere.reached(model, { stream: `tally-${brief}`, revision: 2 }, 0);
    expect(none).toBe(false);
  });

  it('notes only rows that were there, where most streams leave none', async () => {
    const sparse = runner({ sparse: true });
    await sparse.start();
    const brief = await tally(bench.store, 1);
    await bench.store.append(`tally-${brief}`, 0, [event('Removed')], metadata);
    const noted = async () =>
      (await bench.pool.query<{ id: string }>('SELECT id FROM platform.removed_rows')).rows.map(
        ({ id }) => id,
      );
    const known = await noted();
    await deliver(sparse, await feed());
    // It has nothing to store, so its place is stored later, with something or after a second.
    expect([await noted(), await checkpoint()]).toEqual([known, '0']);
    const kept = await tally(bench.store, 1);
    await deliver(sparse, (await feed()).slice(-1));
    expect(await rows()).toMatchObject([{ id: kept }]);
    const place = (await feed()).at(-1)?.position;
    expect(await checkpoint()).toBe(writePosition(place!));
    await bench.store.append(`tally-${kept}`, 0, [event('Removed')], metadata);
    await deliver(sparse, await feed(place));
    expect([await rows(), (await noted()).filter((id) => !known.includes(id))]).toEqual([[], [kept]]);
  });

  it('looks for no row of an event that it passes by', async () => {
    const one = runner({ sparse: true, passesBy: ({ revision }) => revision === 1 });
    await one.start();
    const known = await tally(bench.store, 1);
    await deliver(one, await feed());
    const place = (await feed()).at(-1)?.position;
    const fresh = runner({ sparse: true, passesBy: ({ revision }) => revision === 1 });
    await fresh.start();
    await bench.store.append(`tally-${known}`, 0, [event('Removed')], metadata);
    await bench.pool.query('ALTER TABLE public.tallies RENAME TO away');
    try {
      await deliver(fresh, await feed(place));
    } finally {
      await bench.pool.query('ALTER TABLE public.away RENAME TO tallies');
    }
    expect(await rows()).toMatchObject([{ id: known }]);
  });

  it('notes no rows that were removed long ago, as when it is rebuilt', async () => {
    const gone = await tally(bench.store, 1);
    await bench.store.append(`tally-${gone}`, 0, [event('Removed')], metadata);
    const one = runner();
    await one.start();
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    await deliver(
      one,
      (await feed()).map((recorded) => ({ ...recorded, recordedAt: longAgo })),
    );
    const { rows: noted } = await bench.pool.query('SELECT FROM platform.removed_rows WHERE id = $1', [gone]);
    expect(noted).toHaveLength(0);
  });

  it('writes to another table and checkpoint when told to', async () => {
    await createTallies(bench.pool, 'public.shadow');
    try {
      await tally(bench.store, 1);
      const target = { table: 'public.shadow', checkpoint: 'tallies/shadow' };
      const one = new ProjectionRunner({ pool: bench.pool, projection: tallies(), target });
      await one.start();
      await deliver(one, await feed());
      expect([await digest(bench.pool), await digest(bench.pool, 'public.shadow')]).toEqual([
        '0:',
        expect.stringMatching(/^1:/),
      ]);
    } finally {
      await bench.pool.query('DROP TABLE shadow');
    }
  });
});
