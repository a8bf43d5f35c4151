import { describe, expect, it } from '@jest/globals';
import { FairShare, TooMuchWaiting } from './fair-share.js';

/** Work that ends when it is told to, and says when it began. */
function workBench(shares: ConstructorParameters<typeof FairShare>[0]) {
  const fair = new FairShare(shares);
  const began: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const ask = (organization: string, name: string) =>
    fair.run(organization, () => {
      began.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      );
    });
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    // Everything that follows from it happens in microtasks.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, began, end };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the turns of large work', () => {
  it('go from one organization to the next, however much one of them has waiting', async () => {
    const { ask, began, end } = workBench({ atOnce: 1, ofOne: 1, waitingOfOne: 10 });
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => ask(name.slice(0, 1), name));
    await settled();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      expect(began.at(-1)).toBe(name);
      await end(name);
    }
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  });

  it('leave room beside the work of one organization', async () => {
    const { ask, began, end } = workBench({ atOnce: 2, ofOne: 1, waitingOfOne: 10 });
    const all = [ask('a', 'a1'), ask('a', 'a2'), ask('b', 'b1')];
    await settled();
    expect(began).toEqual(['a1', 'b1']);
    await end('b1');
    expect(began).toEqual(['a1', 'b1']);
    await end('a1');
    expect(began).toEqual(['a1', 'b1', 'a2']);
    await end('a2');
    await Promise.all(all);
  });

  it('are given on when work fails', async () => {
    const { ask, began, end } = workBench({ atOnce: 1, ofOne: 1, waitingOfOne: 10 });
    const failing = ask('a', 'a1').catch((error: Error) => error.message);
    const next = ask('b', 'b1');
    await settled();
    await end('a1', new Error('killed'));
    expect(await failing).toBe('killed');
    expect(began).toEqual(['a1', 'b1']);
    await end('b1');
    await next;
  });

  it('are refused to an organization that has too much waiting, and to no other', async () => {
    const { ask, began, end } = workBench({ atOnce: 1, ofOne: 1, waitingOfOne: 2 });
    const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3')];
    await settled();
    await expect(ask('a', 'a4')).rejects.toBeInstanceOf(TooMuchWaiting);
    all.push(ask('b', 'b1'));
    for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
    await Promise.all(all);
    expect(began).toEqual(['a1', 'b1', 'a2', 'a3']);
  });
});
