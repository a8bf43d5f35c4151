import pg from 'pg';
import { monotonicMs } from '#kernel';

/**
 * What keeps the database from taking writes: it does not answer in time, can't be reached, has no connections left, has
 * no room left, takes no writes (a standby), or refuses for another reason.
 */
export type WriteProblem =
  'no_answer' | 'unreachable' | 'too_many_connections' | 'disk_full' | 'read_only' | 'failed';

export interface WriteAnswer {
  readonly problem: WriteProblem | null;
  readonly answeredInMs: number;
}

/** Says whether the database can be written at this moment. */
export interface WriteProbe {
  look(): Promise<WriteAnswer>;
  close(): Promise<void>;
}

/** One for several databases: the first problem of any, and the time of the slowest. */
export const joinProbes = (probes: readonly WriteProbe[]): WriteProbe => ({
  async look() {
    const answers = await Promise.all(probes.map((probe) => probe.look()));
    return {
      problem: answers.find(({ problem }) => problem !== null)?.problem ?? null,
      answeredInMs: Math.max(...answers.map(({ answeredInMs }) => answeredInMs)),
    };
  },
  close: async () => void (await Promise.all(probes.map((probe) => probe.close()))),
});

export interface WriteProbeOptions {
  readonly databaseUrl: string;
  /** Under which its row stands; processes of one service share it. */
  readonly service: string;
  readonly timeoutMs?: number;
}

/** Less than orchestrators wait for an answer. */
const TIMEOUT_MS = 2_000;

/**
 * A row, which goes through the log to the disk; and half a megabyte beside the memory that the connection may use, which
 * needs room in a new file. A full disk may still take the row: where it goes, there is room already.
 */
const WRITE = `
  WITH marked AS (
    INSERT INTO platform.write_probes (service, written_at) VALUES ($1, now())
    ON CONFLICT (service) DO UPDATE SET written_at = excluded.written_at RETURNING 1),
  spilled AS MATERIALIZED (SELECT repeat(md5(n::text), 32) FROM generate_series(1, 512) AS n)
  SELECT (SELECT count(*) FROM marked) + (SELECT count(*) FROM spilled)`;

const PROBLEMS: readonly (readonly [RegExp, WriteProblem])[] = [
  [/^53100$/, 'disk_full'],
  [/^ENOSPC$/, 'disk_full'],
  [/^53300$/, 'too_many_connections'],
  [/^25006$/, 'read_only'],
  [/^(57014|55P03)$/, 'no_answer'],
  [/^(08\w{3}|57P0\d|E[A-Z_]+)$/, 'unreachable'],
];

const problemOf = (error: unknown): WriteProblem => {
  const { code = '', message = '' } = error as { readonly code?: unknown; readonly message?: unknown };
  const known = PROBLEMS.find(([pattern]) => pattern.test(String(code)))?.[1];
  if (known !== undefined) return known;
  if (/timeout/i.test(String(message))) return 'no_answer';
  return /^Connection terminated/.test(String(message)) ? 'unreachable' : 'failed';
};

/**
 * A probe with a connection of its own: it waits behind no query of ours, and tells a database that is full or away from
 * a process that has used up its connections. One write is under way at a time, however many ask.
 */
export function openWriteProbe({
  databaseUrl,
  service,
  timeoutMs = TIMEOUT_MS,
}: WriteProbeOptions): WriteProbe {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    application_name: 'timbra-probe',
    connectionTimeoutMillis: timeoutMs,
    // Ours as well as the server's: one that hangs ends nothing by itself.
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    options: '-c work_mem=64kB',
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let underWay: Promise<WriteAnswer> | undefined;

  const write = async (): Promise<WriteAnswer> => {
    const began = monotonicMs();
    const took = () => Math.round(monotonicMs() - began);
    try {
      await pool.query(WRITE, [service]);
      return { problem: null, answeredInMs: took() };
    } catch (error) {
      return { problem: problemOf(error), answeredInMs: took() };
    }
  };

  return {
    look: () => (underWay ??= write().finally(() => (underWay = undefined))),
    close: () => pool.end(),
  };
}
