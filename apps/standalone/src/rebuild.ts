import { StartupError, loadConfig, rebuildCommand, startEmbeddedPostgres } from '#hosting';
import { allServices } from './services.js';

/**
 * `npm run rebuild [projection ...]`: rebuilds read models from the first event. The service may run
 * meanwhile with one's own PostgreSQL; the embedded one belongs to a single process, so stop the service first.
 */
try {
  const { databaseUrl, ownDatabases, dataDir, eventStore } = loadConfig();
  const database =
    databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir })
      : { url: databaseUrl, stop: async () => {} };
  try {
    await rebuildCommand({
      databaseUrl: database.url,
      eventStore,
      ownDatabases,
      services: allServices,
      names: process.argv.slice(2),
    });
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
