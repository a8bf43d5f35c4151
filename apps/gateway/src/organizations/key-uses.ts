import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type pg from 'pg';
import { organizationNow, type Clock } from '#kernel';
import { CLOCK, LOG, POOL } from '#hosting';
import type { Logger } from '#hosting/logging/logger';

/** A key is written at most once in so long, and a gateway that is killed forgets so much. */
const WRITE_MS = 60_000;

/**
 * When each Live key was last used: noted in memory by requests, which wait for nothing, and written now and then. A
 * table and no events, because a use changes nothing that anybody decides on for a year.
 */
@Injectable()
export class KeyUses implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** By the hash of the key: the last use that this process knows of, in milliseconds. */
  private readonly latest = new Map<string, number>();
  private unwritten = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pick<pg.Pool, 'query'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.write(), WRITE_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** The time that the keys of an organization go by: that of the commands which make and end them. */
  now(organizationId: string): Date {
    return organizationNow(this.clock, organizationId);
  }

  /** Notes a use. Never goes back, whatever a clock does. */
  note(hash: string, at: Date): void {
    if (at.getTime() <= (this.latest.get(hash) ?? 0)) return;
    this.latest.set(hash, at.getTime());
    this.unwritten.add(hash);
  }

  /** The later of a stored use and what this process has noted. */
  since(hash: string, stored: Date | null): Date | null {
    const noted = this.latest.get(hash);
    return noted === undefined || (stored && stored.getTime() >= noted) ? stored : new Date(noted);
  }

  /** The last uses of keys by their hashes. */
  async of(hashes: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const { rows } = await this.pool.query<{ key_hash: string; last_used_at: Date }>(
      'SELECT key_hash, last_used_at FROM gateway.key_uses WHERE key_hash = ANY($1)',
      [hashes],
    );
    const stored = new Map(rows.map(({ key_hash, last_used_at }) => [key_hash, last_used_at]));
    const known = hashes.map((hash) => [hash, this.since(hash, stored.get(hash) ?? null)] as const);
    return new Map(known.filter((entry): entry is [string, Date] => entry[1] !== null));
  }

  /** Writes what was noted. What can't be written now waits for the next time. */
  async write(): Promise<void> {
    const hashes = [...this.unwritten];
    if (hashes.length === 0) return;
    this.unwritten = new Set();
    const times = hashes.map((hash) => new Date(this.latest.get(hash) ?? 0));
    try {
      await this.pool.query(
        `INSERT INTO gateway.key_uses AS u (key_hash, last_used_at)
         SELECT * FROM unnest($1::text[], $2::timestamptz[])
         ON CONFLICT (key_hash) DO UPDATE SET last_used_at = greatest(u.last_used_at, EXCLUDED.last_used_at)`,
        [hashes, times],
      );
    } catch (error) {
      for (const hash of hashes) this.unwritten.add(hash);
      this.log.warn({ err: error }, 'the last uses of Live keys could not be written');
    }
  }
}
