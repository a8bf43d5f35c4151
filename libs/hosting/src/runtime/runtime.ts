import { randomUUID } from 'node:crypto';
import { AddressRules, systemClock, systemNow, type Clock, type Outcomes, type SystemNow } from '#kernel';
import type { AnyEventConsumer, Checkpoint, CommandBus } from '#bus';
import type { StreamPrefix } from '#contracts';
import type { EventStore } from '#event-store';
import type { Config } from '../config/config.js';
import { topicsOf } from '../config/domain-events.js';
import { KEY_PURPOSES, type KeyPurpose, type Keys } from '../config/keys.js';
import {
  Ahead,
  CLOCKS,
  ClockTable,
  CommandDispatcher,
  type ContentStore,
  FeedHub,
  findTaken,
  type OwnPool,
  PostgresContentStore,
  Publisher,
  type ProcessFeed,
  type ProcessManager,
  ProcessRunner,
  type Projection,
  ProjectionRunner,
  ProjectionWatch,
  type NamedContents,
  type Recovery,
  ReservedPlace,
  type RowChanges,
  servePast,
  type SharedPool,
  serveStreams,
  type StreamReader,
  type TakenByLanes,
  tellMissing,
  TenantClock,
} from '#eventing';
import { Load } from '../load/load.js';
import { LoopDelay } from '../load/loop-delay.js';
import { watchWaits } from '../load/pool-waits.js';
import type { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { addStateMetrics } from '../metrics/state-metrics.js';
import { knownPlaces, type KnownPlaces } from '../outgoing/own-places.js';
import { sweepRemovedRows } from '#eventing/projections/removed-rows';
import { takeOverMasterKey } from '../secrets/take-over.js';
import { Vault, type VaultPurpose } from '../secrets/vault.js';
import { verifyBusKey } from '../secrets/bus-key.js';
import { observeBus } from '../telemetry/observe-bus.js';
import { observeStore } from '../telemetry/observe-store.js';
import { openTracing } from '../telemetry/open-tracing.js';
import type { Tracing } from '../telemetry/tracing.js';
import { messageSealing, openBus } from './bus.js';
import { DatabaseClock } from './database-clock.js';
import { openDatabases } from './databases.js';
import { openFollowing, type TopicsLink } from './following.js';
import { keepUpWithClocks } from './keep-up-with-clocks.js';
import type { ServicePools } from '../owners/service-pools.js';
import { findPlaces, openEventStore } from './event-store.js';
import type { Migration } from './migrate.js';
import { withPatience } from './patience.js';
import { ownStreamsOnly } from './own-streams.js';
import { openStreams } from './past.js';
import { openRelays } from './relays.js';
import { TestWork } from './test-work.js';
import type { WriteProbe } from './write-probe.js';

/** What a service brings along: its tables, its read models and its policies. Commands come from its module. */
export interface ServiceDefinition {
  readonly name: string;
  /** How the streams begin that it alone writes. */
  readonly owns?: readonly StreamPrefix[];
  readonly migrations: readonly Migration[];
  readonly projections: readonly Projection[];
  readonly processes: readonly ProcessManager[];
  /** What it seals and opens: a process has keys for nothing else. Messages over Kafka go without saying. */
  readonly keys?: readonly VaultPurpose[];
  /** What else follows events, and the names under which their places are kept. */
  readonly consumers?: (parts: FeedParts) => readonly AnyEventConsumer[];
  readonly consumerNames?: readonly string[];
  /** What it has reserved in its database, where that is not the one with the events. */
  readonly recovery?: Recovery;
  /** Which documents its events name, to be looked for where the database with the documents is not that of the events. */
  readonly contents?: NamedContents;
}

/** What a consumer of the feed is made of. */
export interface FeedParts extends Pick<Runtime, 'config' | 'store' | 'streams' | 'log'> {
  /** Of its service. */
  readonly pool: OwnPool;
}

export interface RuntimeOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Those that its services need are used. */
  readonly keys: Keys;
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

/** How often to look for events of other processes, where they are what most work waits for and nobody tells of them. */
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
  readonly clock: TenantClock;
  /** The Test clocks of organizations. */
  readonly clocks: ClockTable;
  readonly systemNow: SystemNow;
  /** Connections of the login user, for what all services share. */
  readonly pool: SharedPool;
  /** Connections to the tables of a service, under its role; a process without services has those of the gateway. */
  readonly poolOf: (service: string) => OwnPool;
  readonly store: EventStore;
  /** Streams of all services, wherever they are stored. */
  readonly streams: StreamReader;
  readonly bus: CommandBus;
  /** Of documents: mails, API keys, secret links. */
  readonly vault: Vault;
  /** Of CSDs and the credentials of PACs; only services that sign have its key. */
  readonly signing: Vault;
  readonly contents: ContentStore;
  readonly watch: ProjectionWatch;
  /** No other process works on this database: what this one has not written has not changed. */
  readonly soleInstance: boolean;
  /** How the consumers of the feed and the dispatcher are doing: for `readiness`. */
  readonly feed: Pick<ProcessFeed, 'status'>;
  /** Whether it reads the topics of other services; undefined: it follows none. */
  readonly topics: TopicsLink | undefined;
  readonly dispatcher: Pick<CommandDispatcher, 'status'>;
  /** What is due in Test environments whose clocks are moved. */
  readonly testWork: TestWork;
  /** The publisher of public events, in the processes that have it. */
  readonly publisher: Publisher | undefined;
  /** What else follows events in this process, of its services' making. */
  readonly consumers: readonly AnyEventConsumer[];
  readonly telemetry: { readonly metrics: Metrics; readonly tracing: Tracing | undefined };
  /** Whether the process can take one more request. */
  readonly load: Load;
  /** Whether the database can be written, and how long queries wait for a connection, by pool: for `readiness`. */
  readonly probe: WriteProbe;
  readonly poolWaits: Readonly<Record<string, () => number>>;
  /** The ports and servers of its own, which no stranger's URL may lead to. */
  readonly places: KnownPlaces;
  /** Where strangers' URLs may lead. */
  readonly addresses: AddressRules;
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

/** What a process with these services needs keys for; one without services is a program of the operator's. */
export function needsOf(
  services: readonly ServiceDefinition[],
  { kafka }: Pick<Config, 'kafka'>,
): readonly KeyPurpose[] {
  const own = services.length === 0 ? ['documents' as const] : services.flatMap(({ keys = [] }) => keys);
  return [...new Set<KeyPurpose>([...own, ...(kafka ? ['bus' as const] : [])])];
}

/** Nothing in the process can use a key that it does not need, even where the master key would give it. */
const only = (keys: Keys, needs: readonly KeyPurpose[]): Keys => ({
  ...keys,
  ...Object.fromEntries(
    KEY_PURPOSES.filter((purpose) => !needs.includes(purpose)).map((purpose) => [purpose, []]),
  ),
});

/** Of services that reserve something before events say it. */
const reservedPlaces = ({
  services,
  pools,
  ...parts
}: {
  readonly services: readonly ServiceDefinition[];
  readonly pools: ServicePools;
  readonly store: EventStore;
  readonly log: Logger;
}): readonly ReservedPlace[] =>
  services.flatMap(({ name, recovery }) =>
    recovery ? [new ReservedPlace({ ...parts, pool: pools.of(name), recovery })] : [],
  );

/** Of services whose events name documents: where the content store is older than the events, those that it lacks are told. */
const contentPlaces = ({
  services,
  pool,
  store,
  log,
}: {
  readonly services: readonly ServiceDefinition[];
  readonly pool: SharedPool;
  readonly store: EventStore;
  readonly log: Logger;
}): readonly ReservedPlace<SharedPool>[] =>
  services.flatMap(({ contents }) =>
    contents ? [new ReservedPlace({ pool, store, log, recovery: tellMissing(contents, log) })] : [],
  );

/** Opens the database (migrating it) and wires event store, bus, projections and process managers. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, databaseUrl, log, services, soleInstance } = options;
  const { clock: base = systemClock, systemNow: now = systemNow } = options;
  const patient = <T>(work: () => Promise<T>) => withPatience(work, { log });
  const service =
    services.length === 1 ? (services[0]?.name ?? '') : services.length > 1 ? 'standalone' : 'gateway';
  const databases = await openDatabases({ config, databaseUrl, services, service, soleInstance, log });
  const { shared: pool, services: servicePools, rows, notifications, rowNotices, probe } = databases;
  const keys = only(options.keys, needsOf(services, config));
  const vault = new Vault(pool, 'documents', keys.documents);
  const signing = new Vault(pool, 'signing', keys.signing);
  const instance = randomUUID();
  const clocks = new ClockTable(pool, instance, now, !soleInstance);
  const clock = new TenantClock(clocks, base);
  const metrics = new Metrics(service);
  const tracing =
    options.tracing ?? (await openTracing(config.operations.traces, { service, instance, log }));
  const closeConnections = () => Promise.all([databases.close(), tracing?.stop()]);
  /** Where the places of consumers are: those of process managers are shared. */
  const places = databases.isApart ? [pool, rows] : [pool];
  /** What services reserve is in another database than the events: one of them may be restored without the other. */
  const eventsAreElsewhere = databases.isApart || config.eventStore.kind !== 'postgres';
  const open = async (): Promise<{
    readonly store: EventStore;
    readonly outcomes: Outcomes;
    readonly bus: CommandBus;
    readonly taken: TakenByLanes | undefined;
    readonly reserved: readonly (ReservedPlace | ReservedPlace<SharedPool>)[];
  }> => {
    const taken = await takeOverMasterKey(pool, keys);
    if (taken > 0) log.info({ organizations: taken }, 'keys of their own for documents and signing');
    await Promise.all([vault.verify(), signing.verify(), config.kafka && verifyBusKey(pool, keys.bus)]);
    await clock.refresh();
    const { partitions } = config.kafka ?? {};
    const takenByLanes = partitions === undefined ? undefined : await findTaken(places, partitions);
    const { store, outcomes } = await openEventStore(config.eventStore, {
      ...{ rows: pool, events: databases.appends, notifications, log },
      own: databases.isApart ? rows : undefined,
    });
    const busClock = new DatabaseClock(pool);
    try {
      for (const db of places) await findPlaces(db, store, log);
      const reserved = [
        ...(eventsAreElsewhere ? reservedPlaces({ services, pools: servicePools, store, log }) : []),
        // Documents are in the shared database, and so are the events of PostgreSQL.
        ...(config.eventStore.kind === 'postgres' ? [] : contentPlaces({ services, pool, store, log })),
      ];
      for (const place of reserved) await place.recover();
      const bus = await openBus(config.kafka, {
        ...{ keys: keys.bus, instance, log, outcomes },
        clock: busClock,
      });
      return { store, outcomes, bus, taken: takenByLanes, reserved };
    } catch (error) {
      await store.close();
      throw error;
    }
  };
  const opened = await patient(open).catch(async (error: unknown) => {
    await closeConnections();
    throw error;
  });
  /** So that a start has less to look through; it can do without. */
  const noteReserved = () =>
    Promise.all(opened.reserved.map((place) => place.note())).catch((error: unknown) =>
      log.warn({ err: error }, 'up to where everything is reserved could not be noted'),
    );
  const owned = services.flatMap(({ owns = [] }) => owns);
  const isApart = topicsOf(config) !== undefined && !soleInstance;
  const observedStore = observeStore(opened.store, { metrics, tracing });
  // Where commands are calls within the process, and no other process reacts to the same events.
  const ahead = soleInstance && !config.kafka ? new Ahead() : undefined;
  const store = isApart
    ? ownStreamsOnly(observedStore, { reader: service, owns: owned })
    : (ahead?.over(observedStore) ?? observedStore);
  const observed = observeBus(opened.bus, { metrics, tracing, log });
  // A process that is alone has moved every clock itself.
  const bus = soleInstance ? observed : keepUpWithClocks(observed, clock);
  servePast({ bus, store, owns: owned });
  serveStreams({ bus, store, owns: owned });
  const contents = new PostgresContentStore(pool, vault, { soleInstance });
  const watch = new ProjectionWatch(
    rows,
    rowNotices && { notifications: rowNotices, self: { service, instance } },
  );
  // Another store tells of all appends by itself.
  const tells = config.eventStore.kind === 'postgres' ? notifications : undefined;
  const hub = new FeedHub({
    ...{ store, log, readsAll: soleInstance },
    ...(tells && { isTold: () => tells.arrive, pollMs: FOREIGN_POLL_MS }),
  });
  const { feed, topics } = openFollowing({
    ...{ config, service, instance, hub, bus, log, taken: opened.taken },
    owns: owned,
    sealing: () => messageSealing(keys.bus),
  });
  const streams = topics ? openStreams({ bus, store, owns: owned }) : store;
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<unknown> | undefined;
  const dispatcher = new CommandDispatcher({
    ...{ pool, bus, log, clock, clocks: clock, instance, soleInstance, leaseMs: config.leaseMs },
    systemNow: now,
    ...(notifications && { isTold: () => notifications.arrive }),
  });
  notifications?.on(CLOCKS, () => void dispatcher.look());
  for (const { name, owns = [], projections } of services)
    for (const projection of projections) {
      const isDivided = topics !== undefined && !owned.some((prefix) => prefix === projection.streamPrefix);
      watch.hosts(projection.name, { isDivided });
      const onStarted = () => watch.noteStart(projection.name);
      const onAdvanced = (_place: Checkpoint, changes: RowChanges) =>
        watch.noteAdvance(projection.name, changes);
      const runner = new ProjectionRunner({
        ...{ pool: servicePools.of(name), projection, onStarted, onAdvanced },
        tellsAs: rowNotices && { service, instance },
      });
      feed.follow(runner, owns);
    }
  for (const { owns = [], processes } of services)
    for (const process of processes)
      feed.follow(
        new ProcessRunner(pool, process, dispatcher, () => store.head(), { isAlone: soleInstance, ahead }),
        owns,
      );
  const consumers: AnyEventConsumer[] = [];
  for (const { name, owns = [], consumers: make, consumerNames = [] } of services)
    for (const consumer of make?.({ config, pool: servicePools.of(name), store, streams, log }) ?? []) {
      if (!consumerNames.includes(consumer.name)) throw new Error(`${name} does not name ${consumer.name}`);
      consumers.push(consumer);
      feed.follow(consumer, owns);
    }
  const publisher = consumers.find((consumer) => consumer instanceof Publisher);
  const relays = openRelays({ config, services, keys: keys.bus, pool, store, log });
  for (const relay of relays.consumers) feed.follow(relay, relay.streams);

  const servers = knownPlaces(config, databaseUrl);
  const loopDelay = new LoopDelay();
  const pools = { rows: pool, events: databases.appends, ...servicePools.byName };
  const poolWaits = Object.fromEntries(Object.entries(pools).map(([name, one]) => [name, watchWaits(one)]));
  const load = new Load(config.operations.limits, loopDelay, Object.values(poolWaits));
  const { dataDir } = config;
  const { unrelayed } = relays;
  addStateMetrics(metrics, {
    store,
    feed,
    topics,
    dispatcher,
    publisher,
    unrelayed,
    bus,
    pools,
    pool,
    dataDir,
  });
  let leaving = false;
  let stoppingAt = 'requests under way';
  let stopping: Promise<void> | undefined;

  /** From the source on: no more events, then no more commands of processes. */
  async function stopFollowing(): Promise<void> {
    clearInterval(sweeper);
    await sweeping;
    stoppingAt = 'events being followed';
    await feed.stop();
    await relays.close();
    stoppingAt = 'commands of processes';
    await dispatcher.stop();
    // The bus is next.
    stoppingAt = 'commands under way';
  }

  const runtime: Runtime = {
    config,
    log,
    clock,
    clocks,
    systemNow: now,
    pool,
    poolOf: (service) => servicePools.of(service),
    store,
    streams,
    bus,
    vault,
    signing,
    contents,
    watch,
    soleInstance,
    feed,
    topics,
    dispatcher,
    testWork: new TestWork({
      ...{ clocks, dispatcher, feed, store, soleInstance },
      isLeaving: () => leaving,
    }),
    publisher,
    consumers,
    telemetry: { metrics, tracing },
    load,
    probe,
    poolWaits,
    places: servers,
    addresses: new AddressRules(config.webhooks.allow, servers),
    get leaving() {
      return leaving;
    },
    get stoppingAt() {
      return stoppingAt;
    },
    async startFollowing() {
      notifications?.start();
      rowNotices?.start();
      await patient(() => feed.start());
      await patient(() => dispatcher.start());
      sweeper = setInterval(() => {
        sweeping ??= Promise.all([
          ...[contents.sweep(), sweepRemovedRows(rows), opened.outcomes.sweep()],
          ...[vault.forgetDestroyed(), signing.forgetDestroyed(), noteReserved()],
        ]).then(
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
      await Promise.all([notifications?.close(), rowNotices?.close()]);
      await noteReserved();
      await store.close();
      loopDelay.stop();
      await closeConnections();
    },
  };
  return runtime;
}
