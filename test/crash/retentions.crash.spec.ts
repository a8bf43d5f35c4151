import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '#bus/testing/until';
import { MASTER_KEY } from '../support/app.js';
import { retention } from '../support/bodies.js';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { PatientClient, type Answer, type StampDoc } from './client.js';
import { killAt } from './held-write.js';
import { retentionComplaints, type RetentionDoc } from './retention-checks.js';
import { CrashingService } from './service.js';

const EVENTS = 'event_store.events';
const ROWS = 'gateway.retentions';

/** Kills the service (kill -9) at each thing that is written of a retention, from its creation to its stamp and its cancellation. */
describe('kill -9 on the way of a retention', () => {
  let dataDir: string;
  let database: TestDatabase;
  let db: pg.Client;
  let service: CrashingService;
  let client: PatientClient;

  beforeAll(async () => {
    [dataDir, database] = await Promise.all([temporaryDataFolder(), freshDatabase()]);
    db = new pg.Client({ connectionString: database.url });
    await db.connect();
    service = new CrashingService(dataDir, { DATABASE_URL: database.url, TIMBRA_MASTER_KEY: MASTER_KEY });
    client = new PatientClient(service);
    await service.start();
  }, 120_000);

  afterAll(async () => {
    await service.kill('service');
    await db.end();
    await database.drop();
    await removeDataFolder(dataDir);
  });

  const made: string[] = [];
  let locks = 300;
  const read = async (id: string): Promise<RetentionDoc> =>
    (await client.send(`GET /retentions/${id}`)).body as RetentionDoc;
  /** Refreshed until it is in the state: what was asked for comes to its end by whoever is up. */
  const becomes = (id: string, status: RetentionDoc['status']): Promise<void> =>
    until(async () => {
      await client.send(`PUT /retentions/${id}/status`);
      return (await read(id)).status === status;
    }, 60_000);
  /** A request that is sent once, whose answer may be lost with the service. */
  const once = async (method: string, path: string, body?: object): Promise<unknown> => {
    const { base_url, test_key } = await service.facts();
    const answer = await fetch(base_url + path, {
      method,
      headers: { authorization: `Bearer ${test_key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  /** Makes it as a client does that was not answered: the same request again, which finds it or makes it. */
  const make = async (key: string): Promise<string> => {
    const { status, body } = await client.send('POST /retentions', bodyOf(key));
    if (status !== 409) {
      expect([200, 202]).toContain(status);
      return body.id as string;
    }
    expect(body.code).toBe('idempotency_key_in_use');
    return body.resource_id as string;
  };
  const bodyOf = (key: string): object => retention({ idempotency_key: key });
  const killed = (table: string, when: string, work: () => Promise<unknown>) =>
    killAt({ db, service, lock: (locks += 1) }, { table, when }, work);

  it.each([
    ['before its key is claimed', 'invoicing.retention_keys', 'TRUE'],
    ['between the claim and the retention', EVENTS, "NEW.type = 'RetentionIssued'"],
    ['before the provider is asked', EVENTS, "NEW.type = 'StampSealed'"],
    ['between the provider and what is known of it', EVENTS, "NEW.type = 'StampObtained'"],
    ['before it hears of its stamp', EVENTS, "NEW.type = 'RetentionStamped'"],
    ['before its row shows it', ROWS, "NEW.status = 'valid'"],
  ] as const)(
    'it is stamped once: %s',
    async (step, table, when) => {
      await killed(table, when, () => once('POST', '/retentions', bodyOf(step)));
      const id = await make(step);
      made.push(id);
      await becomes(id, 'valid');
    },
    180_000,
  );

  it.each([
    ['before it is asked for', EVENTS, "NEW.type = 'RetentionCancellationRequested'"],
    ['between the authority and what is known of it', EVENTS, "NEW.type = 'CancellationAccepted'"],
    ['before the retention hears of it', EVENTS, "NEW.type = 'RetentionCanceled'"],
    ['before its row shows it', ROWS, "NEW.status = 'canceled'"],
  ] as const)(
    'it is canceled once: %s',
    async (step, table, when) => {
      const id = await make(`cancel ${step}`);
      made.push(id);
      await becomes(id, 'valid');
      await killed(table, when, () => once('DELETE', `/retentions/${id}`));
      const { status, body }: Answer = await client.send(`DELETE /retentions/${id}`);
      if (status === 409)
        expect(['retention_not_cancelable', 'invoice_cancellation_in_progress']).toContain(body.code);
      await becomes(id, 'canceled');
    },
    180_000,
  );

  it('each is there, with one stamp in the ledger of the provider, and no stamp is of none', async () => {
    const retentions = await client.allByCursor<RetentionDoc>('/retentions');
    expect(retentions.map(({ id }) => id).sort()).toEqual([...new Set(made)].sort());
    const stamps = await client.all<StampDoc>('/sandbox/stamps');
    expect(retentionComplaints(retentions, stamps)).toEqual([]);
    expect(stamps).toHaveLength(made.length);
  }, 120_000);
});
