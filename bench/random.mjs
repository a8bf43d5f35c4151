/** Numbers in [0, 1) that repeat themselves for the same seed (mulberry32), and what is picked by them. */
export const seeded = (seed) => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)],
    /** A few are picked often, most seldom, as customers and products are in life. */
    pickSkewed: (items) => items[Math.floor(items.length * next() ** 3)],
    hex: (digits) =>
      Array.from({ length: Math.ceil(digits / 8) }, () =>
        Math.floor(next() * 2 ** 32)
          .toString(16)
          .padStart(8, '0'),
      )
        .join('')
        .slice(0, digits),
  };
};
