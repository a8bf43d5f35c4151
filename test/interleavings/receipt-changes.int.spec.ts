import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandOf, creating, customer, newTenant, openReceipts } from '#apps/receipts/src/receipt/testing';
import { receiptsService } from '#apps/receipts/src/service';
import { deterministicId, newId, type Tenant } from '#kernel';
import type { Command, CommandOutcome, CreateReceipts, NewReceiptOutcome } from '#contracts';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { Gate, gatedPool, gatedStore } from './gate.js';

/**
 * Two processes of receipts, one of which falls asleep before one of its calls, and wakes when the other has done all that
 * it had to do: at every call. In the end each command has either happened once or been refused, no row shows anything
 * else than its stream, and nobody holds a receipt.
 */

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([receiptsService]));
});
afterAll(() => bench.dispose());

interface World {
  readonly tenant: Tenant;
  /** An open receipt. */
  readonly sold: string;
  readonly made: Map<Act, Command>;
}
type Act = keyof typeof acts;

const acts = {
  'assign a customer': ({ tenant, sold }: World) =>
    commandOf(tenant, 'receipts.assign-customer', sold, { customer }),
  'assign another': ({ tenant, sold }: World) =>
    commandOf(tenant, 'receipts.assign-customer', sold, { customer: { ...customer, id: newId() } }),
  'cancel it': ({ tenant, sold }: World) => commandOf(tenant, 'receipts.cancel', sold),
  'cancel it by another request': ({ tenant, sold }: World) => commandOf(tenant, 'receipts.cancel', sold),
  'sell something': ({ tenant }: World) => commandOf(tenant, 'receipts.create', newId(), creating()),
  'sell with a key': ({ tenant }: World) =>
    commandOf(tenant, 'receipts.create', newId(), creating({ idempotency_key: 'k' })),
  'sell again with the key': ({ tenant }: World) =>
    commandOf(tenant, 'receipts.create', newId(), creating({ idempotency_key: 'k' })),
  'sell many at once': ({ tenant }: World) => manyOf(tenant, newId(), [null, null]),
  'sell many, one with the key': ({ tenant }: World) => manyOf(tenant, newId(), [null, 'k', null]),
} as const;

/** A command that makes receipts, some with an idempotency key; the first of them has the id of the command's key. */
function manyOf(tenant: Tenant, id: string, keys: readonly (string | null)[]): Command {
  const { content, issuer, expiry } = creating();
  const receipts = keys.map((idempotency_key, index) => ({
    id: index === 0 ? id : deterministicId(id, index),
    content: { ...content, idempotency_key },
    folio_number: null,
  }));
  return commandOf(tenant, 'receipts.create-many', id, { receipts, issuer, expiry });
}

/** The ids that a command may leave receipts under. */
const idsOf = ({ key, data }: Command): string[] =>
  (data as Partial<CreateReceipts>).receipts?.map(({ id }) => id) ?? [key];

const SLEEPERS: readonly (readonly [Act, readonly Act[]])[] = [
  ['assign a customer', ['assign another', 'cancel it']],
  ['assign a customer', ['assign a customer', 'cancel it']],
  ['cancel it', ['cancel it', 'cancel it by another request']],
  ['cancel it', ['assign a customer', 'cancel it by another request']],
  ['sell something', ['sell something', 'sell with a key']],
  ['sell with a key', ['sell again with the key', 'sell with a key']],
  ['sell with a key', ['sell with a key', 'sell again with the key']],
  ['sell many at once', ['sell many at once', 'sell something']],
  ['sell many, one with the key', ['sell with a key', 'sell many, one with the key']],
  ['sell many, one with the key', ['sell many, one with the key', 'sell with a key']],
  ['sell with a key', ['sell many, one with the key', 'sell with a key']],
];

const send = (process: ReturnType<typeof openReceipts>, world: World, act: Act): Promise<CommandOutcome> => {
  const command = world.made.get(act) ?? acts[act](world);
  world.made.set(act, command);
  return process.send(command);
};

