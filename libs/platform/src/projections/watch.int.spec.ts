import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openBench, type Bench } from '../testing/bench.js';
import { ProjectionWatch } from './watch.js';

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
  const none = new Set<string>();

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

  describe('rowChanged', () => {
    const state = (promise: Promise<void>): Promise<string> =>
      Promise.race([
        promise.then(() => 'changed'),
        new Promise<string>((r) => setImmediate(() => r('waiting'))),
      ]);
    beforeEach(() => watch.hosts('here'));

    it('tells of a change after the subscription, though it is waited for later', async () => {
      const { changed } = watch.rowChanged('here', 'row-1', 5_000);
      watch.advanced('here', 3n, new Set(['row-1']));
      await new Promise((resolve) => setImmediate(resolve));
      expect(await state(changed)).toBe('changed');
    });

    it('tells nothing of other rows and other projections', async () => {
      const { changed, cancel } = watch.rowChanged('here', 'row-1', 5_000);
      watch.advanced('here', 3n, new Set(['row-2']));
      watch.advanced('elsewhere', 3n, new Set(['row-1']));
      expect(await state(changed)).toBe('waiting');
      cancel();
      await changed;
    });

    it('tells everybody who waits, each once', async () => {
      const waits = [1, 2, 3].map(() => watch.rowChanged('here', 'row-1', 5_000).changed);
      watch.advanced('here', 3n, new Set(['row-1']));
      await Promise.all(waits);
      const again = watch.rowChanged('here', 'row-1', 5_000);
      expect(await state(again.changed)).toBe('waiting');
      again.cancel();
    });

    it('ends when the time is up, and leaves nothing behind', async () => {
      await watch.rowChanged('here', 'row-1', 10).changed;
      await watch.rowChanged('there', 'row-1', 60_000).changed;
      const { rowWaiters } = watch as unknown as { rowWaiters: Map<string, unknown> };
      expect(rowWaiters.size).toBe(0);
    });
  });
});
