import type pg from 'pg';
import type { SatDownloadAsked } from '#contracts';

/** What the SAT was asked for in bulk, kept before it is asked: it refuses what it is asked for in the same words (5002, 5005). */
export interface DownloadAsks {
  /** The id of the request that a question of this name has led to; undefined: none that is known. */
  answered(name: string): Promise<string | undefined>;
  /** How often these words were used before; from now on once more. */
  use(asked: SatDownloadAsked): Promise<number>;
  answer(name: string, request: string, now: Date): Promise<void>;
}

/** Nobody asks for a request of the SAT's after so long. */
const FORGOTTEN_MS = 60 * 24 * 3_600_000;

/** The words themselves are never forgotten: what the SAT has handed out twice, it does not hand out again. */
const wordsOf = ({ rfc, kind, format, from, until }: SatDownloadAsked): string =>
  [rfc, kind, format, from, until].join(' ');

export const downloadAskRows = (pool: pg.Pool): DownloadAsks => ({
  async answered(name) {
    const { rows } = await pool.query<{ request: string }>(
      'SELECT request FROM platform.sat_download_requests WHERE name = $1',
      [name],
    );
    return rows[0]?.request;
  },
  async use(asked) {
    const { rows } = await pool.query<{ used: number }>(
      `INSERT INTO platform.sat_download_words AS w (words, used) VALUES ($1, 1)
       ON CONFLICT (words) DO UPDATE SET used = w.used + 1 RETURNING used - 1 AS used`,
      [wordsOf(asked)],
    );
    return rows[0]?.used ?? 0;
  },
  async answer(name, request, now) {
    await pool.query(
      `INSERT INTO platform.sat_download_requests (name, request, taken_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO NOTHING`,
      [name, request, now],
    );
    await pool.query('DELETE FROM platform.sat_download_requests WHERE taken_at < $1', [
      new Date(now.getTime() - FORGOTTEN_MS),
    ]);
  },
});
