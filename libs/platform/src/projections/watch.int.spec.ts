import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openBench, type Bench } from '../testing/bench.js';
import type { ProjectedRow } from './projection.js';
import { ProjectionWatch, type RowChanges } from './watch.js';

describe('ProjectionWatch', () => {
  let bench: Bench;
  let watch: ProjectionWatch;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(async () => {
    await bench.pool.query('DELETE FROM platform.checkpoints');
    watch = new ProjectionWatch(bench.pool);
  });
  const store = (name: string, position: bigint) =>
    bench.another().pool.query(
      `INSERT INTO platform.checkpoints (name, position) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
      [name, String(position)],
    );
  const none: RowChanges = new Map();

  describe('reached, for a projection of this process', () => {
    beforeEach(() => watch.hosts('here'));

    it('answers at once for a position that has been passed, also before a restart', async () => {
      const query = jest.spyOn(bench.pool, 'query');
      watch.advanced('here', 7n, none);
      expect(await watch.reached('here', 7n, 0)).toBe(true);
      expect(query).not.toHaveBeenCalled();
      query.mockRestore();
    });

    it('answers as soon as the position is passed, to all who wait for it', async () => {
      const answers: string[] = [];
      const waits = [5n, 6n, 9n].map((position) =>
        watch.reached('here', position, 5_000).then(() => answers.push(String(position))),
      );
      watch.advanced('here', 4n, none);
      watch.advanced('here', 6n, none);
      await Promise.all(waits.slice(0, 2));
      expect(answers).toEqual(['5', '6']);
      watch.advanced('here', 12n, none);
      await waits[2];
      expect(answers).toEqual(['5', '6', '9']);
    });

    it('answers false when the time is up, and forgets who waited', async () => {
      watch.advanced('here', 1n, none);
      watch.advanced('elsewhere', 5n, none);
      expect(await watch.reached('here', 2n, 15)).toBe(false);
      const { positionWaiters } = watch as unknown as { positionWaiters: Map<string, Set<unknown>> };
      expect(positionWaiters.get('here')?.size).toBe(0);
    });

    it('answers too when a replica is the one that runs it', async () => {
      await store('here', 50n);
      expect(await watch.reached('here', 50n, 600)).toBe(true);
    });
  });

  describe('reached, for a projection of another process', () => {
    it('asks the database until the position is passed', async () => {
      const waiting = watch.reached('there', 10n, 5_000);
      await store('there', 9n);
      await store('there', 10n);
      expect(await waiting).toBe(true);
    });

    it('answers false when the time is up', async () => {
      await store('there', 9n);
      expect(await watch.reached('there', 10n, 30)).toBe(false);
      expect(await watch.reached('unknown', 1n, 0)).toBe(false);
    });
  });

  describe('follow', () => {
    interface Row extends ProjectedRow {
      readonly status: string;
    }
    const row = (status: string): RowChanges => new Map([['row-1', { id: 'row-1', revision: 0, status }]]);
    const unread = async (): Promise<Row | undefined> => undefined;
    const done = { accept: ({ status }: Row) => status === 'done', read: unread };
    beforeEach(() => watch.hosts('here'));

    it('gives a row that was stored before it is waited for, and one that comes later', async () => {
      const early = watch.follow('here', 'row-1');
      watch.advanced('here', 3n, row('begun'));
      watch.advanced('here', 4n, row('done'));
      expect(await early.until<Row>({ ...done, timeoutMs: 5_000 })).toMatchObject({ status: 'done' });
      const late = watch.follow('here', 'row-1');
      const waiting = late.until<Row>({ ...done, timeoutMs: 5_000 });
      watch.advanced('here', 5n, row('begun'));
      await new Promise((resolve) => setImmediate(resolve));
      watch.advanced('here', 6n, row('done'));
      expect(await waiting).toMatchObject({ status: 'done' });
    });

    it('hears nothing of other rows, of other projections, and of what was before it', async () => {
      watch.advanced('here', 2n, row('done'));
      const follower = watch.follow('here', 'row-1');
      watch.advanced('elsewhere', 3n, row('done'));
      watch.advanced('here', 3n, new Map([['row-2', { id: 'row-2', revision: 0 }]]));
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
      watch.advanced('here', 3n, row('done'));
      expect((await Promise.all(waits)).length).toBe(3);
      for (const follower of all) follower.close();
      const { followers } = watch as unknown as { followers: Map<string, unknown> };
      expect(followers.size).toBe(0);
    });
  });
});
