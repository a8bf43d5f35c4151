import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId, START, type Tenant } from '#kernel';
import { RECEIPT_STREAM, type Command } from '#contracts';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { at, commandOf, creating, customer, newTenant, openReceipts } from './receipt/testing.js';
import { receiptsRecovery } from './recovery.js';
import { receiptsService } from './service.js';

/** What the events of receipts say of rows, folios and keys, put into a database that lacks it. */

let bench: Bench;
let tenant: Tenant;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([receiptsService]));
});
afterAll(() => bench.dispose());
beforeEach(() => {
  tenant = newTenant();
});

const send = (command: Command) => openReceipts(bench.another()).send(command);
const sell = async (idempotency_key: string | null = null): Promise<string> => {
  const id = newId();
  await send(commandOf(tenant, 'receipts.create', id, creating({ idempotency_key })));
  return id;
};
const assign = (id: string) => send(commandOf(tenant, 'receipts.assign-customer', id, { customer }));
/** What a process does that dies right after its event. */
const assignOnly = (id: string) =>
  bench.store.append(
    RECEIPT_STREAM + id,
    0,
    [{ id: randomUUID(), type: 'ReceiptCustomerAssigned', data: { customer, at } }],
    { ...tenant, ...{ commandId: randomUUID(), correlationId: 'c', actor: 'test' } },
  );
const restore = async (): Promise<void> => {
  const { pool, store } = bench;
  const { events } = await store.readFeedOf(receiptsRecovery.streams, START, 500);
  await receiptsRecovery.restore({ pool, store }, events);
};
const ours = async (what: string, from: string): Promise<unknown[]> =>
  (
    await bench.pool.query(
      `SELECT ${what} FROM receipts.${from} AS r WHERE organization_id = $1 ORDER BY 1`,
      [tenant.organizationId],
    )
  ).rows;
const tables = async () => ({
  receipts: await ours("to_jsonb(r) - 'made_at' AS row", 'receipts'),
  folios: await ours('next', 'folio_counters'),
  keys: await ours('key, holder', 'idempotency_keys'),
});
const remove = (table: string) =>
  bench.pool.query(`DELETE FROM receipts.${table} WHERE organization_id = $1`, [tenant.organizationId]);

it('what is missing is as it was: changed receipts, folios, keys', async () => {
  await assign(await sell('k'));
  await sell();
  const before = await tables();
  expect(before.folios).toEqual([{ next: '3' }]);
  for (const table of ['receipts', 'folio_counters', 'idempotency_keys']) await remove(table);
  await restore();
  await restore();
  expect(await tables()).toEqual(before);
});

it('where nothing is missing nothing changes', async () => {
  await assign(await sell('k'));
  const before = [await tables(), await ours('*', 'folio_counters'), await ours('*', 'idempotency_keys')];
  await restore();
  expect([await tables(), await ours('*', 'folio_counters'), await ours('*', 'idempotency_keys')]).toEqual(
    before,
  );
});

it('a row that shows less than its stream is brought up to date, unless somebody holds it', async () => {
  const [free, held] = [await sell(), await sell()];
  const { rows } = openReceipts(bench.another());
  await rows.hold(tenant, held, 'change:another');
  for (const id of [free, held]) await assignOnly(id);
  await restore();
  expect(await rows.find(tenant, free)).toMatchObject({ revision: 1, holder: null, content: { customer } });
  expect(await rows.find(tenant, held)).toMatchObject({ revision: 0, holder: 'change:another' });
});

it('a key that was claimed since stays with who claimed it', async () => {
  await sell('k');
  await bench.pool.query(
    "UPDATE receipts.idempotency_keys SET holder = 'another', claimed_at = now() WHERE organization_id = $1",
    [tenant.organizationId],
  );
  await restore();
  expect(await ours('holder', 'idempotency_keys')).toEqual([{ holder: 'another' }]);
});
