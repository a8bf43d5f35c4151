import { migrationsOf, StartupError, type Config } from '#hosting';
import {
  abandonMove,
  checkDatabase,
  checkEvents,
  copyAhead,
  moveDatabase,
  moveEvents,
  printSteps,
  withInstallation,
  type EventsMove,
  type Installation,
} from '#hosting/moving/index';
import { allServices } from './services.js';
import type { StoreMove } from './store-move-command.js';
import { migrationsOfOwn, partsOf } from './store-move-parts.js';

type Print = (line: string) => void;
type Part<Kind extends StoreMove['kind']> = Extract<StoreMove, { kind: Kind }>;

/** Moves the installation that the settings describe, and says what it did. @throws {StartupError} */
export async function moveStores(
  config: Pick<Config, 'databaseUrl' | 'ownDatabases' | 'dataDir'>,
  move: StoreMove,
  print: Print,
): Promise<void> {
  const beside = move.kind === 'events' && move.how !== 'move';
  await withInstallation(config, { beside }, async (installation) => {
    switch (move.kind) {
      case 'database':
        return (move.check ? compareDatabases : moveWhole)(installation, move, print);
      case 'events':
        return { move: moveOnlyEvents, ahead: copyEventsAhead, check: compareEvents }[move.how](
          installation,
          move,
          print,
        );
      case 'abandon':
        await abandonMove(installation.url);
        print('The move is given up: the installation works on the event store that it had.');
    }
  });
}

const ofEvents = (
  { url, ownUrlOf }: Installation,
  { to, eventStoreDb }: Part<'events'>,
  print: Print,
): EventsMove => ({
  ...{ url, to, eventStoreDb, onStep: printSteps(print) },
  migrations: migrationsOf(allServices),
  findOwn: (service) => {
    const own = ownUrlOf(service);
    return own === undefined ? undefined : { url: own, migrations: migrationsOfOwn(service) };
  },
});

async function moveWhole(at: Installation, move: Part<'database'>, print: Print): Promise<void> {
  const parts = await partsOf(at, move);
  const { tables, rows, roles } = await moveDatabase({ parts, onStep: printSteps(print) });
  if (!roles)
    print('The user of TO_DATABASE_URL may not make roles (CREATEROLE): services will work as that user.');
  print(`Moved ${tables} tables with ${rows} rows, each the same by count and hash.`);
  const places = parts.map(({ variable }) => variable).join(', ');
  print(`Start the service with the targets as ${places}, and with the same keys and TIMBRA_DATA.`);
  print(
    'The installation of before is as it was. Never start it again once the new one has issued a document.',
  );
}

async function compareDatabases(at: Installation, move: Part<'database'>, print: Print): Promise<void> {
  const parts = await partsOf(at, move);
  const differences = await checkDatabase({ parts, onStep: printSteps(print) });
  differences.forEach((sentence) => print(sentence));
  if (differences.length > 0) throw new StartupError(`The databases differ in ${differences.length} places.`);
  print('Both databases have the same rows.');
}

async function moveOnlyEvents(at: Installation, move: Part<'events'>, print: Print): Promise<void> {
  const { events, streams, hash, copied, read } = await moveEvents(ofEvents(at, move, print));
  print(
    `Copied ${copied} events. Both stores have the same ${events} events in ${streams} streams (SHA-256 ${hash}).`,
  );
  if (read < events) print(`${events - read} of them were compared ahead, ${read} now.`);
  print(`Start the service with TIMBRA_EVENT_STORE=${move.to}. The events of before are where they were.`);
}

async function copyEventsAhead(at: Installation, move: Part<'events'>, print: Print): Promise<void> {
  const { events, copied, read } = await copyAhead(ofEvents(at, move, print));
  print(`Copied ${copied} events and compared ${read}: both stores have the same first ${events} events.`);
  print(
    'The service goes on as it is. Stop it when you like and run the same without --ahead: what has come since is left to do.',
  );
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
