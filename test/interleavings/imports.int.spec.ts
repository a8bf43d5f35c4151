import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BalanceClaims } from '#apps/invoicing/src/invoice/balance-claims';
import { ImportInvoicesHandler, RecordSatStatusHandler } from '#apps/invoicing/src/invoice/commands/import';
import { MatchPaymentsHandler } from '#apps/invoicing/src/invoice/commands/match-payments';
import { Folios } from '#apps/invoicing/src/invoice/folios';
import { sumReceived } from '#apps/invoicing/src/invoice/invoice';
import { Invoices } from '#apps/invoicing/src/invoice/invoices';
import { PaymentMatching } from '#apps/invoicing/src/invoice/matching';
import { PastReceivers } from '#apps/invoicing/src/invoice/past-receivers';
import { PaidDocuments } from '#apps/invoicing/src/invoice/paid-documents';
import { NOW, imported, payingElsewhere } from '#apps/invoicing/src/invoice/testing';
import { invoicingProcess } from '#apps/invoicing/src/process';
import { invoicingService } from '#apps/invoicing/src/service';
import {
  importedInvoiceId,
  type Command,
  type CommandOutcome,
  type ImportedInvoice,
  type SatStanding,
} from '#contracts';
import { SealedHere } from '#fiscal';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { decimal, formatDecimal, newId, ok, type Tenant } from '#kernel';
import { builtInCatalogues } from '#sat';
import { commandOf } from './command.js';
import { Gate, gatedPool, gatedStore } from './gate.js';

/**
 * An invoice of the past, two payments of it and the cancellation of one of these, each in a process of its own, which falls asleep
 * before one of its calls and wakes when the others have done all that they had to do. Whichever comes first, in the end the
 * invoice has received what is valid, once, and its balance is claimed by that.
 */

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([invoicingService]));
});
afterAll(() => bench.dispose());

type Process = (command: Command) => Promise<CommandOutcome>;

function openProcess(gate = new Gate()): Process {
  const [pool, config] = [gatedPool(bench.pool, gate), { claimGraceMs: 0 }];
  const invoices = new Invoices(gatedStore(bench.store, gate), { large: builtInCatalogues } as never);
  const paid = new PaidDocuments(pool);
  const matching = new PaymentMatching(invoices, paid, new BalanceClaims(pool, config));
  const none = { send: () => Promise.resolve(ok({ data: { invoices: [] } })) } as never;
  const handlers: Readonly<Record<string, { execute(command: never): Promise<CommandOutcome> }>> = {
    'invoicing.import': new ImportInvoicesHandler(
      invoices,
      new SealedHere(pool),
      paid,
      new Folios(pool),
      new PastReceivers(pool, none, invoices),
    ),
    'invoicing.record-sat-status': new RecordSatStatusHandler(invoices),
    'invoicing.match-payments': new MatchPaymentsHandler(invoices, paid, matching, none),
    'invoicing.revert-payment': { execute: () => Promise.reject(new Error('it is not asked for')) },
  };
  return (command) => {
    const handler = handlers[command.type];
    if (!handler) throw new Error(`nothing handles ${command.type}`);
    return handler.execute(command as never);
  };
}

const ACTS = ['invoice', 'first', 'second', 'cancel'] as const;
type Act = (typeof ACTS)[number];

/** The commands of a tenant of its own, each the same one however often it is asked for. */
function openWorld() {
  const tenant: Tenant = { organizationId: newId(), livemode: false };
  const uuids = { invoice: uuid(), first: uuid(), second: uuid() };
  const idOf = (name: keyof typeof uuids) => importedInvoiceId(tenant, uuids[name]);
  const take = (invoice: ImportedInvoice) =>
    commandOf(tenant, 'invoicing.import', 'any', { documents: [invoice] });
  const paying = (amount: string, installment: number) => ({
    says: payingElsewhere([{ uuid: uuids.invoice, amount, installment }]),
  });
  const sat: SatStanding = { status: 'canceled', checked_at: NOW.toISOString(), efos: null };
  const commands: Readonly<Record<Act, Command>> = {
    invoice: take(imported(uuids.invoice)),
    first: take(imported(uuids.first, paying('16.00', 1))),
    second: take(imported(uuids.second, paying('40.00', 2))),
    cancel: commandOf(tenant, 'invoicing.record-sat-status', idOf('first'), { sat }),
  };
  return { tenant, idOf, commands };
}

