import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId, type Tenant } from '#kernel';
import {
  RECEIPT_KEY_ALPHABET,
  type CommandOutcome,
  type CreateReceipt,
  type ReceiptContent,
} from '#contracts';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { receiptsService } from '../service.js';
import { commandOf, creating, issuer, item, newTenant, openReceipts } from './testing.js';

let bench: Bench;
let tenant: Tenant;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([receiptsService]));
});
afterAll(() => bench.dispose());

const open = (claimGraceMs = 0) => openReceipts({ ...bench.another(), claimGraceMs });
const create = (over: Partial<ReceiptContent> = {}, more: Partial<CreateReceipt> = {}) =>
  commandOf(tenant, 'receipts.create', newId(), creating(over, more));
const row = async (id: string) => (await open().rows.find(tenant, id))!;
const folioOf = async (id: string) => Number((await row(id)).folio_number);
const codeOf = (outcome: CommandOutcome) => (outcome.ok ? 'ok' : outcome.refusal.code);
const eventsOf = async (id: string) => (await bench.store.read(`receipt-${id}`)).map(({ type }) => type);

describe('a new receipt', () => {
  beforeAll(() => void (tenant = newTenant()));

  it('has a key that nobody mistypes, the next folio, and a row that says what its stream says', async () => {
    const command = create();
    const made = await open().send(command);
    expect(made).toEqual({ ok: true, value: { at: { stream: `receipt-${command.key}`, revision: 0 } } });
    const stored = await row(command.key);
    expect(stored).toMatchObject({
      revision: 0,
      status: 'open',
      holder: null,
      folio_number: '1',
      total: '116.00',
    });
    expect(stored.key).toMatch(new RegExp(`^[${RECEIPT_KEY_ALPHABET}]{8}$`));
    const [event] = await bench.store.read(`receipt-${command.key}`);
    expect(event?.data).toMatchObject({ key: stored.key, folio_number: 1, expires_at: stored.expires_at });
    expect([stored.date, stored.expires_at]).toEqual([
      '2026-11-21T18:00:00.250Z',
      '2026-11-29T05:59:59.999Z',
    ]);
  });

  it('is the same one when its command comes again, in any process, also at the same time', async () => {
    const command = create();
    const outcomes = await Promise.all([open(), open(), open()].map((process) => process.send(command)));
    outcomes.push(await open().send(command));
    expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await eventsOf(command.key)).toEqual(['ReceiptIssued']);
    const next = create();
    await open().send(next);
    expect(await folioOf(next.key)).toBe((await folioOf(command.key)) + 1);
  });

  it('leaves nothing where a line can’t be invoiced: it is refused at its field', async () => {
    const bad = { ...item, product: { ...item.product, unit_key: 'nope' } };
    const command = create({ items: [item, bad] });
    expect(await open().send(command)).toMatchObject({
      refusal: { code: 'unit_key_not_found', details: [{ path: 'items[1].product.unit_key' }] },
    });
    expect([await open().rows.find(tenant, command.key), await eventsOf(command.key)]).toEqual([
      undefined,
      [],
    ]);
  });

  it('may be dated in the past, and not in the future', async () => {
    expect(codeOf(await open().send(create({ date: '2026-01-02T10:00:00.000Z' })))).toBe('ok');
    expect(await open().send(create({ date: '2026-11-22T18:00:00.000Z' }))).toMatchObject({
      refusal: { details: [{ path: 'date', code: 'too_large' }] },
    });
  });

  it('gets another key where the one that was drawn is another’s, and the same folio', async () => {
    const process = open();
    const [first, second] = [create(), create()];
    await process.send(first);
    const { key } = await row(first.key);
    const reserve = jest.spyOn(process.rows, 'reserve');
    reserve.mockImplementationOnce((drawn, own) => {
      reserve.mockRestore();
      return process.rows.reserve({ ...drawn, key }, own);
    });
    await process.send(second);
    expect((await row(second.key)).key).not.toBe(key);
    expect(await folioOf(second.key)).toBe((await folioOf(first.key)) + 1);
  });

  it('can’t have the id of another tenant’s', async () => {
    const command = create();
    await open().send(command);
    const theirs = commandOf(newTenant(), 'receipts.create', command.key, creating());
    expect(codeOf(await open().send(theirs))).toBe('conflict');
    expect(await eventsOf(command.key)).toHaveLength(1);
  });
});

