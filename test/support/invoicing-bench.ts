import { randomBytes, randomUUID } from 'node:crypto';
import { CancellationHandlers } from '#apps/cancellation/src/cancellation/handlers';
import { cancellationService } from '#apps/cancellation/src/service';
import { InvoiceHandlers } from '#apps/invoicing/src/invoice/handlers';
import { invoicesProjection } from '#apps/gateway/src/read-models/invoices';
import { NOW, content, issuer } from '#apps/invoicing/src/invoice/testing';
import { invoicingService } from '#apps/invoicing/src/service';
import { stampingService } from '#apps/stamping/src/service';
import { StampingHandlers } from '#apps/stamping/src/stamping/handlers';
import { gatewayService } from '#apps/gateway/src/service';
import { FixedClock, newId, type Tenant } from '#kernel';
import type { Command, CommandOutcome, InvoiceContent, InvoiceRow } from '#contracts';
import {
  CsdVault,
  compareWithFold,
  createLogger,
  loadConfig,
  openRuntime,
  openSandboxPac,
  type Runtime,
} from '#platform';
import { freshDatabase } from './database.js';
import { FakePac } from './fake-pac.js';
import { serveLine } from '#bus';
import { asTyped, caughtUp, serveSome } from './commands.js';

export const ours: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };

/** Invoicing, stamping and cancellation over their own database, with a provider that the spec controls. */
export interface InvoicingBench {
  readonly runtime: Runtime;
  readonly pac: FakePac;
  readonly clock: FixedClock;
  send(type: string, key: string, data?: unknown, over?: Partial<Command>): Promise<CommandOutcome>;
  /** Asks for an invoice; gives its id. */
  create(over?: Partial<InvoiceContent>): Promise<string>;
  draft(over?: Partial<InvoiceContent>): Promise<string>;
  row(id: string): Promise<InvoiceRow | undefined>;
  /** The row as soon as it is as it should be. */
  until(id: string, accept: (row: InvoiceRow) => boolean): Promise<InvoiceRow>;
  /** The types of the events of a stream, oldest first. */
  events(stream: string): Promise<string[]>;
  /** Leaves the process for dead, whatever it was doing, and starts another on what it left. */
  dieAndRestart(): Promise<void>;
  /** Ids whose rows are not the fold of their streams. */
  differences(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openInvoicingBench(): Promise<InvoicingBench> {
  const database = await freshDatabase();
  const clock = new FixedClock(NOW);
  const pac = new FakePac();
  const masterKey = randomBytes(32);
  const dying: Promise<void>[] = [];

  async function start(): Promise<Runtime> {
    const runtime = await openRuntime({
      config: loadConfig({ TIMBRA_DATABASE_POOL: '8' }),
      databaseUrl: database.url,
      masterKey,
      log: createLogger({ level: 'silent' }),
      services: [gatewayService, invoicingService, stampingService, cancellationService],
      clock,
      systemNow: clock.now,
      soleInstance: true,
    });
    const csds = new CsdVault(runtime, await openSandboxPac(runtime));
    serveSome(runtime.bus, new InvoiceHandlers(runtime).commands);
    serveLine(runtime.bus, 'stamping', new StampingHandlers(runtime, pac, csds).commands);
    serveLine(runtime.bus, 'cancellation', new CancellationHandlers(runtime, pac, csds).commands);
    await runtime.start();
    return runtime;
  }

  let runtime = await start();

  const send = (
    type: string,
    key: string,
    data: unknown = {},
    over: Partial<Command> = {},
  ): Promise<CommandOutcome> =>
    runtime.bus.send(
      asTyped({
        id: randomUUID(),
        type,
        key,
        data,
        tenant: ours,
        actor: 'test',
        correlationId: 'c',
        time: clock.now().toISOString(),
        ...over,
      }),
    );

  async function make(draft: boolean, over: Partial<InvoiceContent>): Promise<string> {
    const id = newId();
    const outcome = await send('invoicing.create', id, { content: content(over), issuer, draft });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
    return id;
  }

  async function row(id: string): Promise<InvoiceRow | undefined> {
    const { rows } = await runtime.pool.query<InvoiceRow>('SELECT * FROM gateway.invoices WHERE id = $1', [
      id,
    ]);
    return rows[0];
  }

  async function until(id: string, accept: (row: InvoiceRow) => boolean): Promise<InvoiceRow> {
    const follower = runtime.watch.follow(invoicesProjection.name, id);
    try {
      // The first look is at the database: what is waited for may have come already.
      const present = await row(id);
      if (present && accept(present)) return present;
      const found = await follower.until<InvoiceRow>({ accept, read: () => row(id), timeoutMs: 10_000 });
      if (!found) throw new Error(`it did not come to that: ${JSON.stringify(await row(id))}`);
      return found;
    } finally {
      follower.close();
    }
  }

  return {
    get runtime() {
      return runtime;
    },
    pac,
    clock,
    send,
    create: (over = {}) => make(false, over),
    draft: (over = {}) => make(true, over),
    row,
    until,
    events: async (stream) => (await runtime.store.read(stream)).map(({ type }) => type),
    async dieAndRestart() {
      // It does nothing new from here on; what it waits for at the provider never comes.
      dying.push(runtime.stop());
      clock.advance(1);
      runtime = await start();
    },
    async differences() {
      const { pool, store } = runtime;
      await caughtUp(runtime, invoicesProjection.name);
      return compareWithFold({ pool, store, projection: invoicesProjection });
    },
    async close() {
      pac.hangUp();
      await Promise.all([runtime.stop(), ...dying]);
      await database.drop();
    },
  };
}
