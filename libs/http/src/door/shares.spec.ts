import { describe, expect, it, jest } from '@jest/globals';
import { Gathered } from './gathered.js';
import { Pace } from './pace.js';
import { Shares } from './shares.js';
import { networkOf, proxiesOf } from './addresses.js';

describe('shares', () => {
  it('are taken up to the limit of each and of all, and given back', () => {
    const shares = new Shares({ total: 10, each: 6 });
    const first = shares.take(['a'], 6);
    expect(first).toBeDefined();
    expect(shares.take(['a'], 1)).toBeUndefined();
    expect(shares.take(['b'], 5)).toBeUndefined();
    expect(shares.isFull(5)).toBe(true);
    expect(shares.take(['b'], 4)).toBeDefined();
    first?.();
    first?.();
    expect(shares.total).toBe(4);
    expect(shares.take(['a'], 6)).toBeDefined();
  });

  it('count an amount once in all, for each of its keys', () => {
    const shares = new Shares({ total: 10, each: 5 });
    expect(shares.take(['organization', 'address'], 5)).toBeDefined();
    expect(shares.total).toBe(5);
    expect(shares.take(['other', 'address'], 1)).toBeUndefined();
    expect(shares.take(['other', 'elsewhere'], 5)).toBeDefined();
  });

  it('have room for what is alone, however large', () => {
    const shares = new Shares({ total: 1, each: 1 });
    expect(shares.take(['a'], 100)).toBeDefined();
    expect(shares.take(['b'], 1)).toBeUndefined();
  });

  it('know no limit that is 0', () => {
    const shares = new Shares({ total: 0, each: 0 });
    expect(shares.take(['a'], 1e12)).toBeDefined();
    expect(shares.take(['a'], 1e12)).toBeDefined();
  });

  it('let those in who wait, in order, and no key before the others', async () => {
    const shares = new Shares({ total: 1, each: 1 });
    let release = shares.take(['a'], 1);
    const order: string[] = [];
    const wait = async (key: string, name: string) => {
      release = await shares.wait([key], 1, 30_000);
      order.push(name);
    };
    const all = [wait('a', 'a1'), wait('a', 'a2'), wait('a', 'a3'), wait('b', 'b1'), wait('b', 'b2')];
    for (let n = 0; n < all.length; n += 1) {
      release?.();
      // The next one is let in before the microtasks of this turn are over.
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('refuse who has waited for too long, and who comes after too many', async () => {
    jest.useFakeTimers();
    try {
      const shares = new Shares({ total: 0, each: 1 });
      const release = shares.take(['a'], 1);
      const late = shares.wait(['a'], 1, 1_000);
      const many = Array.from({ length: 1_999 }, () => shares.wait(['a'], 1, 60_000));
      await expect(shares.wait(['a'], 1, 60_000)).resolves.toBeUndefined();
      jest.advanceTimersByTime(1_001);
      await expect(late).resolves.toBeUndefined();
      release?.();
      await expect(many[0]).resolves.toBeDefined();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the pace of a transfer', () => {
  const limits = { idleMs: 10_000, graceMs: 20_000, bytesPerSecond: 100 };
  const watch = (isOurs: () => boolean = () => false) => {
    let now = 0;
    const state = { bytes: 0, ended: false };
    const pace = new Pace(limits, () => now);
    pace.watch({ bytes: () => state.bytes, isOurs, tooSlow: () => (state.ended = true) });
    return (ms: number, bytes: number) => {
      now += ms;
      state.bytes += bytes;
      pace.look();
      return state.ended;
    };
  };

  it('ends one that stands still', () => {
    const after = watch();
    expect(after(9_000, 0)).toBe(false);
    expect(after(1_001, 0)).toBe(true);
  });

  it('ends one that drips, after a time of grace', () => {
    const after = watch();
    expect([5, 10, 15, 20].map(() => after(5_000, 1))).toEqual([false, false, false, false]);
    expect(after(5_000, 1)).toBe(true);
  });

  it('lets one go on that is slow and steady', () => {
    const after = watch();
    expect(Array.from({ length: 100 }, () => after(5_000, 500)).some(Boolean)).toBe(false);
  });

  it('does not count the time in which this side has nothing to pass on', () => {
    let ours = true;
    const after = watch(() => ours);
    expect(after(600_000, 0)).toBe(false);
    ours = false;
    expect(after(10_000, 0)).toBe(false);
    expect(after(1, 0)).toBe(true);
  });
});

describe('gathered bytes', () => {
  it('are those that were added, in their order', () => {
    const gathered = new Gathered(1_000_000);
    const pieces = Array.from({ length: 3_000 }, (_, n) => Buffer.alloc(n % 97, n));
    for (const piece of pieces) gathered.add(piece);
    expect(gathered.bytes.equals(Buffer.concat(pieces))).toBe(true);
    expect(gathered.length).toBe(gathered.bytes.length);
    expect(new Gathered(10).bytes).toHaveLength(0);
  });

  it('take little more room than they need: what is announced takes none', () => {
    const gathered = new Gathered(20 * 1024 * 1024);
    gathered.add(Buffer.alloc(10));
    gathered.add(Buffer.alloc(10));
    expect(gathered.bytes.buffer.byteLength).toBeLessThanOrEqual(64 * 1024);
  });

  it('lie in one buffer of the announced size from 1 MB on, and in one that grows with them where nothing is announced', () => {
    const whole = 19_000_000;
    const [announced, unannounced] = [new Gathered(whole, whole), new Gathered(whole)];
    const sizesOf = (gathered: Gathered): readonly number[] => {
      const sizes = new Set<number>();
      for (let left = whole; left > 0; left -= 65_536) {
        gathered.add(Buffer.alloc(Math.min(65_536, left), 7));
        sizes.add(gathered.bytes.buffer.byteLength);
      }
      return [...sizes].filter((size) => size > 4 * 1024 * 1024);
    };
    expect(sizesOf(announced)).toEqual([whole]);
    expect(sizesOf(unannounced).length).toBeGreaterThan(1);
    expect(announced.bytes.equals(Buffer.alloc(whole, 7))).toBe(true);
  });
});

describe('an address', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));

  it.each([
    [true, '1.2.3.4', true],
    [false, '127.0.0.1', false],
    ['loopback,10.0.0.0/8', '127.0.0.1', true],
    ['loopback, 10.0.0.0/8', '10.1.2.3', true],
    ['loopback,10.0.0.0/8', '11.1.2.3', false],
    ['uniquelocal', '192.168.7.7', true],
    ['1.2.3.4,fc00::1', 'fc00::1', true],
    ['loopback', '::1', true],
    ['1.2.3.4', 'no address', false],
  ])('with TIMBRA_TRUST_PROXY=%s %s is a proxy: %s', (trusted, address, expected) =>
    expect(proxiesOf(trusted)(address)).toBe(expected),
  );
});
