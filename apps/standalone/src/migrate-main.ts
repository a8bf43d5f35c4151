import { migrateSandboxPac } from '#pac';
import { StartupError, createLogger, createPool, loadConfig } from '#hosting';
import { ensureLogins, parseLogins, type Logins } from '#hosting/owners/logins';
import { examineOwn, takeOwn, type OwnDatabase } from '#hosting/owners/own/take';
import { ensureRoles } from '#hosting/owners/roles';
import { ownDatabaseVariable } from '#hosting/owners/services';
import { describeOwn } from '#hosting/runtime/databases';
import { exitWithSentence } from '#hosting/runtime/exit';
import { migrate } from '#hosting/runtime/migrate';
import { migrationsOf } from '#hosting/runtime/migrations';
import { withPatience } from '#hosting/runtime/patience';
import { errorCode } from '#hosting/postgres/startup-error';
import { allServices } from './services.js';

/** Makes the role of a service in its own database, and its login where that is another server. */
async function withOwnRole({ service, url }: OwnDatabase, logins: Logins): Promise<void> {
  const pool = createPool(url, { max: 1, applicationName: 'timbra-migrate' });
  try {
    const password = logins.get(service);
    if (await ensureRoles(pool, true, service))
      await ensureLogins(pool, new Map(password === undefined ? [] : [[service, password]]));
    else
      console.log(
        `The user of ${ownDatabaseVariable(service)} may not make roles (CREATEROLE): ${service} will work as that user (docs/operations.md).`,
      );
  } finally {
    await pool.end();
  }
}

/**
 * Brings the database of all services up to date before the first of them is replaced: a migration that fails then
 * stops a deployment, not a service. Safe to repeat; services that start meanwhile wait for it.
 */
await exitWithSentence(async () => {
  const { databaseUrl, ownDatabases, logLevel } = loadConfig();
  const logins = parseLogins(process.env['TIMBRA_DATABASE_LOGINS']);
  if (databaseUrl === undefined)
    throw new StartupError('DATABASE_URL must name the database whose tables are brought up to date.');
  const log = createLogger({ level: logLevel, service: 'migrate' });
  const owned = [...ownDatabases].map(([service, url]) =>
    describeOwn(service, {
      ...{ url, sharedUrl: databaseUrl },
      services: allServices.filter(({ name }) => name === service),
    }),
  );
  for (const own of owned) await withPatience(() => examineOwn(own), { log });
  const bringUpToDate = () => migrate(databaseUrl, migrationsOf(allServices));
  const ran = await withPatience(bringUpToDate, { log }).catch((error: unknown) => {
    if (error instanceof StartupError) throw error;
    // A connection that is refused comes as several errors, one for each address, and no sentence.
    const reason = (error instanceof Error && error.message) || errorCode(error) || String(error);
    throw new StartupError(`The database of DATABASE_URL can't be brought up to date: ${reason}.`);
  });
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'timbra-migrate' });
  try {
    await migrateSandboxPac(pool);
    // Also where no migration ran: the sandbox's tables are made beside them.
    if (await ensureRoles(pool, true)) await ensureLogins(pool, logins);
    else if (logins.size > 0)
      throw new StartupError(
        'The user of DATABASE_URL may not make roles (CREATEROLE), and TIMBRA_DATABASE_LOGINS asks for them (docs/operations.md).',
      );
    else
      console.log(
        'The user of DATABASE_URL may not make roles (CREATEROLE): services will work as that user (docs/operations.md).',
      );
  } finally {
    await pool.end();
  }
  console.log(ran === 0 ? 'The database was up to date.' : `${ran} migrations ran.`);
  for (const own of owned) {
    const there = await withPatience(() => takeOwn(own), { log });
    await withOwnRole(own, logins);
    console.log(`${own.service} has a database of its own: ${there} migrations ran there.`);
  }
});
