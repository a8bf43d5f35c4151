import { randomBytes, randomUUID } from 'node:crypto';
import type { INestMicroservice } from '@nestjs/common';
import { CancellationModule } from '#apps/cancellation/src/cancellation.module';
import { cancellationService } from '#apps/cancellation/src/service';
import { stampingService } from '#apps/stamping/src/service';
import { StampingModule } from '#apps/stamping/src/stamping.module';
import { until } from '#bus/testing/until';
import { FixedClock } from '#kernel';
import type { CommandOutcome } from '#contracts';
import { createLogger, keysOf, loadConfig, openRuntime, type Runtime } from '#hosting';
import { Pacs } from '#pac';
import { asTyped } from './commands.js';
import { freshDatabase } from './database.js';
import { FakePac } from './fake-pac.js';
import { ours } from './invoicing-bench.js';
import { startServices } from './services.js';

/** Stamping and cancellation alone, asked as a service that owns documents asks them, with a provider of the spec's. */
export interface FiscalBench {
  readonly runtime: Runtime;
  readonly pac: FakePac;
  readonly clock: FixedClock;
  send(type: string, key: string, data: unknown, id?: string): Promise<CommandOutcome>;
  /** The events of a stream, once the last one is of that type. */
  until(stream: string, type: string): Promise<readonly { readonly type: string; readonly data: unknown }[]>;
  /** Leaves the process for dead, whatever it was doing, and starts another on what it left. */
  dieAndRestart(): Promise<void>;
  close(): Promise<void>;
}

export async function openFiscalBench(now: Date): Promise<FiscalBench> {
  const database = await freshDatabase();
  const clock = new FixedClock(now);
  const pac = new FakePac();
  const keys = keysOf(randomBytes(32));
  const dying: Promise<void>[] = [];

  async function start(): Promise<{ runtime: Runtime; app: INestMicroservice }> {
    const runtime = await openRuntime({
      config: loadConfig({ TIMBRA_DATABASE_POOL: '8', TIMBRA_CLAIM_GRACE_MS: '30000' }),
      databaseUrl: database.url,
      keys,
      log: createLogger({ level: 'silent' }),
      services: [stampingService, cancellationService],
      clock,
      systemNow: clock.now,
      soleInstance: true,
    });
    const app = await startServices(runtime, [StampingModule, CancellationModule], (builder) =>
      builder.overrideProvider(Pacs).useValue(new Pacs({ test: pac })),
    );
    return { runtime, app };
  }
  let { runtime, app } = await start();
  const read = async (stream: string) => runtime.store.read(stream);

  return {
    get runtime() {
      return runtime;
    },
    pac,
    clock,
    send: (type, key, data, id = randomUUID()) =>
      runtime.bus.send(
        asTyped({
          ...{ id, type, key, data, tenant: ours, actor: 'test', correlationId: 'c' },
          time: clock.now().toISOString(),
        }),
      ),
    async until(stream, type) {
      await until(async () => (await read(stream)).at(-1)?.type === type);
      return read(stream);
    },
    async dieAndRestart() {
      dying.push(app.close());
      clock.advance(1);
      ({ runtime, app } = await start());
    },
    async close() {
      pac.hangUp();
      await Promise.all([app.close(), ...dying]);
      await database.drop();
    },
  };
}
