import { randomBytes, randomUUID } from 'node:crypto';
import type { INestMicroservice } from '@nestjs/common';
import { CustomersModule } from '#apps/customers/src/customers.module';
import { customersService } from '#apps/customers/src/service';
import { CancellationModule } from '#apps/cancellation/src/cancellation.module';
import { cancellationService } from '#apps/cancellation/src/service';
import { InvoicingModule } from '#apps/invoicing/src/invoicing.module';
import { DocumentsModule } from '#apps/gateway/src/read-models/documents';
import { invoicesProjection } from '#apps/gateway/src/read-models/invoices';
import { NOW, content, issuer } from '#apps/invoicing/src/invoice/testing';
import { invoicingService } from '#apps/invoicing/src/service';
import { stampingService } from '#apps/stamping/src/service';
import { StampingModule } from '#apps/stamping/src/stamping.module';
import { RETRY_SECONDS } from '#apps/stamping/src/stamping/decide';
import { gatewayService } from '#apps/gateway/src/service';
import { FixedClock, newId, type Tenant } from '#kernel';
import type { Command, CommandOutcome, InvoiceContent, InvoiceRow } from '#contracts';
import { compareWithFold } from '#eventing';
import { createLogger, keysOf, loadConfig, openRuntime, type Runtime } from '#hosting';
import { freshDatabase } from './database.js';
import { FakePac } from './fake-pac.js';
import { Pacs } from '#pac';
import { asTyped, caughtUp } from './commands.js';
import { startServices } from './services.js';
import { afterAll, beforeAll, beforeEach } from './story.js';

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
  const keys = keysOf(randomBytes(32));
  const dying: Promise<void>[] = [];

  async function start(): Promise<{ runtime: Runtime; app: INestMicroservice }> {
    const runtime = await openRuntime({
      config: loadConfig({ TIMBRA_DATABASE_POOL: '8', TIMBRA_CLAIM_GRACE_MS: '30000' }),
      databaseUrl: database.url,
      keys,
      log: createLogger({ level: 'silent' }),
      services: [gatewayService, customersService, invoicingService, stampingService, cancellationService],
      clock,
      systemNow: clock.now,
      soleInstance: true,
    });
    const modules = [CustomersModule, InvoicingModule, StampingModule, CancellationModule, DocumentsModule];
    const app = await startServices(runtime, modules, (builder) =>
      builder.overrideProvider(Pacs).useValue(new Pacs({ test: pac })),
    );
    return { runtime, app };
  }

  let { runtime, app } = await start();

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
      const found = await follower.until<InvoiceRow>({ accept, read: () => row(id), timeoutMs: 60_000 });
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
      dying.push(app.close());
      clock.advance(1);
      ({ runtime, app } = await start());
    },
    async differences() {
      const { pool, store } = runtime;
      await caughtUp(runtime, invoicesProjection.name);
      return compareWithFold({ pool, store, projection: invoicesProjection });
    },
    async close() {
      pac.hangUp();
      await Promise.all([app.close(), ...dying]);
      await database.drop();
    },
  };
}

/** For specs of stamps: the bench of a spec, and what is done on it over and over. */
export let bench: InvoicingBench;

/** Opens the bench for the specs of a file; before each, the provider has been asked nothing. */
export function useStampingBench(): void {
  beforeAll(async () => {
    bench = await openInvoicingBench();
  });
  afterAll(() => bench.close());
  beforeEach(() => {
    bench.pac.stampsAsked.length = 0;
    bench.pac.findsAsked.length = 0;
  });
}

export const is = (status: string) => (row: { status: string }) => row.status === status;
export const isDelayed = ({ outcome }: { outcome: { kind: string } | null }) => outcome?.kind === 'delayed';
/** Lets the pause after the n-th try pass. */
export const wait = (tries = 1) => bench.clock.advance((RETRY_SECONDS[tries - 1] ?? 3_600) * 1000);
