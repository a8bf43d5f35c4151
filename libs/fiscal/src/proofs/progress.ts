import type pg from 'pg';

/** A question to the tax authority that takes hours, as far as it has come. */
export interface Progress {
  /** How many requests were made: written down before each, so that one without an answer is not made again as it was. */
  readonly attempt: number;
  /** The request for metadata that was taken, and when it was made (ISO 8601, UTC). */
  readonly metadata?: { readonly id: string; readonly at: string };
  /** Documents of that metadata that may be the one, and whether their absence would prove anything. */
  readonly candidates?: readonly Candidate[];
  readonly proves?: boolean;
  /** Until when what was stamped is in that metadata for sure (ISO 8601, UTC). Older rows lack it. */
  readonly covers?: string;
  /** The request for the document of the first candidate. */
  readonly folio?: { readonly id: string; readonly uuid: string; readonly at: string };
  /** Of a document of the tax authority's, under a key of its own: its seal, since the document itself can be had twice and no more. */
  readonly sello?: string;
  /** The outcome. */
  readonly found?: { readonly timbre: string; readonly rfcPac: string };
  readonly absent?: true;
}

export interface Candidate {
  readonly uuid: string;
  readonly rfcPac: string;
}

export const NO_PROGRESS: Progress = { attempt: 0 };

/** Where it is kept across processes and restarts, by the key of the stamping. */
export interface ProgressStore {
  read(key: string): Promise<Progress>;
  save(key: string, progress: Progress, now: Date): Promise<void>;
}

/** Nobody asks for so long. */
const FORGOTTEN_MS = 60 * 24 * 3_600_000;

export const progressRows = (pool: pg.Pool): ProgressStore => ({
  async read(key) {
    const { rows } = await pool.query<{ progress: Progress }>(
      'SELECT progress FROM platform.sat_proofs WHERE stamping = $1',
      [key],
    );
    return rows[0]?.progress ?? NO_PROGRESS;
  },
  async save(key, progress, now) {
    await pool.query(
      `INSERT INTO platform.sat_proofs (stamping, progress, updated_at) VALUES ($1, $2, $3)
       ON CONFLICT (stamping) DO UPDATE SET progress = EXCLUDED.progress, updated_at = EXCLUDED.updated_at`,
      [key, progress, now],
    );
    await pool.query('DELETE FROM platform.sat_proofs WHERE updated_at < $1', [
      new Date(now.getTime() - FORGOTTEN_MS),
    ]);
  },
});
