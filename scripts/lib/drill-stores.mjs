import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** Events in the database of the installation: a backup of it has them. */
const inDatabase = {
  settings: {},
  backUp: () => () => inDatabase,
  stop: () => undefined,
};

/** Events in EventStoreDB: its double, in this process, which survives those of the service. A backup is a copy of its log. */
const startEventStoreDb = async (log) => {
  const { EventStoreDbDouble } = await import(
    pathToFileURL(join(root, 'dist/libs/event-store/src/testing/eventstoredb/double.js')).href
  );
  const double = await EventStoreDbDouble.start({ log });
  return {
    /** On each server another port. */
    settings: { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: double.url },
    count: () => double.log.all.filter(({ stream }) => stream.startsWith('timbra.')).length,
    /** Gives what starts another server with what is here at this moment. */
    backUp: () => {
      const copy = double.log.copy();
      return () => startEventStoreDb(copy);
    },
    stop: () => double.stop(),
  };
};

/** Where the events of the drill are. */
export const openStore = (kind) => (kind === 'eventstoredb' ? startEventStoreDb() : inDatabase);
