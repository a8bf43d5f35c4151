import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4_096;

const pool = Buffer.allocUnsafeSlow(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Random bytes of the system's generator, each given once, for identifiers and nonces: fetched by the page, since asking for
 * a few takes as long as asking for thousands. Keys ask for their own.
 *
 * @param count at most 64
 * @throws RangeError for more
 */
export function takeRandom(count: number): Buffer {
  if (count > 64) throw new RangeError('ask the system for so many random bytes');
  if (used + count > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const taken = Buffer.from(pool.subarray(used, used + count));
  pool.fill(0, used, used + count);
  used += count;
  return taken;
}
