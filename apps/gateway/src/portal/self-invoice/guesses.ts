import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { plainAddress } from '#kernel';
import { POOL } from '#hosting';

/** Wrong keys that an address may try in so many seconds. */
export const WRONG_KEYS = { most: 20, seconds: 600 } as const;

/** Keys of one address that are looked up at the same time: those that wait learn what came of the others. */
const AT_ONCE = 2;

/** Rows that one wrong key removes of those that are over: no timer is needed, and none can stop. */
const SWEPT = 50;

/**
 * Counts wrong keys by address for the whole installation, so that nobody finds a receipt by trying: 31^8 keys, twenty
 * tries in ten minutes. A right key writes nothing. The database's clock alone decides, whatever those of processes say.
 */
@Injectable()
export class Guesses {
  private readonly queues = new Map<string, { active: number; readonly waiting: (() => void)[] }>();

  constructor(@Inject(POOL) private readonly pool: Pick<pg.Pool, 'query'>) {}

  /**
   * Looks a key up for an address, where that has tries left. A key that finds nothing counts as wrong, before its answer.
   *
   * @returns what was found, undefined for a wrong key, or the seconds that the address has to wait
   */
  async try<Found>(
    ip: string,
    find: () => Promise<Found | undefined>,
  ): Promise<{ readonly found: Found | undefined } | { readonly waitSeconds: number }> {
    const address = placeOf(ip);
    return this.inTurn(address, async () => {
      const before = await this.waitOf(address);
      if (before > 0) return { waitSeconds: before };
      const found = await find();
      if (found !== undefined) return { found };
      await this.count(address);
      return { found };
    });
  }

  private async waitOf(address: string): Promise<number> {
    const { rows } = await this.pool.query<{ wait: number }>({
      name: 'wrong-keys',
      text: `SELECT ceil(extract(epoch FROM tries[1] - now()) + $3)::integer AS wait FROM gateway.wrong_keys
             WHERE address = $1 AND cardinality(tries) >= $2`,
      values: [address, WRONG_KEYS.most, WRONG_KEYS.seconds],
    });
    return Math.max(0, rows[0]?.wait ?? 0);
  }

  private async count(address: string): Promise<void> {
    await this.pool.query({
      name: 'count-wrong-key',
      text: `INSERT INTO gateway.wrong_keys AS w (address, tries, last)
             VALUES ($1, ARRAY[clock_timestamp()], clock_timestamp())
             ON CONFLICT (address) DO UPDATE SET
               tries = (w.tries || EXCLUDED.tries)[greatest(1, cardinality(w.tries) + 2 - $2) :],
               last = EXCLUDED.last`,
      values: [address, WRONG_KEYS.most],
    });
    // Rows that somebody else is at are theirs: nobody waits for a sweep.
    await this.pool.query({
      name: 'sweep-wrong-keys',
      text: `DELETE FROM gateway.wrong_keys WHERE address IN (
               SELECT address FROM gateway.wrong_keys WHERE last < now() - make_interval(secs => $1)
               ORDER BY last LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      values: [WRONG_KEYS.seconds, SWEPT],
    });
  }

  /** A flood of keys at one moment would be looked up before the first of them has counted. */
  private async inTurn<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.queues.get(address) ?? { active: 0, waiting: [] };
    this.queues.set(address, queue);
    if (queue.active >= AT_ONCE) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else queue.active += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.active -= 1;
      if (queue.active === 0) this.queues.delete(address);
    }
  }
}

/** Who has an address of IPv6 has all of its network of 64 bits. */
export function placeOf(ip: string): string {
  const address = plainAddress(ip) ?? 'unknown';
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::', 2);
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? new Array<string>(8 - first.length - last.length).fill('0') : [];
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
