import pg from 'pg';
import { NOTICE_DEAD_CLIENTS, NOTICE_DEAD_SERVER } from '../postgres/pool.js';

/** So that rows have the same text on every server. */
const SAME_TEXT = [
  ...['TimeZone=UTC', 'DateStyle=ISO', 'IntervalStyle=postgres', 'extra_float_digits=1', 'bytea_output=hex'],
  ...['client_encoding=UTF8', 'search_path=pg_catalog'],
];

export const APPLICATION = 'timbra-move';

/** One connection, for work that takes long: with its locks it ends as soon as the process does. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION,
    connectionTimeoutMillis: 10_000,
    ...NOTICE_DEAD_SERVER,
    options: [...NOTICE_DEAD_CLIENTS, ...SAME_TEXT.map((setting) => `-c ${setting}`)].join(' '),
    // Its transaction waits for the other side's work.
    idle_in_transaction_session_timeout: 0,
    statement_timeout: 0,
  });
  // A connection that is lost while idle: its next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @returns what `work` does in a transaction: committed when it returns, rolled back when it throws */
export async function within<T>(client: pg.Client, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Does the work in a transaction of each database. Those of later ones end before those of earlier ones. */
export function withinEach<T>(
  clients: readonly pg.Client[],
  begin: string,
  work: () => Promise<T>,
): Promise<T> {
  const [first, ...others] = clients;
  return first ? within(first, begin, () => withinEach(others, begin, work)) : work();
}
