import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { allServices } from '#apps/standalone/src/services';
import { findMissingDocuments } from '#apps/standalone/src/missing-documents';
import type { NamedContent } from '#eventing';
import { createPool } from '#hosting';
import { until } from '#bus/testing/until';
import { ofItsPast } from '../e2e/examples/invoices.js';
import type { ExampleRun } from '../e2e/examples/run.js';
import { documentForm } from '../support/imports.js';
import { startApp, type Json, type TestApp } from '../support/app.js';
import { inParts, invoice, payment, retention, sale, universidad } from '../support/bodies.js';
import { copyOf, freshDatabase, type TestDatabase } from '../support/database.js';

/** A database that was restored from its backup, beside an EventStoreDB that was not: what was made since is in the streams alone. */

let double: EventStoreDbDouble;
const databases: TestDatabase[] = [];
let app: TestApp;
/** Before the backup, and after it. */
let before: Json;
let later: Json;
let paid: Json;
let kept: Json;
/** Made before the backup, and canceled after it. */
let canceled: Json;
/** Issued elsewhere, and imported after the backup. */
let imported: Json;
let laterXml: Buffer;
let sold: Json;
/** Sold before the backup, and invoiced after it. */
let invoiced: Json;

const start = ({ url }: TestDatabase): Promise<TestApp> =>
  startApp({
    DATABASE_URL: url,
    TIMBRA_EVENT_STORE: 'eventstoredb',
    EVENTSTOREDB_URL: double.url,
    EVENTSTOREDB_PREFIX: 'restored',
  });
const take = async (making: Promise<TestDatabase>): Promise<TestDatabase> => {
  const database = await making;
  databases.push(database);
  return database;
};

beforeAll(async () => {
  double = await EventStoreDbDouble.start();
  const database = await take(freshDatabase());
  app = await start(database);
  before = await app.post('/invoices', invoice({ series: 'R', idempotency_key: 'before' }));
  canceled = await app.post('/invoices', invoice({ series: 'C' }));
  const past = await ofItsPast({ app } as ExampleRun);
  invoiced = await app.post('/receipts', sale());
  await app.close();
  const backup = await take(copyOf(database));
  app = await start(database);
  later = await app.post('/invoices', invoice({ series: 'R', idempotency_key: 'later' }));
  await app.post('/invoices', invoice({ series: 'OTHER' }));
  paid = await app.post('/invoices', inParts({ series: 'R' }));
  await app.post('/invoices', payment({ payment_form: '03', invoice: paid.id, amount: 1000 }));
  kept = await app.post('/retentions', retention({ idempotency_key: 'retained' }));
  sold = await app.post('/receipts', sale({ idempotency_key: 'sold' }));
  await app.post(`/receipts/${invoiced.id}/invoice`, { customer: universidad });
  await app.del(`/invoices/${canceled.id}?motive=02`);
  imported = await app.post('/invoices/import', documentForm(past));
  laterXml = (await app.api('GET', `/invoices/${later.id}/xml`)).bytes;
  await app.close();
  app = await start(backup);
});
afterAll(async () => {
  await app.close();
  for (const database of databases) await database.drop();
  await double.stop();
});

describe('a database from before the newest events', () => {
  it('gives no folio again, in no series', async () => {
    expect([before.folio_number, later.folio_number, paid.folio_number]).toEqual([1, 2, 3]);
    expect(await app.post('/invoices', invoice({ series: 'R' }))).toMatchObject({ folio_number: 4 });
    expect(await app.post('/invoices', invoice({ series: 'OTHER' }))).toMatchObject({ folio_number: 2 });
  });

  it('gives no idempotency key again', async () => {
    for (const [path, body, id] of [
      ['/invoices', invoice({ idempotency_key: 'before' }), before.id],
      ['/invoices', invoice({ idempotency_key: 'later' }), later.id],
      ['/retentions', retention({ idempotency_key: 'retained' }), kept.id],
    ] as const)
      expect(await app.api('POST', path, body)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_in_use', resource_id: id },
      });
  });

  it('lets nobody pay more than is due, and goes on with the next number', async () => {
    const pay = (amount: number) =>
      app.api('POST', '/invoices', payment({ payment_form: '03', invoice: paid.id, amount }));
    expect(await pay(161)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'amount_exceeds_related_document_balance' }] },
    });
    const last = await pay(160);
    expect(last.body.complements[0].data[0].related_documents).toMatchObject([
      { installment: 2, last_balance: 160 },
    ]);
    expect(await app.get(`/invoices/${paid.id}`)).toMatchObject({ amount_due: 0, payment_status: 'paid' });
  });

  it('has the receipts of since, their folios and keys, and invoices none of before again', async () => {
    expect([invoiced.folio_number, sold.folio_number]).toEqual([1, 2]);
    expect(await app.get(`/receipts/${sold.id}`)).toMatchObject({ key: sold.key, status: 'open' });
    expect(await app.post('/receipts', sale())).toMatchObject({ folio_number: 3 });
    expect(await app.api('POST', '/receipts', sale({ idempotency_key: 'sold' }))).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_in_use', resource_id: sold.id },
    });
    const invoice = (id: string) => app.api('POST', `/receipts/${id}/invoice`, { customer: universidad });
    expect((await invoice(invoiced.id as string)).status).toBe(409);
    expect(await invoice(sold.id as string)).toMatchObject({ status: 200, body: { status: 'valid' } });
  });
});

