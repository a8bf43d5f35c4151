import { beforeEach, describe, expect, it } from '@jest/globals';
import { Rounds } from './rounds.js';

const bad = Object.assign(new Error('value too long'), { code: '22001' });
const lost = Object.assign(new Error('connection terminated'), { code: '08006' });

describe('rounds', () => {
  let served: (readonly number[])[];
  let open: () => void;
  beforeEach(() => {
    served = [];
  });

  /** Doubles; 13 is bad data, 99 loses the connection. The first round waits until the spec releases it. */
  const rounds = (options = {}, held = false): Rounds<number, number> => {
    let gate = held ? new Promise<void>((resolve) => (open = resolve)) : undefined;
    return new Rounds(
      async (items) => {
        served.push(items);
        await gate;
        gate = undefined;
        if (items.includes(13)) throw bad;
        if (items.includes(99)) throw lost;
        return items.map((item) => item * 2);
      },
      { most: 3, ...options },
    );
  };
  // Immediates run in their order; a timer may come before those that wait already.
  const turn = (): Promise<unknown> => new Promise(setImmediate);

  it('serve a lone caller immediately, and callers of the same turn together', async () => {
    const some = rounds();
    expect(await some.add(1)).toBe(2);
    expect(await Promise.all([some.add(2), some.add(3)])).toEqual([4, 6]);
    expect(served).toEqual([[1], [2, 3]]);
  });

  it('collect the callers of a running round, in order, up to the limit', async () => {
    const some = rounds({}, true);
    const first = some.add(1);
    await turn();
    const others = [2, 3, 4, 5].map((item) => some.add(item));
    await turn();
    expect(served).toEqual([[1]]);
    open();
    expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8, 10]);
    expect(served).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('end where the items become too large together, but take any that is alone', async () => {
    const some = rounds({ mostSize: 10, sizeOf: (item: number) => item });
    await Promise.all([50, 4, 6, 1].map((item) => some.add(item)));
    expect(served).toEqual([[50], [4, 6], [1]]);
  });

  it('wait for more callers where they are told to, and count those who wait', async () => {
    const some = rounds({ gatherMs: () => 5 });
    const callers = Promise.all([1, 2].map((item) => some.add(item)));
    await turn();
    const later = some.add(3);
    expect(some.size).toBe(3);
    await Promise.all([callers, later]);
    expect(served).toEqual([[1, 2, 3]]);
    expect(some.size).toBe(0);
  });

  it('go on without the one whose data are bad', async () => {
    const some = rounds();
    const outcomes = await Promise.allSettled([some.add(1), some.add(13), some.add(2)]);
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: bad },
      { status: 'fulfilled', value: 4 },
    ]);
  });

  it('fail as a whole if the fault belongs to no item, and serve the next round', async () => {
    const some = rounds();
    const outcomes = await Promise.allSettled([some.add(1), some.add(99)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(served).toHaveLength(1);
    expect(await some.add(4)).toBe(8);
  });

  it('are drained when the last has its outcome', async () => {
    const some = rounds({}, true);
    let done = false;
    const last = some.add(1).then(() => (done = true));
    await turn();
    const drained = some.drain().then(() => done);
    open();
    await last;
    expect(await drained).toBe(true);
    await some.drain();
  });
});
