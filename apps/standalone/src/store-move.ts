import { migrationsOf, StartupError, type Config } from '#hosting';
import {
  abandonMove,
  checkDatabase,
  checkEvents,
  moveDatabase,
  moveEvents,
  printSteps,
  withInstallation,
  type EventsMove,
  type Installation,
} from '#hosting/moving/index';
import { migrateSandboxPac } from '#pac';
import { allServices } from './services.js';
import type { StoreMove } from './store-move-command.js';

type Print = (line: string) => void;
type Part<Kind extends StoreMove['kind']> = Extract<StoreMove, { kind: Kind }>;

/** Moves the installation that the settings describe, and says what it did. @throws {StartupError} */
export async function moveStores(
  config: Pick<Config, 'databaseUrl' | 'ownDatabases' | 'dataDir'>,
  move: StoreMove,
  print: Print,
): Promise<void> {
  await withInstallation(config, async (installation) => {
    switch (move.kind) {
      case 'database':
        return (move.check ? compareDatabases : moveWhole)(installation.url, move, print);
      case 'events':
        return (move.check ? compareEvents : moveOnlyEvents)(installation, move, print);
      case 'abandon':
        await abandonMove(installation.url);
        print('The move is given up: the installation works on the event store that it had.');
    }
  });
}

const ofDatabase = (from: string, { to }: Part<'database'>, print: Print) => ({
  ...{ from, to, makeTables: migrateSandboxPac, onStep: printSteps(print) },
  migrations: migrationsOf(allServices),
});

const ofEvents = (
  { url, ownUrlOf }: Installation,
  { to, eventStoreDb }: Part<'events'>,
  print: Print,
): EventsMove => ({
  ...{ url, to, eventStoreDb, onStep: printSteps(print) },
  migrations: migrationsOf(allServices),
  findOwn: (service) => {
    const own = ownUrlOf(service);
    // Of its own services a process makes the tables, and no others (describeOwn).
    const migrations = migrationsOf(allServices.filter(({ name }) => name === service));
    return own === undefined ? undefined : { url: own, migrations };
  },
});

async function moveWhole(url: string, move: Part<'database'>, print: Print): Promise<void> {
  const { tables, rows, roles } = await moveDatabase(ofDatabase(url, move, print));
  if (!roles)
    print('The user of TO_DATABASE_URL may not make roles (CREATEROLE): services will work as that user.');
  print(`Moved ${tables} tables with ${rows} rows, each the same by count and hash.`);
  print('Start the service with DATABASE_URL set to that database, and with the same keys and TIMBRA_DATA.');
  print(
    'The installation of before is as it was. Never start it again once the new one has issued a document.',
  );
}

async function compareDatabases(url: string, move: Part<'database'>, print: Print): Promise<void> {
  const differences = await checkDatabase(ofDatabase(url, move, print));
  differences.forEach((sentence) => print(sentence));
  if (differences.length > 0) throw new StartupError(`The databases differ in ${differences.length} places.`);
  print('Both databases have the same rows.');
}

async function moveOnlyEvents(at: Installation, move: Part<'events'>, print: Print): Promise<void> {
  const { events, streams, hash, copied } = await moveEvents(ofEvents(at, move, print));
  print(
    `Copied ${copied} events. Both stores have the same ${events} events in ${streams} streams (SHA-256 ${hash}).`,
  );
  print(`Start the service with TIMBRA_EVENT_STORE=${move.to}. The events of before are where they were.`);
}

async function compareEvents(at: Installation, move: Part<'events'>, print: Print): Promise<void> {
  const { events, streams, hash, onlyFrom, onlyTo } = await checkEvents(ofEvents(at, move, print));
  print(`Both stores have the same first ${events} events, in ${streams} streams (SHA-256 ${hash}).`);
  print(`The store in use has ${onlyFrom} more, the other one ${onlyTo}.`);
  if (onlyTo > 0)
    throw new StartupError(
      'The other store has events that the one in use does not have: it is no copy of it.',
    );
}
