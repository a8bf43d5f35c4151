import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of a test file's own. */
export interface TestDatabase {
  readonly url: string;
  /** Removes the database, ending the connections that are still open on it. */
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

const execute = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/**
 * Makes an empty database on the test server, for one test file or one test: tests never share rows. The
 * role of its URL owns it and may create the trusted extensions (pg_trgm, unaccent, btree_gin).
 */
export const freshDatabase = async (): Promise<TestDatabase> => {
  const server = await serverUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      // Ours alone, not by force: that would end an autovacuum worker too, which is not ours to end. A plain drop waits for it.
      const ours = `datname = '${name}' and backend_type = 'client backend'`;
      await execute(server, `select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`);
      await execute(server, `drop database if exists ${name}`);
    },
  };
};