describe('documents that the database lacks', () => {
  const missing = async (): Promise<readonly NamedContent[]> => {
    const found: NamedContent[] = [];
    const contents = allServices.flatMap((service) => service.contents ?? []);
    const { pool, store } = app.runtime;
    const count = await findMissingDocuments({ pool, store }, contents, (one) => found.push(one));
    expect(count).toBe(found.length);
    return found;
  };
  const names = (all: readonly NamedContent[]) => all.map(({ kind, id, file }) => `${kind} ${id} ${file}`);
  const lost = { status: 410, body: { code: 'document_lost' } };

  it('are named at the start, those of before not', () => {
    const told = app
      .bugs()
      .map((line) => JSON.parse(line) as { recovery?: string; missing: number; documents: string[] })
      .filter(({ recovery }) => recovery === 'invoicing.contents');
    expect(told).toHaveLength(1);
    // Five invoices, that of the receipt and the imported one among them, the retention, and an acuse.
    expect(told[0]?.missing).toBe(7 + 1);
    expect(told[0]?.documents).toEqual(
      expect.arrayContaining([
        `invoice ${later.id} xml`,
        `invoice ${imported.id} xml`,
        `retention ${kept.id} xml`,
        `invoice ${canceled.id} acuse`,
      ]),
    );
    expect(told[0]?.documents.join()).not.toContain(before.id);
    expect(app.bugs().filter((line) => line.includes('stamping.contents'))).toHaveLength(1);
  });

  it('come back where they can be signed again, byte for byte, and the others are listed for the operator', async () => {
    await until(async () => (await missing()).length <= 2, 60_000).catch(() => undefined);
    expect(names(await missing()).toSorted()).toEqual(
      [`invoice ${imported.id} xml`, `invoice ${canceled.id} acuse`].toSorted(),
    );
    expect((await app.api('GET', `/invoices/${later.id}/xml`)).bytes).toEqual(laterXml);
  });

  it.each(['xml', 'pdf', 'zip'])('are refused as %s, in a way of their own', async (format) => {
    expect(await app.api('GET', `/invoices/${imported.id}/${format}`)).toMatchObject(lost);
    expect((await app.api('GET', `/invoices/${before.id}/${format}`)).status).toBe(200);
  });

  it.each(['xml', 'pdf'])('and so is the acuse as %s', async (format) => {
    const path = `/invoices/${canceled.id}/cancellation_receipt/${format}`;
    expect(await app.api('GET', path)).toMatchObject(lost);
  });

  it('are handed out again once somebody has put them back', async () => {
    const one = (await missing()).find(({ id }) => id === imported.id);
    const from = createPool(databases[0]?.url ?? '', { max: 1, applicationName: 'test' });
    const { rows } = await from.query<{ sealed: Buffer }>(
      'SELECT sealed FROM platform.contents WHERE key = $1',
      [one?.key],
    );
    await from.end();
    await app.runtime.pool.query(
      'INSERT INTO platform.contents (organization_id, livemode, key, sealed) VALUES ($1, $2, $3, $4)',
      [one?.tenant.organizationId, one?.tenant.livemode, one?.key, rows[0]?.sealed],
    );
    expect((await app.api('GET', `/invoices/${imported.id}/xml`)).body).toContain(imported.uuid);
    expect(names(await missing())).toEqual([`invoice ${canceled.id} acuse`]);
  });
});
