import type pg from 'pg';
import type { EventStoreChoice } from '../../config/event-store.js';
import { createPool } from '../../postgres/pool.js';
import { StartupError } from '../../postgres/startup-error.js';
import { storeIdentity } from '../../runtime/event-store.js';
import type { Migration } from '../../runtime/migrate.js';
import { APPLICATION, withClient, withinEach } from '../client.js';
import { requireInstallation, requireRelease } from '../installation.js';
import { findMark, isSwitching, mark, noteSwitching, refuseHalfMoved, removeMark } from '../mark.js';
import type { OnStep } from '../steps.js';
import { lockTables, refuseWhileRunning, takeTurn } from '../stopped.js';
import { beginAhead, findAhead, forgetAhead, notePlace, settleAhead } from './ahead.js';
import { checkpointsOf, followOther } from './checkpoints.js';
import { compareStores, type Compared } from './compare.js';
import { copyEvents } from './copy.js';
import { followedStoreOf, switchedOf, withOwnDatabases, type FindOwn } from './own-databases.js';
import { describeDirection, openRawStore, type Opened } from './stores.js';

export interface EventsMove {
  /** The installation's database. */
  readonly url: string;
  readonly migrations: readonly Migration[];
  /** EventStoreDB, as the settings name it: the events go there, or come from there. */
  readonly eventStoreDb: EventStoreChoice;
  readonly to: EventStoreChoice['kind'];
  /** Where the services are that have databases of their own. */
  readonly findOwn: FindOwn;
  readonly onStep: OnStep;
}

export interface EventsMoved extends Compared {
  readonly copied: number;
}

const POSTGRES: EventStoreChoice = { kind: 'postgres' };

/**
 * Moves the events to the other store and takes all checkpoints along, those too that services keep in databases of their own.
 * Can be broken off at any moment and run again: until its last transaction nothing starts, neither on the store of before nor
 * on the other one. The events of before stay where they are.
 * @throws {StartupError}
 */
export async function moveEvents(move: EventsMove): Promise<EventsMoved> {
  return withStores(move, move.to, async (client, from, to) => {
    await takeTurn(client);
    await requireRelease(client, move.migrations);
    return withOwnDatabases(client, move.findOwn, async (owns) => {
      const keepers = [client, ...owns];
      for (const keeper of keepers) await refuseWhileRunning(keeper);
      await mark(client, { kind: 'events', what: describeDirection(from, to) });
      move.onStep({ kind: 'marked' });
      // The shared database last: it has the mark.
      return withinEach(keepers, 'BEGIN', async () => {
        await keepOthersOut(client, owns, from);
        const switched = await switchedOf(owns, from.identity, to.identity);
        const keeping = keepers.filter((keeper) => !switched.includes(keeper));
        return carryOver({ client, keeping, isAlone: owns.length === 0 }, move, from, to);
      });
    });
  });
}

/** A process that began to start before there was a mark can't follow events, nor append any. */
async function keepOthersOut(client: pg.Client, owns: readonly pg.Client[], from: Opened): Promise<void> {
  for (const keeper of [client, ...owns])
    await lockTables(keeper, ['platform.checkpoints', 'platform.followed_store'], 'SHARE ROW EXCLUSIVE');
  // Where they are the target, the move itself writes them.
  if (from.identity === storeIdentity(POSTGRES)) await lockTables(client, ['event_store.events'], 'SHARE');
  for (const keeper of [client, ...owns]) await refuseWhileRunning(keeper);
}

/** Whose checkpoints are to be translated: those of an earlier run that died between two databases are already. */
interface Keeping {
  readonly client: pg.Client;
  readonly keeping: readonly pg.Client[];
  /** There is no other database than the shared one. */
  readonly isAlone: boolean;
}

async function carryOver(
  { client, keeping, isAlone }: Keeping,
  { url, onStep }: EventsMove,
  from: Opened,
  to: Opened,
): Promise<EventsMoved> {
  const copied = await copyEvents(from, to, onStep);
  const positions = await checkpointsOf(keeping);
  const since = await findAhead(client, from, to);
  if (since) await settleAhead(client, { from, to, since }, positions);
  const compared = await compareStores(from, to, {
    ...{ onStep, since },
    onPair: (one, other) => positions.note(one.position, other.position),
  });
  if (compared.onlyFrom + compared.onlyTo > 0)
    throw new StartupError(
      `${from.name} and ${to.name} do not have the same events after the move: run it again.`,
    );
  onStep({ kind: 'verified' });
  for (const keeper of keeping) await followOther(keeper, positions, to.identity);
  // In a transaction of its own: the databases of services end theirs before that of the mark ends.
  if (!isAlone) await withClient(url, noteSwitching);
  await removeMark(client);
  await forgetAhead(client);
  return { ...compared, copied };
}

