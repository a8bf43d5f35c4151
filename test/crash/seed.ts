/** A small generator of numbers that repeats itself for the same seed (mulberry32). */
export interface Random {
  /** From 0 up to, but without, 1. */
  next(): number;
  /** A whole number from min to max. */
  between(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
