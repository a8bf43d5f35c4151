import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { systemClock, systemNow, type Clock, type Outcomes, type SystemNow } from '#kernel';
import type { AnyEventConsumer, Checkpoint, CommandBus } from '#bus';
import type { EventStore } from '#event-store';
import type { Config } from '../config/config.js';
import {
  CommandDispatcher,
  type ContentStore,
  FeedHub,
  PostgresContentStore,
  type ProcessManager,
  ProcessRunner,
  type Projection,
  ProjectionRunner,
  ProjectionWatch,
  type RowChanges,
} from '#eventing';
import { Load } from '../load/load.js';
import { LoopDelay } from '../load/loop-delay.js';
import { watchWaits } from '../load/pool-waits.js';
import type { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { addStateMetrics } from '../metrics/state-metrics.js';
import { ensureRoles } from '../owners/roles.js';
import { openServicePools, sharedPoolSize } from '../owners/service-pools.js';
import { createPool } from '../postgres/index.js';
import { sweepRemovedRows } from '#eventing/projections/removed-rows';
import { Vault } from '../secrets/vault.js';
import { observeBus } from '../telemetry/observe-bus.js';
import { observeStore } from '../telemetry/observe-store.js';
import { openTracing } from '../telemetry/open-tracing.js';
import type { Tracing } from '../telemetry/tracing.js';
import { openBus } from './bus.js';
import { DatabaseClock } from './database-clock.js';
import { openEventStore } from './event-store.js';
import { migrate, type Migration } from './migrate.js';
import { migrationsOf } from './migrations.js';

/** What a service brings along: its tables, its read models and its policies. Commands come from its module. */
export interface ServiceDefinition {
  readonly name: string;
  readonly migrations: readonly Migration[];
  readonly projections: readonly Projection[];
  readonly processes: readonly ProcessManager[];
  /** What else follows events. */
  readonly consumers?: (parts: FeedParts) => readonly AnyEventConsumer[];
}

/** What a consumer of the feed is made of. */
export type FeedParts = Pick<Runtime, 'config' | 'pool' | 'store' | 'log'>;

export interface RuntimeOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  /** A second one that opens what is sealed under it, while keys are changed. */
  readonly masterKeyAlso?: Buffer | undefined;
  readonly log: Logger;
  readonly services: readonly ServiceDefinition[];
  readonly clock?: Clock;
  /** Tests that stop the clock stop this one too: by it commands of processes are due. */
  readonly systemNow?: SystemNow;
  /** No other process works on this database (the embedded topology). */
  readonly soleInstance: boolean;
  /** The collector of spans; by default the one that the environment names, if any. */
  readonly tracing?: Tracing;
}

/** How often to look for events of other processes, where those are what most work waits for. */
const FOREIGN_POLL_MS = 40;
/** How long running requests may keep waiting once the process shuts down. */
const DRAIN_MS = 12_000;
/** How often expired documents are removed. */
const SWEEP_MS = 60_000;

/** The parts that every service of a process shares. HostingModule gives them to its modules, each under a token. */
export interface Runtime {
  readonly config: Config;
  readonly log: Logger;
  /** Business time, of one tenant at a time. */
  readonly clock: Clock;
  readonly systemNow: SystemNow;
  /** Connections of the login user, for what all services share. */
  readonly pool: pg.Pool;
  /** Connections that work under the role of a service. */
  readonly poolOf: (service: string) => pg.Pool;
  readonly store: EventStore;
  readonly bus: CommandBus;
  readonly vault: Vault;
  readonly contents: ContentStore;
  readonly watch: ProjectionWatch;
  /** No other process works on this database: what this one has not written has not changed. */
  readonly soleInstance: boolean;
  /** How the consumers of the feed and the dispatcher are doing: for `readiness`. */
  readonly feed: Pick<FeedHub, 'status'>;
  readonly dispatcher: Pick<CommandDispatcher, 'status'>;
  readonly telemetry: { readonly metrics: Metrics; readonly tracing: Tracing | undefined };
  /** Whether the process can take one more request. */
  readonly load: Load;
  /** It is shutting down and not ready any more. */
  readonly leaving: boolean;
  /** Begins to follow events, and to send the commands of processes: once the bus has its handlers, and has started. */
  startFollowing(): Promise<void>;
  /** The process has been told to stop: readiness says so from now on, and the process works on. */
  leave(): void;
  /** It takes no more requests. Those that still wait after a while are told that it takes longer. */
  drain(): void;
  /** No more events are followed, and no more commands of processes sent. The bus is closed after it. */
  stopFollowing(): Promise<void>;
  /** Closes the connections, after the bus. */
  close(): Promise<void>;
  /** What its stop waits for at this moment: for the log of one that takes too long. */
  readonly stoppingAt: string;
}