/** Undefined where the sleeper does not get as far as this step. */
async function complaintsAt(
  step: number,
  asleep: Act,
  meanwhile: readonly Act[],
): Promise<string[] | undefined> {
  const tenant = newTenant();
  const world: World = { tenant, sold: newId(), made: new Map() };
  const other = openReceipts(bench);
  await other.send(commandOf(tenant, 'receipts.create', world.sold, creating()));
  const gate = new Gate(step);
  const sleeper = openReceipts({ pool: gatedPool(bench.pool, gate), store: gatedStore(bench.store, gate) });
  const answered: [Act, CommandOutcome][] = [];
  const sleeping = send(sleeper, world, asleep).then((outcome) => void answered.push([asleep, outcome]));
  if (!(await gate.fallsAsleep(sleeping))) return undefined;
  for (const act of meanwhile) answered.push([act, await send(other, world, act)]);
  gate.resume();
  await sleeping;
  return [...(await complaintsOfAnswers(world, answered)), ...(await complaintsOfRows(world))];
}

/** What was answered with 2xx is in a stream once; what was refused is in none. */
async function complaintsOfAnswers(
  { made }: World,
  answered: readonly (readonly [Act, CommandOutcome])[],
): Promise<string[]> {
  const complaints: string[] = [];
  for (const [act, outcome] of answered) {
    const command = made.get(act)!;
    if (command.type === 'receipts.create-many') {
      complaints.push(...(await complaintsOfMany(act, command, outcome)));
      continue;
    }
    const left = (await bench.store.read(`receipt-${command.key}`)).filter(
      ({ metadata }) => metadata.commandId === command.id,
    );
    if (outcome.ok ? left.length !== 1 : left.length > 0)
      complaints.push(`${act}: ${outcome.ok ? 'ok' : outcome.refusal.code}, and ${left.length} events`);
  }
  return complaints;
}

/** Each that was answered as created is in its stream once, and each that is there already is another's. */
async function complaintsOfMany(act: Act, command: Command, outcome: CommandOutcome): Promise<string[]> {
  if (!outcome.ok) return [`${act}: ${outcome.refusal.code}`];
  const { outcomes } = outcome.value.data as { outcomes: readonly NewReceiptOutcome[] };
  const complaints: string[] = [];
  for (const [index, id] of idsOf(command).entries()) {
    const left = await bench.store.read(`receipt-${id}`);
    const issued = left.filter(({ type }) => type === 'ReceiptIssued').length;
    const one = outcomes[index];
    if (issued !== (one?.kind === 'created' ? 1 : 0))
      complaints.push(`${act}: ${one?.kind}, issued ${issued}`);
    if (one?.kind === 'refused') complaints.push(`${act}: ${one.refusal.code}`);
  }
  return complaints;
}

/** Every row shows its stream and is nobody's; a key and a folio are one receipt's. */
async function complaintsOfRows({ tenant, made, sold }: World): Promise<string[]> {
  const process = openReceipts(bench);
  const ids = [...new Set([sold, ...[...made.values()].flatMap(idsOf)])];
  const rows = new Map((await process.rows.read(tenant, ids)).map((row) => [row.id, row]));
  const complaints: string[] = [];
  let keyed = 0;
  for (const id of ids) {
    const [state, row] = [await process.receipts.state(id, tenant), rows.get(id)];
    if (state.status === 'absent' || state.status === 'forgone') {
      if (row) complaints.push(`${id} never was, and has a row`);
      continue;
    }
    if (state.content.idempotency_key) keyed += 1;
    const shown = row && [row.revision, row.status, row.holder, row.content.customer, row.key];
    const expected = [state.revision, state.status, null, state.content.customer, state.key];
    if (JSON.stringify(shown) !== JSON.stringify(expected))
      complaints.push(`${id}: ${JSON.stringify(shown)} in place of ${JSON.stringify(expected)}`);
  }
  if (keyed > 1) complaints.push(`${keyed} receipts have one idempotency key`);
  const folios = [...rows.values()].map(({ folio_number }) => folio_number);
  if (new Set(folios).size < folios.length) complaints.push(`folios ${folios.join()}`);
  return complaints;
}

describe('whoever sleeps before any of its calls while it is to', () => {
  it.each(SLEEPERS.map(([asleep, meanwhile]) => [asleep, meanwhile.join(', '), meanwhile] as const))(
    '%s, and others %s, does no harm',
    async (asleep, _, meanwhile) => {
      const found: string[] = [];
      let step = 1;
      for (; ; step += 1) {
        const complaints = await complaintsAt(step, asleep, meanwhile);
        if (!complaints) break;
        found.push(...complaints.map((one) => `asleep before step ${step}: ${one}`));
      }
      expect(found).toEqual([]);
      expect(step).toBeGreaterThan(3);
    },
  );
});
