import { createPool, joinDatabase, loadConfig, StartupError } from '#hosting';
import { ensureTables } from '#hosting/runtime/migrate';
import { migrationsOf } from '#hosting/runtime/migrations';
import { openEventStore } from '#hosting/runtime/event-store';
import { exitWithSentence } from '#hosting/runtime/exit';
import { findMissingDocuments } from './missing-documents.js';
import { allServices } from './services.js';

/**
 * `npm run -s missing`: the documents that events name and the database does not have, a line of JSON each. Beside a service that
 * runs, or where none does.
 */
await exitWithSentence(async () => {
  if (process.argv.length > 2) throw new StartupError('npm run -s missing takes no arguments.');
  const config = loadConfig();
  const database = await joinDatabase(config);
  await ensureTables(database.url, migrationsOf([]));
  const pool = createPool(database.url, { max: 4, applicationName: 'timbra-missing' });
  try {
    const { store } = await openEventStore(config.eventStore, { rows: pool, events: pool });
    const contents = allServices.flatMap((service) => service.contents ?? []);
    const count = await findMissingDocuments({ pool, store }, contents, ({ tenant, kind, id, file, key }) => {
      const { organizationId: organization, livemode } = tenant;
      console.log(JSON.stringify({ organization, livemode, kind, id, file, key }));
    }).finally(() => store.close());
    console.error(count === 0 ? 'No document is missing.' : `${count} documents are missing.`);
  } finally {
    await pool.end();
    await database.leave();
  }
});
