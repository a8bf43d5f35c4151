import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
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