const uuid = (): string => randomUUID().toUpperCase();

/** Sends a command, and then what the process manager makes of the events that it left, in this process. */
async function play(process: Process, world: ReturnType<typeof openWorld>, act: Act): Promise<boolean> {
  const command = world.commands[act];
  const { ok: done } = await process(command);
  const names = ['invoice', 'first', 'second'] as const;
  for (const name of names)
    for (const event of await bench.store.read(`invoice-${world.idOf(name)}`)) {
      if (event.metadata.commandId !== command.id) continue;
      for (const [index, effect] of invoicingProcess.react(event).entries())
        if (effect.kind === 'send') {
          const { type, key, data } = effect.command;
          // As often as it is delivered it is the same one.
          const id = `${event.id.slice(0, -1)}${index}`;
          await process(commandOf(world.tenant, type, key, data, id));
        }
    }
  return done;
}

async function complaintsAt(step: number, { before, asleep, others }: Order): Promise<string[] | undefined> {
  const world = openWorld();
  const gate = new Gate(step);
  const [sleeper, other] = [openProcess(gate), openProcess()];
  const done = new Set<Act>();
  const playAll = async (acts: readonly Act[]): Promise<void> => {
    for (const act of acts) if (!done.has(act) && (await play(other, world, act))) done.add(act);
  };
  await playAll(before);
  const sleeping = play(sleeper, world, asleep);
  if (!(await gate.fallsAsleep(sleeping))) return undefined;
  await playAll(others);
  gate.resume();
  await sleeping;
  done.add(asleep);
  // What nobody has done yet, or was refused: what is not there can't be canceled.
  await playAll(ACTS);
  return complaintsOf(world);
}

async function complaintsOf({ tenant, idOf }: ReturnType<typeof openWorld>): Promise<string[]> {
  const invoices = new Invoices(bench.store, { large: builtInCatalogues } as never);
  const received = formatDecimal(sumReceived(await invoices.state(idOf('invoice'), tenant)));
  const { rows } = await bench.pool.query<{ payment_id: string; amount: string }>(
    'SELECT payment_id, amount::text FROM invoicing.balance_claims WHERE organization_id = $1',
    [tenant.organizationId],
  );
  const events = (await bench.store.read(`invoice-${idOf('invoice')}`)).filter(
    ({ type }) => type === 'PaymentReceived',
  );
  const complaints: string[] = [];
  if (decimal(received) !== decimal('40')) complaints.push(`${received} was received, and 40 is valid`);
  if (rows.length !== 1 || rows[0]?.payment_id !== idOf('second'))
    complaints.push(`claims: ${JSON.stringify(rows)}`);
  if (events.length > 2) complaints.push(`${events.length} payments were received of two`);
  return complaints;
}

/** `before`: what is there when the sleeper begins. */
interface Order {
  readonly before: readonly Act[];
  readonly asleep: Act;
  readonly others: readonly Act[];
}

const ORDERS: readonly Order[] = [
  { before: [], asleep: 'invoice', others: ['first', 'cancel', 'second'] },
  { before: ['first', 'second'], asleep: 'invoice', others: ['cancel'] },
  { before: ['second'], asleep: 'first', others: ['invoice', 'cancel'] },
  { before: ['invoice'], asleep: 'first', others: ['second', 'cancel'] },
  { before: ['first'], asleep: 'cancel', others: ['invoice', 'second'] },
  { before: ['first', 'invoice'], asleep: 'second', others: ['cancel'] },
];

describe('whoever sleeps before any of its calls', () => {
  it.each(ORDERS.map((order) => [Object.values(order).join(' | '), order] as const))(
    'does no harm: %s',
    async (_, order) => {
      const found: string[] = [];
      for (let step = 1; ; step += 1) {
        const complaints = await complaintsAt(step, order);
        if (!complaints) break;
        found.push(...complaints.map((complaint) => `asleep before step ${step}: ${complaint}`));
      }
      expect(found).toEqual([]);
    },
  );
});
