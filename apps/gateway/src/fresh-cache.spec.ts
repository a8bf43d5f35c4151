import { describe, expect, it } from '@jest/globals';
import { FreshCache } from './fresh-cache.js';

interface Value {
  readonly n: number;
}

/** A source whose loads end when a spec says so, each with the value that it had when the load began. */
class Source {
  value: Value | undefined = { n: 1 };
  private readonly running: { readonly end: () => void; readonly fail: () => void }[] = [];
  begun = 0;

  readonly load = (): Promise<Value | undefined> => {
    this.begun += 1;
    const { value } = this;
    return new Promise((resolve, reject) => {
      this.running.push({ end: () => resolve(value), fail: () => reject(new Error('the database is away')) });
    });
  };

  async end(): Promise<void> {
    this.running.shift()?.end();
    await new Promise(setImmediate);
  }

  async fail(): Promise<void> {
    this.running.shift()?.fail();
    await new Promise(setImmediate);
  }
}

const world = (ttlMs: number) => {
  const source = new Source();
  const cache = new FreshCache<Value>({ max: 10, ttlMs });
  return { source, cache, get: () => cache.get('one', source.load) };
};

describe('a cache beside other processes, which keeps nothing', () => {
  it('loads again for each that asks after the other', async () => {
    const { source, get } = world(0);
    for (const begun of [1, 2]) {
      const got = get();
      await source.end();
      expect(await got).toEqual({ n: 1 });
      expect(source.begun).toBe(begun);
    }
  });

  it('takes two loads for many that ask at once, and none of them gets what was read before they asked', async () => {
    const { source, get } = world(0);
    const first = get();
    source.value = { n: 2 };
    const others = [get(), get(), get()];
    expect(source.begun).toBe(1);
    await source.end();
    expect(await first).toEqual({ n: 1 });
    expect(source.begun).toBe(2);
    source.value = { n: 3 };
    const last = get();
    await source.end();
    expect(await Promise.all(others)).toEqual([{ n: 2 }, { n: 2 }, { n: 2 }]);
    await source.end();
    expect(await last).toEqual({ n: 3 });
    expect(source.begun).toBe(3);
  });

  it('has those that wait ask again where the load before them failed', async () => {
    const { source, get } = world(0);
    const first = get();
    const second = get();
    const failed = expect(first).rejects.toThrow('the database is away');
    await source.fail();
    await failed;
    await source.end();
    expect(await second).toEqual({ n: 1 });
    const third = get();
    await source.end();
    expect(await third).toEqual({ n: 1 });
    expect(source.begun).toBe(3);
  });

  it('loads other keys meanwhile', async () => {
    const { source, cache, get } = world(0);
    const one = get();
    const other = cache.get('other', async () => ({ n: 7 }));
    expect(await other).toEqual({ n: 7 });
    await source.end();
    expect(await one).toEqual({ n: 1 });
  });
});

describe('a cache of a process that is alone', () => {
  it('keeps what it loaded, also for those that waited', async () => {
    const { source, get } = world(60_000);
    const both = [get(), get()];
    await source.end();
    expect(await Promise.all(both)).toEqual([{ n: 1 }, { n: 1 }]);
    expect(await get()).toEqual({ n: 1 });
    expect(source.begun).toBe(1);
  });

  it('gives what was being loaded when it forgot to who asked before, and to nobody after', async () => {
    const { source, cache, get } = world(60_000);
    const before = get();
    cache.forget();
    source.value = { n: 2 };
    const after = get();
    await source.end();
    await source.end();
    expect(await before).toEqual({ n: 1 });
    expect(await after).toEqual({ n: 2 });
    expect(await get()).toEqual({ n: 2 });
  });

  it('keeps nothing of what is not there', async () => {
    const { source, get } = world(60_000);
    source.value = undefined;
    const nothing = get();
    await source.end();
    expect(await nothing).toBeUndefined();
    source.value = { n: 5 };
    const made = get();
    await source.end();
    expect(await made).toEqual({ n: 5 });
  });
});
