import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, START, writePosition, type Tenant } from '#kernel';
import type { Command, CommandOutcome } from '#contracts';
import { placeAt } from '#eventing/feed/place';
import { CheckpointMoved } from '#bus';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { receiptsService } from '../service.js';
import { RowRepairs } from './repairs.js';
import { at, commandOf, creating, customer, newTenant, openReceipts } from './testing.js';

let bench: Bench;
let tenant: Tenant;
let id: string;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([receiptsService]));
  tenant = newTenant();
});
afterAll(() => bench.dispose());

const open = (claimGraceMs = 0) => openReceipts({ ...bench.another(), claimGraceMs });
const send = (command: Command, process = open()) => process.send(command);
const cancel = (over: Partial<Command> = {}) => commandOf(tenant, 'receipts.cancel', id, {}, over);
const assign = (over: Partial<Command> = {}) =>
  commandOf(tenant, 'receipts.assign-customer', id, { customer }, over);
const row = async () => (await open().rows.find(tenant, id))!;
const eventsOf = async (stream = `receipt-${id}`) => (await bench.store.read(stream)).map(({ type }) => type);
const codeOf = (outcome: CommandOutcome) => (outcome.ok ? 'ok' : outcome.refusal.code);
const metadata = (command: Command) => ({
  ...tenant,
  ...{ commandId: command.id, correlationId: 'c', actor: 'test' },
});
/** What a process does that dies right after its event. */
const appendOnly = (command: Command) =>
  bench.store.append(
    `receipt-${id}`,
    0,
    [{ id: randomUUID(), type: 'ReceiptCustomerAssigned', data: { customer, at } }],
    metadata(command),
  );

beforeEach(async () => {
  id = newId();
  await send(commandOf(tenant, 'receipts.create', id, creating()));
});

describe('a change of a receipt', () => {
  it('shows in its row at once, and nobody holds it afterwards', async () => {
    expect(codeOf(await send(assign()))).toBe('ok');
    expect(await row()).toMatchObject({ revision: 1, holder: null, held_at: null, content: { customer } });
    expect(codeOf(await send(cancel()))).toBe('ok');
    expect(await row()).toMatchObject({ revision: 2, status: 'canceled', holder: null });
  });

  it('is done once, however often its command comes', async () => {
    const command = cancel();
    const outcomes = await Promise.all([open(), open(), open()].map((one) => send(command, one)));
    outcomes.push(await send(command));
    expect(outcomes.map(codeOf)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await eventsOf()).toEqual(['ReceiptIssued', 'ReceiptCanceled']);
  });

  it('that is refused, or changes nothing, lets go of it', async () => {
    await send(assign());
    expect(codeOf(await send(assign()))).toBe('ok');
    expect(await row()).toMatchObject({ revision: 1, holder: null });
    await send(cancel());
    expect(codeOf(await send(cancel()))).toBe('receipt_not_open');
    expect(await row()).toMatchObject({ revision: 2, holder: null });
  });

  it('is refused of what is not there, or another tenant’s', async () => {
    const theirs = newTenant();
    expect(codeOf(await send(commandOf(theirs, 'receipts.cancel', id)))).toBe('receipt_not_found');
    expect(codeOf(await send(commandOf(tenant, 'receipts.cancel', newId())))).toBe('receipt_not_found');
    expect((await row()).status).toBe('open');
  });

  it('happens at the revision that the caller has seen, or is refused', async () => {
    expect(codeOf(await send(assign({ ifRevision: [3] })))).toBe('precondition_failed');
    const seen = assign({ ifRevision: [0] });
    expect(codeOf(await send(seen))).toBe('ok');
    expect(codeOf(await send(seen))).toBe('ok');
    expect(codeOf(await send(cancel({ ifRevision: [0] })))).toBe('precondition_failed');
    expect(await row()).toMatchObject({ revision: 1, holder: null });
  });

  it('of ten at the same time loses none', async () => {
    const outcomes = await Promise.all([
      ...Array.from({ length: 9 }, () => send(assign(), open(60_000))),
      send(cancel(), open(60_000)),
    ]);
    expect(outcomes.map(codeOf).filter((code) => !['ok', 'receipt_not_open'].includes(code))).toEqual([]);
    expect((await eventsOf()).at(-1)).toBe('ReceiptCanceled');
    expect(await row()).toMatchObject({ status: 'canceled', holder: null });
  });
});

