import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImportInvoicesHandler, RecognizeCustomerHandler } from '#apps/invoicing/src/invoice/commands/import';
import { Folios } from '#apps/invoicing/src/invoice/folios';
import { Invoices } from '#apps/invoicing/src/invoice/invoices';
import { PaidDocuments } from '#apps/invoicing/src/invoice/paid-documents';
import { PastReceivers } from '#apps/invoicing/src/invoice/past-receivers';
import { content, customer, imported } from '#apps/invoicing/src/invoice/testing';
import { invoicingService } from '#apps/invoicing/src/service';
import { importedInvoiceId, type Command } from '#contracts';
import { SealedHere } from '#fiscal';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { newId, ok, type Tenant } from '#kernel';
import { builtInCatalogues } from '#sat';
import { commandOf } from './command.js';
import { Gate, gatedPool, gatedStore } from './gate.js';

/**
 * A document of the past and its receiver, who becomes a customer in the same moment. The import and the command that follows from
 * the new customer run in processes of their own; one falls asleep before one of its calls and wakes when the other has ended: at
 * every call. In the end the document is the customer's, also where customers are found by RFC only some time after they are there.
 */

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([invoicingService]));
});
afterAll(() => bench.dispose());

const RFC = 'ACQ010101AB1';
const RECEIVER = 'the customer';

/** Where customers are found by RFC. One that lags shows a new customer only to who waits for it. */
class Customers {
  private exists = false;
  private shows = false;

  constructor(
    readonly id: string,
    private readonly lags: boolean,
  ) {}

  create(): void {
    this.exists = true;
  }

  ask(after: unknown) {
    this.shows ||= this.exists && (!this.lags || after !== undefined);
    return this.shows ? [{ tax_id: RFC, id: this.id }] : [];
  }
}

type Act = 'document' | 'customer';

function openProcess(customers: Customers, gate = new Gate()) {
  const pool = gatedPool(bench.pool, gate);
  const invoices = new Invoices(gatedStore(bench.store, gate), { large: builtInCatalogues } as never);
  const bus = {
    send: async ({ data }: Command<'customers.find-by-rfc', { after?: unknown }>) => {
      await gate.pass();
      return ok({ data: { customers: customers.ask(data.after) } });
    },
  };
  const receivers = new PastReceivers(pool, bus as never, invoices);
  return {
    document: new ImportInvoicesHandler(
      ...([invoices, new SealedHere(pool), new PaidDocuments(pool), new Folios(pool), receivers] as const),
    ),
    customer: new RecognizeCustomerHandler(receivers),
  };
}

function openWorld(customers: Customers) {
  const tenant: Tenant = { organizationId: newId(), livemode: false };
  const uuid = randomUUID().toUpperCase();
  const says = content({ customer: { ...customer, id: null, tax_id: RFC } });
  const commands: Readonly<Record<Act, Command>> = {
    document: commandOf(tenant, 'invoicing.import', 'any', { documents: [imported(uuid, { says })] }),
    customer: commandOf(tenant, 'invoicing.recognize-customer', customers.id, { tax_id: RFC, revision: 0 }),
  };
  const play = (process: ReturnType<typeof openProcess>, act: Act) => {
    // Its event is there before the command that follows from it.
    if (act === 'customer') customers.create();
    return process[act].execute(commands[act] as never);
  };
  return { play, stream: `invoice-${importedInvoiceId(tenant, uuid)}` };
}

/** What the document's events say about its receiver in the end; undefined: the sleeper has no such step. */
async function eventsAfter(step: number, asleep: Act, lags: boolean): Promise<string | undefined> {
  const customers = new Customers(newId(), lags);
  const { play, stream } = openWorld(customers);
  const gate = new Gate(step);
  const [sleeper, other] = [openProcess(customers, gate), openProcess(customers)];
  const sleeping = play(sleeper, asleep);
  if (!(await gate.fallsAsleep(sleeping))) return undefined;
  await play(other, asleep === 'document' ? 'customer' : 'document');
  gate.resume();
  await sleeping;
  const events = JSON.stringify((await bench.store.read(stream)).map(({ data }) => data));
  return events.replaceAll(customers.id, RECEIVER);
}

describe('a document of the past and its receiver find each other', () => {
  it.each([
    ['document', true],
    ['document', false],
    ['customer', true],
    ['customer', false],
  ] as const)(
    'where the process of the %s sleeps before any of its calls, and RFCs lag: %s',
    async (asleep, lags) => {
      const missed: number[] = [];
      let steps = 0;
      for (;;) {
        const events = await eventsAfter(steps + 1, asleep, lags);
        if (events === undefined) break;
        steps += 1;
        if (!events.includes(RECEIVER)) missed.push(steps);
      }
      expect(missed).toEqual([]);
      expect(steps).toBeGreaterThanOrEqual(asleep === 'document' ? 5 : 2);
    },
  );
});
