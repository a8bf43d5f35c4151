import { describe, expect, it } from '@jest/globals';
import { Batches } from './batches.js';

/** A database that writes when it is told to, and refuses what it is told to. */
function database() {
  const written: number[][] = [];
  const pending: (() => void)[] = [];
  const errors: unknown[] = [];
  const batches = new Batches<number>({
    isPassing: (error) => error === 'away',
    write: async (rows) => {
      await new Promise<void>((resolve) => pending.push(resolve));
      const error = errors.shift() ?? (rows.includes(13) ? 'unfit' : undefined);
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- any reason will do
      if (error !== undefined) throw error;
      written.push([...rows]);
    },
  });
  const step = async () => {
    pending.shift()?.();
    await new Promise(setImmediate);
  };
  return { batches, written, errors, step, pending };
}
const outcomeOf = (promise: Promise<void>) =>
  promise.then(
    () => 'written',
    (error: unknown) => error,
  );

describe('rows that are written in batches', () => {
  it('go at once when nobody is writing, and together when somebody is', async () => {
    const { batches, written, step } = database();
    const first = batches.add(1);
    const others = [2, 3, 4].map((row) => batches.add(row));
    await step();
    await first;
    expect(written).toEqual([[1]]);
    await step();
    await Promise.all(others);
    expect(written).toEqual([[1], [2, 3, 4]]);
    expect(batches.size).toBe(0);
  });

  it('wait for each other where they are told to', async () => {
    const written: number[][] = [];
    const batches = new Batches<number>({
      isPassing: () => false,
      gatherMs: () => 5,
      write: async (rows) => void written.push([...rows]),
    });
    await Promise.all([1, 2, 3].map((row) => batches.add(row)));
    await batches.add(4);
    await batches.drained();
    expect(written).toEqual([[1, 2, 3], [4]]);
  });

  it('are no more than 500 a statement', async () => {
    const { batches, written, step } = database();
    const all = Array.from({ length: 1_102 }, (_, row) => batches.add(row + 100));
    for (let n = 0; n < 4; n += 1) await step();
    await Promise.all(all);
    expect(written.map(({ length }) => length)).toEqual([1, 500, 500, 101]);
  });

  it('are tried once more where something was away', async () => {
    const { batches, written, errors, step } = database();
    errors.push('away');
    const row = batches.add(1);
    await step();
    await step();
    await row;
    expect(written).toEqual([[1]]);
  });

  it('fail together where it stays away, and the next ones are tried again', async () => {
    const { batches, written, errors, step } = database();
    errors.push('away', 'away');
    const rows = [batches.add(1)].map(outcomeOf);
    await step();
    const next = batches.add(2);
    await step();
    expect(await Promise.all(rows)).toEqual(['away']);
    await step();
    await next;
    expect(written).toEqual([[2]]);
  });

  it('that are unfit fail alone', async () => {
    const { batches, written, step } = database();
    const rows = [1, 2, 13, 3].map((row) => outcomeOf(batches.add(row)));
    for (let n = 0; n < 6; n += 1) await step();
    expect(await Promise.all(rows)).toEqual(['written', 'written', 'unfit', 'written']);
    expect(written).toEqual([[1], [2], [3]]);
    await batches.drained();
  });
});
