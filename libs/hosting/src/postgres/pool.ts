import pg from 'pg';

export interface PoolOptions {
  /** Most connections at a time; further requests wait. Default 10. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** The events are in another store: see EVENT_FOLLOWS. */
  readonly eventsElsewhere?: boolean;
  /** Appends tell nobody in their commits: the process is alone, or tells by itself (event-store/postgres/append-teller.ts). */
  readonly quiet?: boolean;
  /** Works under this role of the server's, which the URL's user may take (owners/roles.ts); default: as that user. */
  readonly role?: string | undefined;
  /** Ends any statement that runs longer, in milliseconds; default: none (a rebuild may take long). */
  readonly statementTimeoutMs?: number;
  /** Told of connections lost while idle (a restart of the server); the pool replaces them by itself. Default: a warning. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * The server ends a session whose machine is gone, and gives back its locks: 11 s after the last sign of life, or 10 s after
 * an answer that nobody acknowledges. By default that takes two hours. Linux counts by tcp_user_timeout where it is set,
 * others by the number of probes. Without effect on Unix sockets.
 */
export const NOTICE_DEAD_CLIENTS: readonly string[] = [
  ...['-c tcp_keepalives_idle=5', '-c tcp_keepalives_interval=2', '-c tcp_keepalives_count=3'],
  '-c tcp_user_timeout=10000',
];

/** We notice a server whose machine is gone: Node then asks every second, and gives up after ten. */
export const NOTICE_DEAD_SERVER = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

const warn = (error: Error): void => process.emitWarning(`Database connection lost: ${error.message}`);

/**
 * A pool of connections to Postgres. bigint and numeric arrive as text (a JavaScript number would lose
 * digits).
 */
export const createPool = (url: string, options: PoolOptions): pg.Pool => {
  const settings = [
    ...NOTICE_DEAD_CLIENTS,
    ...(options.eventsElsewhere ? ['-c timbra.events=elsewhere'] : []),
    ...(options.quiet ? ['-c timbra.quiet=on'] : []),
    ...(options.role === undefined ? [] : [`-c role=${options.role}`]),
  ].join(' ');
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    ...NOTICE_DEAD_SERVER,
    options: settings,
    // A transaction that we forgot would hold back vacuum and the ordered feed of events.
    idle_in_transaction_session_timeout: 60_000,
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
  });
  const onIdleError = options.onIdleError ?? warn;
  // Without a listener, a connection lost while idle would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) onIdleError(error);
  });
  // Nor has one that somebody has taken out any listener but theirs: its next query fails, and tells them.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
