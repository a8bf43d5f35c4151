import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, startEmbeddedPostgres } from '#hosting';
import { compareWithFold } from '#eventing/projections/compare';
import { allServices } from '#apps/standalone/src/services';
import { testEventStore, type TestEventStore } from '../support/event-store.js';
import { withEventStore } from '../support/events.js';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';
import { brokenPromises, ledgerDifferences, readBooks, settle, sharedByTwo, type Books } from './checks.js';
import { PatientClient } from './client.js';
import { Load } from './load.js';
import { seededRandom } from './seed.js';
import { CrashingService } from './service.js';

const KILLS = Number(process.env['TIMBRA_CRASH_KILLS'] ?? 3);
const SEED = Number(process.env['TIMBRA_CRASH_SEED'] ?? 20_261_121);

/**
 * Kills the built service (kill -9), every third time its database with it, at random moments under load,
 * and looks at the end whether anything was lost, done twice, or left undone.
 */
describe(`${KILLS} times kill -9 under load (TIMBRA_CRASH_SEED=${SEED})`, () => {
  let dataDir: string;
  let events: TestEventStore;
  let service: CrashingService;
  let client: PatientClient;
  let load: Load;
  let unsettled: readonly string[];
  let books: Books;

  beforeAll(
    async () => {
      [dataDir, events] = await Promise.all([temporaryDataFolder(), testEventStore()]);
      service = new CrashingService(dataDir, events.env);
      client = new PatientClient(service);
      await service.start();
      load = new Load(client, SEED);
      const random = seededRandom(SEED);
      for (let n = 1; n <= KILLS; n += 1) {
        await sleep(random.between(200, 1_800));
        // However slow the machine is, each kill meets a service that has made something, and canceled some of it.
        await load.until((wishes) => wishes.length > n * 11 && wishes.some(({ canceled }) => canceled));
        if (n % 5 === 4) {
          await service.killDatabase();
          continue;
        }
        await service.kill(n % 3 === 0 ? 'service and database' : 'service');
        await service.start();
      }
      await load.stop();
      unsettled = await settle(client);
      books = await readBooks(client);
    },
    240_000 + KILLS * 15_000,
  );

  afterAll(async () => {
    await service.kill('service');
    await events.stop();
    await removeDataFolder(dataDir);
  });

  it('had something to lose', () => {
    const lostAnswers = client.journal.filter(({ tries }) => tries > 1);
    const { invoices, stamps } = books;
    console.log(
      `seed ${SEED}: ${KILLS} kills, ${client.journal.length} requests, ${lostAnswers.length} of them without ` +
        `an answer at first, ${invoices.length} invoices, ${stamps.length} stamps`,
    );
    expect(invoices.length).toBeGreaterThan(KILLS * 10);
    expect(lostAnswers.length).toBeGreaterThan(KILLS);
    expect(load.wishes.filter(({ canceled }) => canceled).length).toBeGreaterThan(0);
  });

  it('never answered with a fault of its own', () => {
    expect(client.journal.filter(({ answer }) => answer.status >= 500)).toEqual([]);
  });

  it('settled everything that was pending', () => {
    expect(unsettled).toEqual([]);
  });

  it('lost no invoice and changed none', () => {
    expect(brokenPromises(load.wishes, books)).toEqual([]);
  });

  it('made one invoice for each request, however often it came', () => {
    const asked = new Set(load.wishes.map(({ external_id }) => external_id));
    expect(books.invoices.map(({ external_id }) => external_id).filter((id) => !asked.has(id ?? ''))).toEqual(
      [],
    );
    expect(books.invoices).toHaveLength(load.wishes.length);
  });

  it('used no folio, key or reference twice', () => {
    expect(sharedByTwo(books)).toEqual([]);
  });

  it('stamped each invoice once, by the ledger of the provider', () => {
    expect(ledgerDifferences(books)).toEqual([]);
  });

  it('keeps read models that are the fold of their streams', async () => {
    await service.stop();
    const database = await startEmbeddedPostgres({ dataDir });
    const pool = createPool(database.url, { max: 4, applicationName: 'timbra-crash-test' });
    try {
      await withEventStore(database.url, events.choice, async (store) => {
        for (const projection of allServices.flatMap(({ projections }) => projections))
          expect({
            [projection.name]: await compareWithFold({ pool, store, projection }),
          }).toEqual({ [projection.name]: [] });
      });
    } finally {
      await pool.end();
      await database.stop();
    }
  });
});
