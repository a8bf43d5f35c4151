import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readPosition, writePosition } from '#kernel';
import { CheckpointMoved } from '#bus';
import type { EventStore } from '#event-store';
import { until } from '#bus/testing/until';
import { deliver, event, metadata, openBench, silent, type Bench } from '#hosting/testing/bench';
import { createTallies, digest, tallies, tally } from '#hosting/testing/tallies';
import { FeedHub } from '../feed/feed-hub.js';
import { placeAt, positionOf } from '../feed/place.js';
import { compareWithFold } from './compare.js';
import { rebuildProjection, RebuildUnderWay, type RebuildProgress } from './rebuild.js';
import { ProjectionRunner } from './runner.js';

describe('rebuilding a projection', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(async () => {
    await createTallies(bench.pool);
    for (let n = 0; n < 12; n += 1) await tally(bench.store, 1 + (n % 4));
    const gone = await tally(bench.store, 2);
    await bench.store.append(`tally-${gone}`, 1, [event('Removed')], metadata);
    await bench.store.append('other-1', -1, [event('Unrelated')], metadata).catch(() => undefined);
    await project();
  });
  afterEach(() =>
    bench.pool.query(
      'DROP TABLE IF EXISTS tallies, tallies__rebuild; DELETE FROM platform.checkpoints; DELETE FROM event_store.events',
    ),
  );

  const project = async (): Promise<void> => {
    const runner = new ProjectionRunner({ pool: bench.pool, projection: tallies() });
    for (;;) {
      const events = await bench.store.readFeed(positionOf(await runner.start()), 1_000);
      if (!events.some(({ streamId }) => streamId.startsWith('tally-'))) return;
      await deliver(runner, events);
    }
  };
  const rebuild = (over = {}) =>
    rebuildProjection({ pool: bench.pool, store: bench.store, projection: tallies(), batchSize: 7, ...over });
  const compare = () => compareWithFold({ pool: bench.pool, store: bench.store, projection: tallies() });
  const schema = async () =>
    (
      await bench.pool.query(
        `SELECT indexname, indexdef FROM pg_indexes WHERE tablename LIKE 'tallies%'
         UNION ALL SELECT conname, conrelid::regclass::text || pg_get_constraintdef(oid) FROM pg_constraint
         WHERE conrelid::regclass::text LIKE 'tallies%'
         UNION ALL SELECT attname, attstattarget::text FROM pg_attribute
         WHERE attrelid = 'tallies'::regclass AND attnum > 0 ORDER BY 1, 2`,
      )
    ).rows;

  it('gives the same bytes, names and indexes for unchanged code, each time', async () => {
    const before = [await digest(bench.pool), await schema()];
    expect(before[0]).toMatch(/^12:/);
    for (let n = 0; n < 2; n += 1) {
      await rebuild();
      expect([await digest(bench.pool), await schema()]).toEqual(before);
    }
    const { rows } = await bench.pool.query('SELECT name FROM platform.checkpoints');
    expect(rows).toEqual([{ name: 'tallies' }]);
    expect(await compare()).toEqual([]);
  });

  it('heals rows that are wrong, missing or superfluous', async () => {
    const before = await digest(bench.pool);
    await bench.pool.query(`UPDATE tallies SET total = 1 WHERE id = (SELECT min(id) FROM tallies)`);
    await bench.pool.query(`DELETE FROM tallies WHERE id = (SELECT max(id) FROM tallies)`);
    await bench.pool.query(
      `INSERT INTO tallies SELECT (json_populate_record(t, '{"id":"zz"}')).* FROM tallies t LIMIT 1`,
    );
    expect(await compare()).toHaveLength(3);
    await rebuild();
    expect(await digest(bench.pool)).toBe(before);
    expect(await compare()).toEqual([]);
  });

  it('tells how far it is', async () => {
    const told: RebuildProgress[] = [];
    const events = await rebuild({ onProgress: (progress: RebuildProgress) => told.push(progress) });
    expect(events).toBe((await bench.store.readFeed(0n, 1_000)).length);
    expect(told.length).toBeGreaterThan(3);
    expect(told.map(({ share }) => share)).toEqual([...told.map(({ share }) => share)].sort());
    expect(told.at(-1)).toMatchObject({ projection: 'tallies', share: 1, events });
  });

  it('begins again after it was interrupted, and until then has changed nothing', async () => {
    const before = await digest(bench.pool);
    let batches = 0;
    const dying = rebuild({
      onProgress: () => {
        if ((batches += 1) === 3) throw new Error('killed');
      },
    });
    await expect(dying).rejects.toThrow('killed');
    expect(await digest(bench.pool)).toBe(before);
    await rebuild();
    expect(await digest(bench.pool)).toBe(before);
  });

  it('is done by one process at a time', async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let started = false;
    const store = Object.assign(Object.create(bench.store) as EventStore, {
      readFeed: (...request: Parameters<EventStore['readFeed']>) => {
        started = true;
        return opened.then(() => bench.store.readFeed(...request));
      },
    });
    const first = rebuild({ store });
    await until(() => started);
    await expect(rebuild({ pool: bench.another().pool })).rejects.toThrow(RebuildUnderWay);
    open();
    await first;
    await rebuild();
  });

  it('moves every lane of the projection, which then forgets the rows that it keeps', async () => {
    const { pool } = bench.another();
    const head = await bench.store.head();
    const whole = new ProjectionRunner({ pool, projection: tallies() });
    const lanes = ['tallies@tally/0', 'tallies@tally/1', 'tallies@tally/2'].map((name) => whole.lane(name));
    await bench.pool.query(
      `UPDATE platform.checkpoints SET position = 1 WHERE name = 'tallies';
       INSERT INTO platform.checkpoints (name, position, log_offset)
       VALUES ('tallies@tally/0', 4, 1), ('tallies@tally/1', ${writePosition(head)}, 9)`,
    );
    for (const lane of lanes) await lane.start();
    await rebuild();
    const id = await tally(bench.store, 1);
    const next = (await bench.store.readFeed(head, 10)).filter(({ streamId }) => streamId === `tally-${id}`);
    for (const lane of lanes)
      await expect(
        lane.handle(next, placeAt(readPosition(BigInt(writePosition(head)) + 1n), 10n)),
      ).rejects.toThrow(CheckpointMoved);
    for (const lane of lanes) expect(await lane.start()).toBe(writePosition(head));
    await bench.pool.query("DELETE FROM platform.checkpoints WHERE name LIKE '%@%'");
  });

  it('runs while events come and the old table is read; then the live runner shows the new code', async () => {
    const { pool, store } = bench.another();
    const renewed: ReturnType<typeof tallies> = {
      ...tallies(),
      evolve: (row, recorded) => {
        const next = tallies().evolve(row, recorded);
        return next && { ...next, organization_id: 'renewed' };
      },
    };
    const hub = new FeedHub({ store, log: silent, pollMs: 10 });
    hub.follow(new ProjectionRunner({ pool, projection: renewed }));
    await hub.start();
    const [known = ''] = (await bench.pool.query<{ id: string }>('SELECT id FROM tallies LIMIT 1')).rows.map(
      ({ id }) => id,
    );
    let writing = true;
    let reads = 0;
    const writer = (async () => {
      // One row is changed over and over, so that the live runner keeps it in memory.
      for (let n = 0; n < 300 && writing; n += 1) await tally(store, 1, n % 2 ? known : undefined);
    })();
    const reader = (async () => {
      while (writing) {
        const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM tallies');
        expect(rows[0]?.count).toBeGreaterThanOrEqual(12);
        reads += 1;
      }
    })();
    await rebuild({ projection: renewed });
    writing = false;
    await Promise.all([writer, reader]);
    expect(reads).toBeGreaterThan(0);
    await tally(store, 1, known);
    const head = await store.head();
    await until(() => hub.status()[0]?.position === head && hub.status()[0]?.failures === 0);
    await hub.stop();
    const { rows } = await bench.pool.query('SELECT DISTINCT organization_id FROM tallies');
    expect(rows).toEqual([{ organization_id: 'renewed' }]);
    expect(await compareWithFold({ pool, store, projection: renewed })).toEqual([]);
  });

  it.each([
    ['a runner', (whole: ProjectionRunner) => whole],
    ['a lane', (whole: ProjectionRunner) => whole.lane('tallies@tally/0')],
  ])('makes %s forget the rows it keeps, also when nothing happened meanwhile', async (_, of) => {
    const live = of(new ProjectionRunner({ pool: bench.pool, projection: tallies() }));
    const position = positionOf(await live.start());
    const id = await tally(bench.store, 1);
    await deliver(live, await bench.store.readFeed(position, 10));
    const head = await bench.store.head();
    await rebuild();
    await tally(bench.store, 1, id);
    const events = await bench.store.readFeed(head, 10);
    await expect(deliver(live, events)).rejects.toThrow(/moved/);
    await deliver(live, await bench.store.readFeed(positionOf(await live.start()), 10));
    expect(await compare()).toEqual([]);
  });

  it('waits for a long reader without making others wait for long', async () => {
    const reader = await bench.pool.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM tallies');
    const rebuilding = rebuild();
    await new Promise((resolve) => setTimeout(resolve, 100));
    // It would wait for the reader, which waits for it: for ever.
    await bench.pool.query('SELECT count(*) FROM tallies');
    await reader.query('COMMIT');
    reader.release();
    await rebuilding;
    expect(await compare()).toEqual([]);
  });
});