/** Opens the database (migrating it) and wires event store, bus, projections and process managers. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, databaseUrl, log, services, soleInstance } = options;
  const { clock = systemClock, systemNow: now = systemNow } = options;
  const ran = await migrate(databaseUrl, migrationsOf(services));
  const pool = createPool(databaseUrl, {
    max: sharedPoolSize(services, config.databasePoolSize),
    applicationName: 'timbra',
    eventsElsewhere: config.eventStore.kind !== 'postgres',
  });
  // Appends have connections of their own: a pool full of slow readers must not hold them up.
  const appendPool = createPool(databaseUrl, { max: 4, applicationName: 'timbra-events' });
  const servicePools = openServicePools({
    ...{ databaseUrl, config, log, services },
    roles: await ensureRoles(pool, ran > 0).catch(async (error: unknown) => {
      await Promise.all([pool.end(), appendPool.end()]);
      throw error;
    }),
  });
  const { masterKey, masterKeyAlso } = options;
  const vault = new Vault(pool, masterKey, masterKeyAlso);
  const instance = randomUUID();
  const service =
    services.length === 1 ? (services[0]?.name ?? '') : services.length > 1 ? 'standalone' : 'gateway';
  const metrics = new Metrics(service);
  const tracing =
    options.tracing ?? (await openTracing(config.operations.traces, { service, instance, log }));
  const closeConnections = () =>
    Promise.all([pool.end(), appendPool.end(), servicePools.end(), tracing?.stop()]);
  const open = async (): Promise<{
    readonly store: EventStore;
    readonly outcomes: Outcomes;
    readonly bus: CommandBus;
  }> => {
    await vault.verifyMasterKey();
    const { store, outcomes } = await openEventStore(config.eventStore, { rows: pool, events: appendPool });
    const busClock = new DatabaseClock(pool);
    try {
      const bus = await openBus(config.kafka, {
        ...{ masterKey, masterKeyAlso, instance, log, outcomes },
        clock: busClock,
      });
      return { store, outcomes, bus };
    } catch (error) {
      await store.close();
      throw error;
    }
  };
  const opened = await open().catch(async (error: unknown) => {
    await closeConnections();
    throw error;
  });
  const store = observeStore(opened.store, { metrics, tracing });
  const bus = observeBus(opened.bus, { metrics, tracing, log });
  const contents = new PostgresContentStore(pool);
  const watch = new ProjectionWatch(pool);
  // Events of other processes are found by looking; PostgreSQL answers such a look from memory.
  const looksOften = !soleInstance && config.eventStore.kind === 'postgres';
  const hub = new FeedHub({ store, log, ...(looksOften && { pollMs: FOREIGN_POLL_MS }) });
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<unknown> | undefined;
  const dispatcher = new CommandDispatcher({
    ...{ pool, bus, log, clock, instance, soleInstance, leaseMs: config.leaseMs },
    systemNow: now,
  });
  for (const { name, projections } of services)
    for (const projection of projections) {
      watch.hosts(projection.name);
      const onStarted = () => watch.noteStart(projection.name);
      const onAdvanced = (_place: Checkpoint, changes: RowChanges) =>
        watch.noteAdvance(projection.name, changes);
      hub.follow(new ProjectionRunner({ pool: servicePools.of(name), projection, onStarted, onAdvanced }));
    }
  for (const process of services.flatMap((service) => service.processes))
    hub.follow(new ProcessRunner(pool, process, dispatcher));
  for (const { name, consumers } of services)
    for (const consumer of consumers?.({ config, pool: servicePools.of(name), store, log }) ?? [])
      hub.follow(consumer);

  const loopDelay = new LoopDelay();
  const load = new Load(config.operations.limits, loopDelay, [
    ...[pool, appendPool, ...servicePools.all].map(watchWaits),
  ]);
  const pools = { rows: pool, events: appendPool, ...servicePools.byName };
  addStateMetrics(metrics, { store, feed: hub, dispatcher, bus, pools, pool, dataDir: config.dataDir });
  let leaving = false;
  let stoppingAt = 'requests under way';
  let stopping: Promise<void> | undefined;

  /** From the source on: no more events, then no more commands of processes. */
  async function stopFollowing(): Promise<void> {
    clearInterval(sweeper);
    await sweeping;
    stoppingAt = 'events being followed';
    await hub.stop();
    stoppingAt = 'commands of processes';
    await dispatcher.stop();
    // The bus is next.
    stoppingAt = 'commands under way';
  }

  const runtime: Runtime = {
    config,
    log,
    clock,
    systemNow: now,
    pool,
    poolOf: (service) => servicePools.of(service),
    store,
    bus,
    vault,
    contents,
    watch,
    soleInstance,
    feed: hub,
    dispatcher,
    telemetry: { metrics, tracing },
    load,
    get leaving() {
      return leaving;
    },
    get stoppingAt() {
      return stoppingAt;
    },
    async startFollowing() {
      await hub.start();
      await dispatcher.start();
      sweeper = setInterval(() => {
        sweeping ??= Promise.all([contents.sweep(), sweepRemovedRows(pool), opened.outcomes.sweep()]).then(
          () => (sweeping = undefined),
          (error: unknown) => {
            sweeping = undefined;
            log.warn({ err: error }, 'what has expired could not be removed');
          },
        );
      }, SWEEP_MS).unref();
    },
    leave() {
      leaving = true;
    },
    drain() {
      leaving = true;
      setTimeout(() => {
        watch.release();
        bus.letGo();
      }, DRAIN_MS).unref();
    },
    stopFollowing() {
      stopping ??= stopFollowing();
      return stopping;
    },
    async close() {
      stoppingAt = 'connections being closed';
      await store.close();
      loopDelay.stop();
      await closeConnections();
    },
  };
  return runtime;
}
