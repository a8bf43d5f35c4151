import { afterEach, expect, it } from '@jest/globals';
import { createPool, startEmbeddedPostgres, type EmbeddedPostgres } from '#hosting';
import { makeOwnDatabases, openOwnDatabases } from '../../scripts/lib/distributed/databases.mjs';
import { readLimits, reckonConnections, type Limits } from '../../scripts/lib/distributed/connections.mjs';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';

let dataDir: string;
let server: EmbeddedPostgres | undefined;
afterEach(async () => {
  await server?.stop();
  await removeDataFolder(dataDir);
});

it('the embedded PostgreSQL takes as many connections as it is started for, and tells its limits', async () => {
  dataDir = await temporaryDataFolder();
  const most = reckonConnections({ processes: 11, pool: 8, beside: 11 });
  server = await startEmbeddedPostgres({ dataDir, maxConnections: most, patienceMs: 0, durable: false });
  const pool = createPool(server.url, { applicationName: 'test', max: 1 });
  try {
    expect(await readLimits(async (sql) => (await pool.query<Limits>(sql)).rows)).toEqual({
      most,
      reserved: 3,
    });
  } finally {
    await pool.end();
  }
});

it('the databases of services are made where they are missing, and only their services may enter', async () => {
  dataDir = await temporaryDataFolder();
  server = await startEmbeddedPostgres({ dataDir, patienceMs: 0, durable: false });
  const pool = createPool(server.url, { applicationName: 'test', max: 1 });
  try {
    // A start was killed after the first one, before it was closed.
    await pool.query('CREATE DATABASE gateway');
    await pool.query('CREATE ROLE timbra_gateway; CREATE ROLE timbra_invoicing');
    const services = ['gateway', 'invoicing'];
    const entering = async () => {
      const { rows } = await pool.query<{ may: string }>(
        `SELECT rolname || ' ' || datname AS may FROM pg_roles, pg_database
         WHERE rolname LIKE 'timbra\\_%' AND datname = ANY($1) AND has_database_privilege(rolname, datname, 'CONNECT') ORDER BY 1`,
        [services],
      );
      return rows.map(({ may }) => may);
    };
    await makeOwnDatabases(server.url, services);
    expect(await entering()).toEqual([]);
    await openOwnDatabases(server.url, services);
    await makeOwnDatabases(server.url, services);
    expect(await entering()).toEqual(['timbra_gateway gateway', 'timbra_invoicing invoicing']);
  } finally {
    await pool.end();
  }
});
