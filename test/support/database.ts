import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Connections that close have this long to be gone from the server. */
const LEAVING_MS = 3_000;

/** A database of a test file's own. */
export interface TestDatabase {
  readonly url: string;
  /** Removes the database; connections that are still open on it after some seconds are ended. */
  drop(): Promise<void>;
}

/** The server of this Jest run (test/support/global-setup.mjs), or the one named in the environment. */
const serverUrl = async (): Promise<string> => {
  const given = process.env['TIMBRA_TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return given;
  const desk = process.env['TIMBRA_TEST_POSTGRES'];
  if (desk === undefined)
    throw new Error('No test database: run through Jest with the config of the project.');
  const response = await fetch(desk);
  const text = await response.text();
  if (!response.ok) throw new Error(`The test database does not start: ${text}`);
  return text;
};

const query = async (url: string, statement: string, values: unknown[] = []): Promise<unknown[]> =>
  connected(url, async (client) => (await client.query(statement, values)).rows);

/** Work with a connection of its own. */
async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Ends every other connection to the database that a client is on, and waits until they are gone: a moment later. */
export async function endOtherConnections(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const isLeft = 'SELECT FROM pg_stat_activity WHERE pid = ANY($1)';
  const pids = rows.map(({ pid }) => pid);
  while ((await client.query(isLeft, [pids])).rowCount !== 0) await new Promise(setImmediate);
}

const urlOf = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

async function create(template: string): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Its files are copied: through the log, as is usual, each would be written twice.
  await query(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: urlOf(server, name),
    drop: async () => {
      // Ours alone, not by force: that would end an autovacuum worker too, which is not ours to end. A plain drop waits for it.
      const ours = `from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`;
      // A pool has ended before its connections have: one that is ended here meanwhile is an error that nobody listens for.
      const patience = Date.now() + LEAVING_MS;
      while ((await query(server, `select ${ours}`)).length > 0 && Date.now() < patience) await sleep(20);
      await query(server, `select pg_terminate_backend(pid) ${ours}`);
      await query(server, `drop database if exists ${name}`);
    },
  };
}

/**
 * Makes an empty database on the test server, for one test file or one test: tests never share rows. The
 * role of its URL owns it and may create the trusted extensions (pg_trgm, unaccent, btree_gin).
 */
export const freshDatabase = (): Promise<TestDatabase> => create('template0');

/** A copy of a database that nobody is connected to, as a backup of this moment is. */
export const copyOf = ({ url }: TestDatabase): Promise<TestDatabase> =>
  create(new URL(url).pathname.slice(1));

/** For one test file at a time, in any worker. */
const FILLING = 7446160099;

/**
 * Makes a database that is a copy of one that `fill` has filled: the first test file of a run that asks for this name
 * fills it, so that the others need not go the same way again. `fill` leaves no connection open.
 */
export async function filledDatabase(
  what: string,
  fill: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `filled_${process.env['TIMBRA_TEST_RUN'] ?? 'alone'}_${what}`;
  await connected(server, async (client) => {
    const isThere = async () =>
      (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;
    if (await isThere()) return;
    await client.query('select pg_advisory_lock($1)', [FILLING]);
    if (await isThere()) return;
    const making = await create('template0');
    try {
      await fill(making.url);
      await client.query(`alter database ${new URL(making.url).pathname.slice(1)} rename to ${name}`);
    } catch (error) {
      await making.drop();
      throw error;
    }
  });
  return create(name);
}