/** So many events more are worth another round before the service is stopped. */
const WORTH_A_ROUND = 1_000;

/**
 * Copies and compares what the installation has so far, while it works: {@link moveEvents} then does the same with what has come
 * since. Can be broken off at any moment and run again.
 * @throws {StartupError}
 */
export async function copyAhead(move: EventsMove): Promise<EventsMoved> {
  return withStores(move, move.to, async (client, from, to) => {
    await takeTurn(client);
    await requireRelease(client, move.migrations);
    await refuseHalfMoved(async (sql) => (await client.query(sql)).rows);
    let [copied, read] = [0, 0];
    for (;;) {
      const more = await copyEvents(from, to, move.onStep);
      copied += more;
      const since = await findAhead(client, from, to);
      if (!since) await forgetAhead(client);
      await beginAhead(client, from, to);
      const compared = await compareStores(from, to, {
        ...{ onStep: move.onStep, since },
        onPlace: (place) => notePlace(client, from, to, place),
      });
      read += compared.read;
      if (more < WORTH_A_ROUND) return { ...compared, copied, read };
    }
  });
}

/** Compares the two stores and changes nothing. @throws {StartupError} an event that both should have differs */
export const checkEvents = (move: EventsMove): Promise<Compared> =>
  withStores(move, 'other', (_client, from, to) => compareStores(from, to, { onStep: move.onStep }));

/** Gives a move up that is not finished: the installation works on its store of before again. */
export async function abandonMove(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await takeTurn(client);
    const found = await findMark(client);
    if (!found) throw new StartupError('No move of this installation is under way.');
    if (found.kind === 'database')
      throw new StartupError(
        'This database has half of an installation: drop it, and start the one that it comes from.',
      );
    if (await isSwitching(client))
      throw new StartupError(
        'Databases of services may belong to the other store already: this move can only be finished. Run it again.',
      );
    await removeMark(client);
  });
}

/** Opens the store that the installation works on, and the one that its events go to, or `other`: the one beside it. */
async function withStores<T>(
  { url, eventStoreDb }: EventsMove,
  kind: EventsMove['to'] | 'other',
  work: (client: pg.Client, from: Opened, to: Opened) => Promise<T>,
): Promise<T> {
  const pool = createPool(url, { applicationName: APPLICATION, max: 2 });
  const open = async (choice: EventStoreChoice): Promise<Opened> => ({
    ...(await openRawStore(choice, pool)),
    identity: storeIdentity(choice),
  });
  try {
    return await withClient(url, async (client) => {
      const [source, target] = directionOf(await followedStore(client), eventStoreDb, kind);
      const from = await open(source);
      try {
        const to = await open(target);
        return await work(client, from, to).finally(() => to.store.close());
      } finally {
        await from.store.close();
      }
    });
  } finally {
    await pool.end();
  }
}

/** From the store that the installation works on. @throws {StartupError} it is none of the two, or the target already */
function directionOf(
  followed: string,
  eventStoreDb: EventStoreChoice,
  kind: EventsMove['to'] | 'other',
): [EventStoreChoice, EventStoreChoice] {
  const source = [POSTGRES, eventStoreDb].find((choice) => storeIdentity(choice) === followed);
  if (!source)
    throw new StartupError(
      `The events of this installation are in "${followed}": set EVENTSTOREDB_PREFIX to its prefix.`,
    );
  if (source.kind === kind)
    throw new StartupError(`The events of this installation are in "${followed}" already.`);
  return source.kind === 'postgres' ? [source, eventStoreDb] : [source, POSTGRES];
}

/** @throws {StartupError} */
async function followedStore(client: pg.Client): Promise<string> {
  await requireInstallation(client);
  const followed = await followedStoreOf(client);
  if (followed !== undefined) return followed;
  throw new StartupError('The service has never been started on this database: there is nothing to move.');
}
