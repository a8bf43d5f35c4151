import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { MASTER_KEY } from '../support/app.js';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { PatientClient } from './client.js';
import { killAt } from './held-write.js';
import { CrashingService } from './service.js';

/** A service that is killed, its client, and a look into its database. */
export interface CrashStage {
  readonly db: pg.Client;
  readonly service: CrashingService;
  readonly client: PatientClient;
  /** Starts one more process over the same database. */
  another(): Promise<CrashingService>;
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
  let db: pg.Client;
  let service: CrashingService;
  let client: PatientClient;
  let locks = 100;
  const others: { readonly service: CrashingService; readonly folder: string }[] = [];
  const serviceIn = (folder: string): CrashingService =>
    new CrashingService(folder, {
      ...{ DATABASE_URL: database.url, TIMBRA_MASTER_KEY: MASTER_KEY },
      ...settings,
    });

  beforeAll(async () => {
    [dataDir, database] = await Promise.all([temporaryDataFolder(), freshDatabase()]);
    db = new pg.Client({ connectionString: database.url });
    await db.connect();
    service = serviceIn(dataDir);
    client = new PatientClient(service);
    await service.start();
  }, 120_000);

  afterAll(async () => {
    await Promise.all([service, ...others.map((other) => other.service)].map((one) => one.kill('service')));
    await db.end();
    await database.drop();
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
    killed: (table, when, work) => killAt({ db, service, lock: (locks += 1) }, { table, when }, work),
  };
}
