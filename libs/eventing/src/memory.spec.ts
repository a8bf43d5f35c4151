import { describe, expect, it } from '@jest/globals';
import { roughBytes } from './memory.js';

describe('roughBytes', () => {
  const item = { description: 'x'.repeat(200), price: '12.34', taxes: [{ rate: '0.160000', type: 'IVA' }] };

  it('tells an invoice of 5000 items from one of five, without looking at each', () => {
    const [small, large] = [5, 5_000].map((length) =>
      roughBytes({ items: Array<unknown>(length).fill(item) }),
    );
    expect(large! / small!).toBeGreaterThan(900);
    const items = new Proxy(Array<unknown>(5_000).fill(item), {
      get: (target, key) => {
        if (typeof key === 'string' && Number(key) > 100) throw new Error('looked at too many');
        return Reflect.get(target, key) as unknown;
      },
    });
    expect(roughBytes(items)).toBeGreaterThan(1_000_000);
  });

  it.each([[undefined], [null], [true], [1.5], [10n], ['text'], [[]], [{}], [new Map([['a', 1n]])]])(
    'is a small positive whole number for %p',
    (value) => {
      const bytes = roughBytes(value);
      expect(Number.isInteger(bytes) && bytes > 0 && bytes < 200).toBe(true);
    },
  );

  it('knows the size of binary data', () => {
    expect(roughBytes({ pdf: Buffer.alloc(1_000_000) })).toBeGreaterThan(1_000_000);
  });
});
