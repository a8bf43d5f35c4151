/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number of a range, its ends included. */
  int(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
  /** True this often: 0.1 is one time of ten. */
  chance(share: number): boolean;
}

/** The generator "mulberry32": 32 bits of state, plenty for choosing test data. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    pick: (values) => {
      if (values.length === 0) throw new RangeError('nothing to pick from');
      return values[int(0, values.length - 1)] as (typeof values)[number];
    },
    chance: (share) => next() < share,
  };
}
