import { afterAll, beforeAll } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '#bus/testing/until';
import {
  startFinkok,
  startSat,
  startSw,
  type FinkokDouble,
  type SatDouble,
  type SwDouble,
} from '../../doubles/index.js';
import { MASTER_KEY } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import { removeDataFolder, temporaryDataFolder } from '../../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { heldEventStore, type TestEventStore } from '../../support/event-store.js';
import { readEvents, withEventStore, type SeenEvent } from '../../support/events.js';
import { makeLiveIssuer } from '../../support/live-issuer.js';
import { PatientClient, type InvoiceDoc } from '../client.js';
import { holdOf, killAt, type Hold } from '../held-write.js';
import { CrashingService } from '../service.js';

/** Milliseconds. */
export const TIMES = { timeout: 1_500, retry: 100, settle: 2_000 } as const;
/** The PACs of the installation, in their order: SW is asked by sending again, Finkok by a question. */
export const ORDER = ['sw', 'finkok'] as const;

/** A service in Live over doubles, which is killed and put to sleep, and a look into its database. */
export interface LiveStage {
  readonly sat: SatDouble;
  readonly sw: SwDouble;
  readonly finkok: FinkokDouble;
  readonly service: CrashingService;
  readonly client: PatientClient;
  readonly key: string;
  /** Asks once; the answer may be lost with the service. */
  ask(request: string, body?: object): Promise<void>;
  /** Kills the service before one of its writes: see {@link killAt}. */
  killedAt(table: string, when: string, work: () => Promise<void>): Promise<void>;
  /** Kills the service when something is so that the doubles see. Faults end with it. */
  killedWhen(isSo: () => boolean, work: () => Promise<void>): Promise<void>;
  readonly hold: Hold;
  /** All events, wherever they are. */
  events(): Promise<readonly SeenEvent[]>;
  /** Rows of the service's database. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** The invoice of a key: made now, or by an earlier request whose answer was lost. */
  make(key: string): Promise<string>;
  /** Refreshed until it is in the state. */
  becomes(id: string, status: InvoiceDoc['status']): Promise<InvoiceDoc>;
}

export const bodyOf = (key: string): object => invoice({ external_id: key, idempotency_key: key });

/** Sets it up before the specs of a suite, and takes it down after them; it may be used within them. */
export function useLiveStage(): LiveStage {
  let stage: LiveStage | undefined;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'timbra-live-crash-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const [dataDir, database, store] = await Promise.all([
      temporaryDataFolder(),
      freshDatabase(),
      heldEventStore(),
    ]);
    closing.push(
      () => removeDataFolder(dataDir),
      () => database.drop(),
      () => store.stop(),
    );
    stage = await open({ dataDir, database, store, folder, closing });
  }, 120_000);

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return new Proxy({} as LiveStage, {
    get: (_, name) => {
      if (!stage) throw new Error('the stage is set up before the specs, and used within them');
      return Reflect.get(stage, name);
    },
  });
}

interface Ground {
  readonly dataDir: string;
  readonly database: TestDatabase;
  readonly store: TestEventStore;
  readonly folder: string;
  /** How everything is closed, the last one first. */
  readonly closing: (() => Promise<unknown>)[];
}

async function open({ dataDir, database, store, folder, closing }: Ground): Promise<LiveStage> {
  const sat = await startSat();
  const [sw, finkok] = await Promise.all([startSw({ sat }), startFinkok({ sat })]);
  closing.push(() => Promise.all([sw, finkok, sat].map((double) => double.close())));
  const roots = join(folder, 'roots.pem');
  await writeFile(roots, sat.world.roots);
  const db = new pg.Client({ connectionString: database.url });
  await db.connect();
  closing.push(() => db.end());
  const service = new CrashingService(dataDir, {
    ...{ DATABASE_URL: database.url, TIMBRA_MASTER_KEY: MASTER_KEY, TIMBRA_PACS: ORDER.join(',') },
    ...store.env,
    ...{ TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url, TIMBRA_SW_TOKEN: sw.token },
    ...{ TIMBRA_FINKOK_URL: finkok.url, TIMBRA_FINKOK_USER: finkok.user },
    ...{ TIMBRA_FINKOK_PASSWORD: finkok.password, TIMBRA_SAT_ROOTS: roots },
    ...{ TIMBRA_SAT_CERTIFICATES_URL: sat.url, TIMBRA_SAT_STATUS_URL: `${sat.url}/ConsultaCFDIService.svc` },
    ...{ TIMBRA_PAC_TIMEOUT_MS: `${TIMES.timeout}`, TIMBRA_PAC_RETRY_MS: `${TIMES.retry}` },
    ...{ TIMBRA_SAT_DOWNLOAD_URL: sat.url, TIMBRA_SAT_DOWNLOAD_PAUSE_MS: '50' },
    TIMBRA_PAC_SETTLE_MS: `${TIMES.settle}`,
  });
  closing.push(() => service.kill('service'));
  await service.start();
  const key = await makeLiveIssuer(await service.facts(), sat.world);
  const client = new PatientClient(service, key);
  const hold = holdOf(db, { databaseUrl: database.url, double: store.double });
  const clear = (): void => [sw, finkok].forEach(({ faults }) => faults.clear());

  const ask = async (request: string, body?: object): Promise<void> => {
    // Whoever is at work when it is killed asks for nothing more: the next process is started when that work has ended.
    if (!service.dying) await client.once(request, body).catch(() => undefined);
  };
  return {
    ...{ sat, sw, finkok, service, client, key, ask },
    killedAt: async (table, when, work) =>
      killAt(service, await hold(table, when), async () => {
        await work();
        // The next process meets PACs that are well: what it thinks of them is then the same in each test.
        clear();
      }),
    killedWhen: async (isSo, work) => {
      const asked = work();
      await until(isSo);
      await service.kill('service');
      await asked;
      clear();
      await service.start();
    },
    query: async (sql, values = []) => (await db.query(sql, [...values])).rows,
    hold,
    events: () => withEventStore(database.url, store.choice, readEvents),
    make: async (name) => {
      const { status, body } = await client.send('POST /invoices', bodyOf(name));
      if (status === 200 || status === 202) return body.id as string;
      if (status !== 409 || body.code !== 'idempotency_key_in_use')
        throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
      return body.resource_id as string;
    },
    becomes: async (id, wanted) => {
      let found: InvoiceDoc | undefined;
      await until(async () => {
        await client.send(`PUT /invoices/${id}/status`);
        found = (await client.send(`GET /invoices/${id}`)).body as InvoiceDoc;
        return found.status === wanted;
      });
      if (found === undefined) throw new Error('not read');
      return found;
    },
  };
}