describe('folios of receipts', () => {
  beforeAll(() => void (tenant = newTenant()));

  it('are given once, by many processes at the same time', async () => {
    const processes = [open(), open(), open()];
    const commands = Array.from({ length: 60 }, () => create());
    await Promise.all(commands.map((command, n) => processes[n % 3]!.send(command)));
    const folios = await Promise.all(commands.map(({ key }) => folioOf(key)));
    expect(folios.toSorted((a, b) => a - b)).toEqual(commands.map((_, n) => n + 1));
  });

  it('go on after the one that a caller chose, and count by environment', async () => {
    const chosen = create({}, { folio_number: 500 });
    const next = create();
    for (const command of [chosen, next]) await open().send(command);
    expect([await folioOf(chosen.key), await folioOf(next.key)]).toEqual([500, 501]);
    const before = create({}, { folio_number: 7 });
    const after = create();
    for (const command of [before, after]) await open().send(command);
    expect([await folioOf(before.key), await folioOf(after.key)]).toEqual([7, 502]);
    const live = { ...tenant, livemode: true };
    const first = commandOf(live, 'receipts.create', newId(), creating());
    await open().send(first);
    expect((await open().rows.find(live, first.key))?.folio_number).toBe('1');
  });
});

describe('an idempotency key', () => {
  beforeAll(() => void (tenant = newTenant()));
  const keyed = (key: string, more: Partial<CreateReceipt> = {}) => create({ idempotency_key: key }, more);

  it('belongs to one receipt; others are refused with its id, and are no receipts ever', async () => {
    const [first, second] = [keyed('a', { request: 'hash' }), keyed('a')];
    await open().send(first);
    expect(await open().send(second)).toMatchObject({
      refusal: { code: 'idempotency_key_in_use', path: 'idempotency_key', resourceId: first.key },
    });
    expect(await eventsOf(second.key)).toEqual(['ReceiptForgone']);
    expect(codeOf(await open().send(second))).toBe('idempotency_key_in_use');
    const found = commandOf(tenant, 'receipts.find-request', 'a', { idempotency_key: 'a' });
    expect(await open().send(found)).toEqual({
      ok: true,
      value: { data: { holder: first.key, request: 'hash' } },
    });
  });

  it('is one receipt’s of twenty that ask for it at the same time', async () => {
    const commands = Array.from({ length: 20 }, () => keyed('b'));
    const outcomes = await Promise.all(commands.map((command) => open(60_000).send(command)));
    expect(outcomes.map(codeOf).filter((code) => code === 'ok')).toHaveLength(1);
  });

  it('of a receipt in the making is taken over once that is ruled out', async () => {
    const [dead, next] = [keyed('c'), keyed('c')];
    await open().requests.claim(tenant, 'c', { holder: dead.key, request: undefined });
    expect(codeOf(await open(60_000).send(keyed('c')))).toBe('idempotency_key_in_use');
    expect(codeOf(await open().send(next))).toBe('ok');
    expect(await eventsOf(dead.key)).toEqual(['ReceiptForgone']);
    expect(codeOf(await open().send(dead))).toBe('idempotency_key_in_use');
  });

  it('is not burnt by a request that is refused', async () => {
    const wrong = create({ idempotency_key: 'd', payment_form: '77' }, { issuer });
    expect(codeOf(await open().send(wrong))).toBe('invalid_request');
    expect(codeOf(await open().send(keyed('d')))).toBe('ok');
  });
});
