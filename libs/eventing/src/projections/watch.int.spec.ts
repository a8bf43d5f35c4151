import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Place, ReadModel } from '#contracts';
import { until } from '#bus/testing/until';
import { openBench, type Bench } from '#hosting/testing/bench';
import type { ProjectedRow } from './projection.js';
import type { Notifications } from '#event-store';
import { writeRowNotice } from './row-notices.js';
import { ProjectionWatch, type RowChanges } from './watch.js';

/** Rows as another process may see them: their revisions alone. */
const TABLE = 'public.shown_rows';
const here: ReadModel = { projection: 'here', table: TABLE, stream: 'customer-' };
const there: ReadModel = { ...here, projection: 'there' };
const at = (revision: number, id = 'row-1'): Place => ({ stream: `customer-${id}`, revision });
const changed = (revision: number, row?: Partial<ProjectedRow>, id = 'row-1'): RowChanges =>
  new Map([[id, { row: { id, revision, ...row }, revision, recordedAt: new Date() }]]);
const removed = (revision: number, id = 'row-1'): RowChanges =>
  new Map([[id, { row: undefined, revision, recordedAt: new Date() }]]);

describe('ProjectionWatch', () => {
  let bench: Bench;
  let watch: ProjectionWatch;
  beforeAll(async () => {
    bench = await openBench();
    await bench.pool.query(`CREATE TABLE ${TABLE} (id text PRIMARY KEY, revision integer NOT NULL)`);
  });
  afterAll(() => bench.dispose());
  beforeEach(async () => {
    await bench.pool.query(`DELETE FROM ${TABLE}; DELETE FROM platform.removed_rows`);
    watch = new ProjectionWatch(bench.pool);
  });
  /** What a runner of another process stores. */
  const store = (revision: number, id = 'row-1') =>
    bench
      .another()
      .pool.query(
        `INSERT INTO ${TABLE} (id, revision) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET revision = excluded.revision`,
        [id, revision],
      );
  const remove = (projection: string, revision: number) =>
    bench.another().pool.query(
      `WITH gone AS (DELETE FROM ${TABLE} WHERE id = 'row-1')
       INSERT INTO platform.removed_rows (projection, id, revision) VALUES ($1, 'row-1', $2)`,
      [projection, revision],
    );

  describe('reached, for a projection of this process', () => {
    beforeEach(() => watch.hosts('here'));

    it('answers at once for a row that shows the revision, or a later one, without asking', async () => {
      const query = jest.spyOn(bench.pool, 'query');
      watch.noteAdvance('here', changed(7));
      expect(await watch.reached(here, at(7), 0)).toBe(true);
      expect(await watch.reached(here, at(3), 0)).toBe(true);
      expect(query).not.toHaveBeenCalled();
      query.mockRestore();
    });

    it('answers as soon as the row shows it, to all who wait for it', async () => {
      const answers: string[] = [];
      const waits = [5, 6, 9].map((revision) =>
        watch.reached(here, at(revision), 5_000).then(() => answers.push(String(revision))),
      );
      watch.noteAdvance('here', changed(4));
      watch.noteAdvance('here', changed(6));
      await Promise.all(waits.slice(0, 2));
      expect(answers).toEqual(['5', '6']);
      watch.noteAdvance('here', changed(12));
      await waits[2];
      expect(answers).toEqual(['5', '6', '9']);
    });

    it('answers for a row that is gone: made and removed at once, before the wait or during it', async () => {
      watch.noteAdvance('here', removed(1));
      expect(await watch.reached(here, at(0), 0)).toBe(true);
      expect(await watch.reached(here, at(1), 0)).toBe(true);
      const waiting = watch.reached(here, at(2, 'row-2'), 5_000);
      watch.noteAdvance('here', removed(3, 'row-2'));
      expect(await waiting).toBe(true);
    });

    it('answers false when the time is up, and forgets who waited', async () => {
      watch.noteAdvance('here', changed(1));
      watch.noteAdvance('here', changed(5, {}, 'row-2'));
      watch.noteAdvance('there', changed(5));
      expect(await watch.reached(here, at(2), 15)).toBe(false);
      const { waiters } = watch as unknown as { waiters: Map<string, Set<unknown>> };
      expect(waiters.size).toBe(0);
    });

    it('finds a row that changed long ago, of which nothing is remembered', async () => {
      await store(4);
      expect(await watch.reached(here, at(4), 5_000)).toBe(true);
    });

    it('answers too when a replica is the one that runs it', async () => {
      const waiting = watch.reached(here, at(2), 5_000);
      await remove('here', 2);
      // As the runner does that has lost the checkpoint to the replica.
      watch.noteStart('here');
      expect(await waiting).toBe(true);
    });
  });

  describe('reached, for a projection of another process', () => {
    it('asks the database until the row shows the revision', async () => {
      const waiting = watch.reached(there, at(1), 5_000);
      await store(0);
      await store(1);
      expect(await waiting).toBe(true);
    });

    it('distinguishes a removed row from one that is still to come', async () => {
      expect(await watch.reached(there, at(1), 0)).toBe(false);
      await store(0);
      await remove('there', 1);
      expect(await watch.reached(there, at(1), 0)).toBe(true);
      expect(await watch.reached(there, at(2), 0)).toBe(false);
      expect(await watch.reached(here, at(1), 0)).toBe(false);
    });

    it('answers false when the time is up', async () => {
      await store(0);
      expect(await watch.reached(there, at(1), 30)).toBe(false);
    });
  });

  describe('reachedAll', () => {
    const ids = ['row-1', 'row-2', 'row-3'];
    const all = (revision: number) => ids.map((id) => at(revision, id));
    const questions = () => jest.spyOn(bench.pool, 'query');

    it('asks nothing about rows that it has heard of, and once about all others', async () => {
      watch.hosts('here');
      const query = questions();
      for (const id of ids) watch.noteAdvance('here', changed(4, {}, id));
      expect(await watch.reachedAll(here, all(4), 0)).toBe(true);
      expect(query).not.toHaveBeenCalled();
      for (const id of ids) await store(5, id);
      expect(await watch.reachedAll(here, all(5), 0)).toBe(true);
      expect(query).toHaveBeenCalledTimes(1);
      query.mockRestore();
    });

    it('waits for the last that is missing, and then for the others', async () => {
      watch.hosts('here');
      await store(5);
      const query = questions();
      const waiting = watch.reachedAll(here, all(5), 5_000);
      await until(() => query.mock.results.length > 0);
      await query.mock.results[0]?.value;
      for (const id of ['row-2', 'row-3']) watch.noteAdvance('here', changed(5, {}, id));
      expect(await waiting).toBe(true);
      expect(query).toHaveBeenCalledTimes(1);
      query.mockRestore();
    });

    it('takes no row of before for a later one, and one that was removed for shown', async () => {
      for (const id of ids) await store(0, id);
      expect(await watch.reachedAll(there, [at(1), at(0, 'row-2')], 0)).toBe(false);
      await remove('there', 1);
      expect(await watch.reachedAll(there, [at(1), at(0, 'row-2')], 0)).toBe(true);
      expect(await watch.reachedAll(here, [at(1), at(0, 'row-2')], 0)).toBe(false);
    });

    it('answers false when the time is up, and is done where there is nothing to wait for', async () => {
      await store(0);
      expect(await watch.reachedAll(there, [at(0), at(0, 'row-2')], 30)).toBe(false);
      expect(await watch.reachedAll(there, [], 0)).toBe(true);
    });
  });

  describe('told by other processes', () => {
    let hear: (text: string | undefined) => void = () => undefined;
    let arrive: boolean;
    beforeEach(() => {
      arrive = true;
      const notifications: Notifications = {
        on: (channel, heard) => {
          expect(channel).toBe('timbra_rows_gateway');
          hear = heard;
          return () => undefined;
        },
        get arrive() {
          return arrive;
        },
      };
      watch = new ProjectionWatch(bench.pool, {
        notifications,
        self: { service: 'gateway', instance: 'me' },
      });
    });
    const tell = (rows: readonly (readonly [string, number])[] | undefined, instance = 'another') =>
      hear(writeRowNotice({ instance, projection: 'there', rows }));
    /** Somebody has asked in vain, and waits to be told. */
    const isAwaited = () =>
      until(() => (watch as unknown as { waiters: Map<string, unknown> }).waiters.size > 0);

    it('answers as soon as another process tells of the row, without asking again', async () => {
      const wait = watch.reached(there, at(2), 60_000);
      await isAwaited();
      const query = jest.spyOn(bench.pool, 'query');
      tell([['row-2', 9]]);
      tell([['row-1', 1]]);
      tell([['row-1', 2]]);
      expect(await wait).toBe(true);
      expect(query).not.toHaveBeenCalled();
      query.mockRestore();
    });

    it('remembers what it was told before the wait, and takes nothing back that comes late', async () => {
      tell([['row-1', 5]]);
      tell([['row-1', 3]]);
      expect(await watch.reached(there, at(5), 0)).toBe(true);
      expect(await watch.reached(there, at(6), 0)).toBe(false);
    });

    it('passes over what it has told itself', async () => {
      tell([['row-1', 5]], 'me');
      expect(await watch.reached(there, at(5), 0)).toBe(false);
    });

    it('asks once more where the rows were too many to name, and where something may have been missed', async () => {
      for (const call of [() => tell(undefined), () => hear(undefined)]) {
        await bench.pool.query(`DELETE FROM ${TABLE}`);
        const wait = watch.reached(there, at(1), 60_000);
        await isAwaited();
        await store(1);
        call();
        expect(await wait).toBe(true);
      }
    });

    it('finds within a second what nobody told, and many times a second where nothing arrives', async () => {
      const wait = watch.reached(there, at(1), 60_000);
      await isAwaited();
      await store(1);
      expect(await wait).toBe(true);
      arrive = false;
      const query = jest.spyOn(bench.pool, 'query');
      const often = watch.reached(there, at(2), 60_000);
      await until(() => query.mock.calls.length > 5);
      query.mockRestore();
      await store(2);
      expect(await often).toBe(true);
    });

    it('lets a follower read the row again, also where it was told while it read', async () => {
      const read = jest.fn(async (): Promise<ProjectedRow | undefined> => undefined);
      const rows = [undefined, { id: 'row-1', revision: 0 }, { id: 'row-1', revision: 1 }];
      read.mockImplementation(async () => {
        if (read.mock.calls.length === 1) tell([['row-1', 1]]);
        return rows[read.mock.calls.length - 1];
      });
      const follower = watch.follow('there', 'row-1');
      const found = follower.until({ accept: ({ revision }) => revision === 1, read, timeoutMs: 60_000 });
      tell([['row-1', 0]]);
      await until(() => read.mock.calls.length === 2);
      hear(undefined);
      expect((await found)?.revision).toBe(1);
      expect(read).toHaveBeenCalledTimes(3);
    });

    it('tells listeners that another process has stored rows, or may have', () => {
      const listener = jest.fn();
      watch.onAdvance('there', listener);
      tell([['row-1', 0]]);
      tell(undefined);
      hear(undefined);
      tell([['row-1', 0]], 'me');
      hear('what a later release may say');
      hear('[1, 2]');
      expect(listener).toHaveBeenCalledTimes(3);
    });

    it('ends all waits at once when the process shuts down', async () => {
      const wait = watch.reached(there, at(1), 60_000);
      const found = watch.follow('there', 'row-1').until({
        accept: () => true,
        read: async () => undefined,
        timeoutMs: 60_000,
      });
      await isAwaited();
      watch.release();
      expect([await wait, await found]).toEqual([false, undefined]);
    });
  });

  it('tells listeners of rows that changed and of what another process has stored, not of events that pass', () => {
    const listener = jest.fn();
    watch.onAdvance('here', listener);
    const toldBy = (act: () => void): number => {
      listener.mockClear();
      act();
      return listener.mock.calls.length;
    };
    expect(toldBy(() => watch.noteAdvance('here', changed(1)))).toBe(1);
    expect(toldBy(() => watch.noteAdvance('here', removed(2)))).toBe(1);
    expect(toldBy(() => watch.noteStart('here'))).toBe(1);
    expect(toldBy(() => watch.noteAdvance('here', new Map()))).toBe(0);
    expect(toldBy(() => watch.noteAdvance('there', changed(1)))).toBe(0);
  });

  it('waits for no row of another kind of stream', async () => {
    const other = watch.reached(here, { stream: 'invoice-1', revision: 0 }, 0);
    await expect(other).rejects.toThrow('here has no row of invoice-1');
  });

  describe('follow', () => {
    interface Row extends ProjectedRow {
      readonly status: string;
    }
    const row = (status: string): RowChanges => changed(0, { status } as Partial<Row>);
    const unread = async (): Promise<Row | undefined> => undefined;
    const done = { accept: ({ status }: Row) => status === 'done', read: unread };
    beforeEach(() => watch.hosts('here'));

    it('gives a row that was stored before it is waited for, and one that comes later', async () => {
      const early = watch.follow('here', 'row-1');
      watch.noteAdvance('here', row('begun'));
      watch.noteAdvance('here', row('done'));
      expect(await early.until<Row>({ ...done, timeoutMs: 5_000 })).toMatchObject({ status: 'done' });
      const late = watch.follow('here', 'row-1');
      const waiting = late.until<Row>({ ...done, timeoutMs: 5_000 });
      watch.noteAdvance('here', row('begun'));
      await new Promise((resolve) => setImmediate(resolve));
      watch.noteAdvance('here', row('done'));
      expect(await waiting).toMatchObject({ status: 'done' });
    });

    it('ignores other rows, other projections, and earlier commits', async () => {
      watch.noteAdvance('here', row('done'));
      const follower = watch.follow('here', 'row-1');
      watch.noteAdvance('elsewhere', row('done'));
      watch.noteAdvance('here', changed(0, {}, 'row-2'));
      expect(await follower.until<Row>({ ...done, timeoutMs: 20 })).toBeUndefined();
    });

    it('reads the row of a projection that runs elsewhere', async () => {
      const read = jest.fn(unread).mockResolvedValueOnce({ id: 'row-1', revision: 0, status: 'begun' });
      read.mockResolvedValueOnce({ id: 'row-1', revision: 1, status: 'done' });
      const found = await watch.follow('there', 'row-1').until<Row>({ ...done, read, timeoutMs: 5_000 });
      expect(found?.revision).toBe(1);
      expect(read).toHaveBeenCalledTimes(2);
    });

    it('wakes everybody who follows, and leaves nothing behind', async () => {
      const all = [1, 2, 3].map(() => watch.follow('here', 'row-1'));
      const waits = all.map((follower) => follower.until<Row>({ ...done, timeoutMs: 5_000 }));
      watch.noteAdvance('here', row('done'));
      expect((await Promise.all(waits)).length).toBe(3);
      for (const follower of all) follower.close();
      const { followers } = watch as unknown as { followers: Map<string, unknown> };
      expect(followers.size).toBe(0);
    });
  });
});
