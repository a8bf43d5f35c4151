import type pg from 'pg';
import { readPosition, writePosition } from '#kernel';
import type { Searched, SearchMemory } from '#event-store';

interface Row {
  readonly newest: string;
  readonly stream: string | null;
  readonly looked: string;
}

/**
 * Keeps how far the log was searched, for all processes of an installation. A database that was never told begins at its furthest
 * checkpoint: up to there everything was followed once.
 */
export class SearchedLog implements SearchMemory {
  constructor(
    private readonly pool: Pick<pg.Pool, 'query'>,
    private readonly identity: string,
  ) {}

  async load(): Promise<Searched> {
    const { rows } = await this.pool.query<Row>(
      `(SELECT newest, stream, looked FROM platform.searched_logs WHERE identity = $1)
       UNION ALL
       (SELECT position, NULL, position FROM platform.checkpoints ORDER BY position DESC LIMIT 1)
       UNION ALL
       SELECT 0, NULL, 0`,
      [this.identity],
    );
    const { newest = '0', stream = null, looked = '0' } = rows[0] ?? {};
    return { newest: readPosition(newest), stream: stream ?? undefined, looked: readPosition(looked) };
  }

  /** Where another process has come further, that stays. */
  async save({ newest, stream, looked }: Searched): Promise<void> {
    await this.pool.query(
      `INSERT INTO platform.searched_logs AS kept (identity, newest, stream, looked) VALUES ($1, $2, $3, $4)
       ON CONFLICT (identity) DO UPDATE SET newest = excluded.newest, stream = excluded.stream, looked = excluded.looked
       WHERE kept.looked < excluded.looked`,
      [this.identity, writePosition(newest), stream ?? null, writePosition(looked)],
    );
  }
}
