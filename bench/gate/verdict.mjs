/** An invoice may take this much more of a processor than in the commit it is compared with. */
export const LIMIT = 1.05;

/** Pairs before anything is concluded, and the most that are made where the machine is noisy. */
export const FEWEST = 8;
export const MOST = 60;

const median = (sorted) => {
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** How many values at each end may be left out, so that the median lies between the others with 95 % certainty. */
const trimmed = (count) => {
  let left = -1;
  let chance = 0;
  // Of each value it is even chances whether it lies below the median: a binomial distribution.
  for (let k = 0, term = 0.5 ** count; k < count / 2; k += 1) {
    chance += term;
    if (chance > 0.025) break;
    left = k;
    term = (term * (count - k)) / (k + 1);
  }
  return Math.max(0, left);
};

/**
 * What pairs of measurements say. No distribution is assumed: others use the machine too, and a pair that they disturbed
 * must not decide.
 * @param pairs `{ base, head }`: processor time of an invoice, measured one right after the other
 * @returns `{ ratio, low, high, verdict }`: the median of head / base with its interval of 95 %; `verdict` is `pass`,
 *   `fail`, or `unsure` while the limit lies within the interval and more pairs may tell
 */
export const judge = (pairs) => {
  const ratios = pairs.map(({ base, head }) => head / base).sort((a, b) => a - b);
  if (ratios.some((ratio) => !Number.isFinite(ratio) || ratio <= 0))
    throw new Error('a pair without a measurement');
  if (ratios.length < FEWEST) return { ratio: median(ratios), verdict: 'unsure' };
  const out = trimmed(ratios.length);
  const seen = { ratio: median(ratios), low: ratios[out], high: ratios.at(-1 - out) };
  if (seen.high <= LIMIT) return { ...seen, verdict: 'pass' };
  if (seen.low > LIMIT) return { ...seen, verdict: 'fail' };
  return { ...seen, verdict: 'unsure' };
};

/**
 * The verdict when no more pairs are made: what the interval leaves open, the median decides. It fails nobody whose build
 * may as well be no slower at all.
 */
export const conclude = (pairs) => {
  const { verdict, ...seen } = judge(pairs);
  if (verdict !== 'unsure') return { ...seen, verdict };
  return { ...seen, verdict: seen.ratio > LIMIT && !(seen.low <= 1) ? 'fail' : 'pass' };
};
