import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import type { EventStore } from '#event-store';
import { MASTER_KEY } from '../support/app.js';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { heldEventStore, type TestEventStore } from '../support/event-store.js';
import { readEvents, withEventStore, type SeenEvent } from '../support/events.js';
import { PatientClient } from './client.js';
import { holdOf, killAt, type Hold } from './held-write.js';
import { CrashingService } from './service.js';

/** A service that is killed, its client, and a look into its database. */
export interface CrashStage {
  readonly db: pg.Client;
  readonly service: CrashingService;
  readonly client: PatientClient;
  /** Starts one more process over the same database. */
  another(): Promise<CrashingService>;
  /** All events, wherever they are. */
  events(): Promise<readonly SeenEvent[]>;
  /** The store that they are in, beside the service. */
  withStore<T>(work: (store: EventStore) => Promise<T>): Promise<T>;
  /** Holds a write back: its writer is put to sleep or killed there. */
  readonly hold: Hold;
  /** Does something, and kills the service (kill -9) before one of its writes: see {@link killAt}. */
  killed(table: string, when: string, work: () => Promise<unknown>): Promise<void>;
}

/**
 * Sets a stage up before the specs of a suite, and takes it down after them; it may be used within them. `settings`: of the
 * service's environment.
 */
export function useCrashStage(settings: Readonly<Record<string, string>> = {}): CrashStage {
  let dataDir: string;
  let database: TestDatabase;
  let store: TestEventStore;
  let db: pg.Client;
  let hold: Hold;
  let service: CrashingService;
  let client: PatientClient;
  const others: { readonly service: CrashingService; readonly folder: string }[] = [];
  const serviceIn = (folder: string): CrashingService =>
    new CrashingService(folder, {
      ...{ DATABASE_URL: database.url, TIMBRA_MASTER_KEY: MASTER_KEY },
      ...store.env,
      ...settings,
    });

  beforeAll(async () => {
    [dataDir, database, store] = await Promise.all([
      temporaryDataFolder(),
      freshDatabase(),
      heldEventStore(),
    ]);
    db = new pg.Client({ connectionString: database.url });
    await db.connect();
    hold = holdOf(db, { databaseUrl: database.url, double: store.double });
    service = serviceIn(dataDir);
    client = new PatientClient(service);
    await service.start();
  }, 120_000);

  afterAll(async () => {
    await Promise.all([service, ...others.map((other) => other.service)].map((one) => one.kill('service')));
    await db.end();
    await Promise.all([database.drop(), store.stop()]);
    for (const folder of [dataDir, ...others.map((other) => other.folder)]) await removeDataFolder(folder);
  });

  return {
    get db() {
      return db;
    },
    get service() {
      return service;
    },
    get client() {
      return client;
    },
    another: async () => {
      const folder = await temporaryDataFolder();
      const other = serviceIn(folder);
      others.push({ service: other, folder });
      await other.start();
      return other;
    },
    events: () => withEventStore(database.url, store.choice, readEvents),
    withStore: (work) => withEventStore(database.url, store.choice, work),
    get hold() {
      return hold;
    },
    killed: async (table, when, work) => killAt(service, await hold(table, when), work),
  };
}
