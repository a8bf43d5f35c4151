import { afterEach, expect, it } from '@jest/globals';
import { createPool, startEmbeddedPostgres, type EmbeddedPostgres } from '#hosting';
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
  const most = reckonConnections({ processes: 11, pool: 8 });
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
