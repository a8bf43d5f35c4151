import { describe, expect, it } from '@jest/globals';
import { entryRounds } from './audit-table.js';

const away = Object.assign(new Error('connection terminated'), { code: '08006' });
const unfit = Object.assign(new Error('value too long'), { code: '22001' });

/** A database that writes when it is told to, and refuses what it is told to. */
function database() {
  const written: number[][] = [];
  const pending: (() => void)[] = [];
  const errors: Error[] = [];
  const rounds = entryRounds<number>(async (rows) => {
    await new Promise<void>((resolve) => pending.push(resolve));
    const error = errors.shift() ?? (rows.includes(13) ? unfit : undefined);
    if (error !== undefined) throw error;
    written.push([...rows]);
  });
  const turn = () => new Promise(setImmediate);
  const step = async () => {
    while (pending.length === 0) await turn();
    pending.shift()?.();
    await turn();
  };
  return { rounds, written, errors, step, turn };
}
const outcomeOf = (promise: Promise<void>) =>
  promise.then(
    () => 'written',
    (error: unknown) => error,
  );

describe('entries that are written', () => {
  it('go at once when nobody is writing, and together when somebody is', async () => {
    const { rounds, written, step, turn } = database();
    const first = rounds.add(1);
    await turn();
    const others = [2, 3, 4].map((row) => rounds.add(row));
    await step();
    await first;
    expect(written).toEqual([[1]]);
    await step();
    await Promise.all(others);
    expect(written).toEqual([[1], [2, 3, 4]]);
    expect(rounds.size).toBe(0);
  });

  it('wait for each other where they are told to', async () => {
    const written: number[][] = [];
    const rounds = entryRounds<number>(
      async (rows) => void written.push([...rows]),
      () => 5,
    );
    await Promise.all([1, 2, 3].map((row) => rounds.add(row)));
    await rounds.add(4);
    await rounds.drain();
    expect(written).toEqual([[1, 2, 3], [4]]);
  });

  it('are no more than 500 a statement', async () => {
    const { rounds, written, step, turn } = database();
    const first = rounds.add(99);
    await turn();
    const all = Array.from({ length: 1_101 }, (_, row) => rounds.add(row + 100));
    for (let n = 0; n < 4; n += 1) await step();
    await Promise.all([first, ...all]);
    expect(written.map(({ length }) => length)).toEqual([1, 500, 500, 101]);
  });

  it('are tried once more where something was away', async () => {
    const { rounds, written, errors, step } = database();
    errors.push(away);
    const row = rounds.add(1);
    await step();
    await step();
    await row;
    expect(written).toEqual([[1]]);
  });

  it('fail together where it stays away, and the next ones are tried again', async () => {
    const { rounds, written, errors, step } = database();
    errors.push(away, away);
    const rows = [rounds.add(1)].map(outcomeOf);
    await step();
    const next = rounds.add(2);
    await step();
    expect(await Promise.all(rows)).toEqual([away]);
    await step();
    await next;
    expect(written).toEqual([[2]]);
  });

  it('that are unfit fail alone', async () => {
    const { rounds, written, step, turn } = database();
    const first = outcomeOf(rounds.add(1));
    await turn();
    const rows = [first, ...[2, 13, 3].map((row) => outcomeOf(rounds.add(row)))];
    for (let n = 0; n < 5; n += 1) await step();
    expect(await Promise.all(rows)).toEqual(['written', 'written', unfit, 'written']);
    expect(written).toEqual([[1], [2], [3]]);
    await rounds.drain();
  });
});