describe('a receipt that somebody holds', () => {
  it('who died before the event: that is ruled out by an event, and the next one changes it', async () => {
    const dead = assign();
    await open().rows.hold(tenant, id, `change:${dead.id}`);
    expect(codeOf(await send(cancel()))).toBe('ok');
    expect(await eventsOf()).toEqual(['ReceiptIssued', 'ReceiptChangesForgone', 'ReceiptCanceled']);
    expect(codeOf(await send(dead))).toBe('receipt_not_open');
    expect(await row()).toMatchObject({ revision: 2, status: 'canceled', holder: null });
  });

  it('who died after the event: it counts', async () => {
    const dead = assign();
    await open().rows.hold(tenant, id, `change:${dead.id}`);
    await appendOnly(dead);
    expect(codeOf(await send(cancel()))).toBe('ok');
    expect(await eventsOf()).toEqual(['ReceiptIssued', 'ReceiptCustomerAssigned', 'ReceiptCanceled']);
    expect(codeOf(await send(dead))).toBe('ok');
    expect(await row()).toMatchObject({ revision: 2, content: { customer } });
  });

  it('who may well be at work is waited for', async () => {
    const slow = assign();
    await open().rows.hold(tenant, id, `change:${slow.id}`);
    const waiting = send(cancel(), open(60_000));
    const first = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))]);
    expect(first).toBe('waits');
    expect(codeOf(await send(slow))).toBe('ok');
    expect(codeOf(await waiting)).toBe('ok');
    expect(await eventsOf()).toEqual(['ReceiptIssued', 'ReceiptCustomerAssigned', 'ReceiptCanceled']);
  });

  it('an invoice that is being made of it: it is not open', async () => {
    await bench.pool.query('UPDATE receipts.receipts SET holder = $2, held_at = now() WHERE id = $1', [
      ...[id, 'i1'],
    ]);
    const claimed = { ask: null, issuer: null, receipts: [{ id, revision: 0 }], at };
    await bench.store.append(
      'claim-i1',
      -1,
      [{ id: randomUUID(), type: 'ReceiptsClaimed', data: claimed }],
      metadata(cancel()),
    );
    expect(codeOf(await send(cancel()))).toBe('receipt_not_open');
    expect((await row()).holder).toBe('i1');
  });

  it('an invoice that was never claimed for: it is ruled out, and the receipt is canceled', async () => {
    await bench.pool.query('UPDATE receipts.receipts SET holder = $2, held_at = now() WHERE id = $1', [
      ...[id, 'i2'],
    ]);
    expect(codeOf(await send(cancel()))).toBe('ok');
    expect(await eventsOf('claim-i2')).toEqual(['ClaimForgone']);
  });
});

describe('rows whose process died before it wrote them', () => {
  const events = () => bench.store.readFeed(0n, 10_000);
  const look = async (repairs: RowRepairs, before: () => Promise<unknown>) => {
    let failure: unknown;
    await repairs.start((error) => (failure = error));
    await before();
    const all = await events();
    const receipts = all.filter(({ streamId }) => streamId.startsWith('receipt-'));
    await repairs.handle(receipts as never, placeAt(all.at(-1)?.position ?? START));
    const moved = async () => (await checkpoint()) === writePosition(all.at(-1)?.position ?? START);
    const deadline = Date.now() + 10_000;
    while (!failure && !(await moved()) && Date.now() < deadline) await new Promise((r) => setTimeout(r, 10));
    await repairs.stop();
    return failure;
  };
  const checkpoint = async () =>
    (
      await bench.pool.query<{ position: string }>(
        "SELECT position FROM platform.checkpoints WHERE name = 'receipts.repairs'",
      )
    ).rows[0]?.position;
  const repairs = () => new RowRepairs({ ...bench.another(), config: { claimGraceMs: 2_000 }, leaveMs: 10 });

  it('are made from their streams, those of new receipts and those that somebody holds', async () => {
    const changed = id;
    const dead = assign();
    await open().rows.hold(tenant, id, `change:${dead.id}`);
    await appendOnly(dead);
    const made = newId();
    await send(commandOf(tenant, 'receipts.create', made, creating()));
    await bench.pool.query('UPDATE receipts.receipts SET revision = -1 WHERE id = $1', [made]);
    const forgone = newId();
    const keyed = creating({ idempotency_key: 'k' });
    await send(commandOf(tenant, 'receipts.create', newId(), keyed));
    await send(commandOf(tenant, 'receipts.create', forgone, keyed));
    await bench.pool.query(
      `INSERT INTO receipts.receipts SELECT (r).* FROM (
         SELECT json_populate_record(r, json_build_object('id', $2::text, 'key', 'DEAD2345', 'revision', -1)) AS r
         FROM receipts.receipts AS r WHERE r.id = $1) AS copy`,
      [made, forgone],
    );
    expect(await look(repairs(), async () => undefined)).toBeUndefined();
    const rows = await open().rows.read(tenant, [changed, made, forgone]);
    expect(rows.map((one) => [one.id, one.revision, one.holder]).toSorted()).toEqual(
      [
        [changed, 1, null],
        [made, 0, null],
      ].toSorted(),
    );
  });

  it('are left alone while another process looks after them', async () => {
    const [first, second] = [repairs(), repairs()];
    const failure = await look(first, async () => {
      const place = await checkpoint();
      await bench.pool.query("UPDATE platform.checkpoints SET position = 1 WHERE name = 'receipts.repairs'");
      return place;
    });
    expect(failure).toBeInstanceOf(CheckpointMoved);
    await second.stop();
  });
});
