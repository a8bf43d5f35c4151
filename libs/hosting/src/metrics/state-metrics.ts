import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Gauge, Counter } from 'prom-client';
import { distance, START, systemNow, type Position } from '#kernel';
import type { CommandBus } from '#bus';
import type { EventStore } from '#event-store';
import type { CommandDispatcher, FeedHub, OldestUnrelayed, Publisher } from '#eventing';
import type { Metrics } from './metrics.js';

/** The parts of a runtime whose state is read when a collector requests the metrics. */
export interface Observed {
  readonly store: Pick<EventStore, 'head' | 'readFeed' | 'positionsPerEvent'>;
  readonly feed: Pick<FeedHub, 'status'>;
  /** Whether it reads the topics of other services; undefined: it follows none. */
  readonly topics?: { readonly connected: boolean } | undefined;
  readonly dispatcher: Pick<CommandDispatcher, 'status'>;
  readonly publisher?: Pick<Publisher, 'active' | 'unpublishedMs'> | undefined;
  /** Of the services whose events this process may relay. */
  readonly unrelayed?: readonly Pick<OldestUnrelayed, 'service' | 'ageMs'>[];
  readonly bus: Pick<CommandBus, 'status'>;
  readonly pools: Readonly<Record<string, pg.Pool>>;
  /** Runs `query` on the database that all processes share. */
  readonly pool: pg.Pool;
  readonly dataDir: string;
}

/** Beyond this number, commands are not counted one by one. */
const COUNTED = 10_000;
interface CommandsOfService {
  readonly service: string;
  readonly due: number;
  readonly retrying: number;
  /** Seconds; negative where it is due later. */
  readonly oldest: number | null;
}

/** One look at the index for each service that has commands. */
const COMMANDS_BY_SERVICE = `
  WITH RECURSIVE services(service) AS (
    (SELECT target FROM platform.pending_commands ORDER BY target LIMIT 1)
    UNION ALL
    SELECT (SELECT p.target FROM platform.pending_commands p WHERE p.target > s.service ORDER BY p.target LIMIT 1)
    FROM services s WHERE s.service IS NOT NULL
  )
  SELECT service,
         (SELECT count(*)::int FROM (SELECT FROM platform.pending_commands
            WHERE target = service AND due_at <= now() LIMIT ${COUNTED}) AS d) AS due,
         (SELECT count(*)::int FROM (SELECT FROM platform.pending_commands
            WHERE target = service AND attempts > 0 AND due_at <= now() + interval '61 seconds'
            LIMIT ${COUNTED}) AS r) AS retrying,
         (SELECT extract(epoch FROM now() - min(due_at))::float8 FROM platform.pending_commands
            WHERE target = service) AS oldest
  FROM services WHERE service IS NOT NULL`;

/** A collector waits only a few seconds: a database that hangs must not hide the other metrics. */
const PATIENCE_MS = 3_000;

/** Adds the pending work of a process (lag, waiting commands, connections, disk), read on each request for metrics. */
export function addStateMetrics(metrics: Metrics, observed: Observed): void {
  const registers = [metrics.registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames: [...labelNames], registers });
  const total = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter<Label>({ name, help, labelNames: [...labelNames], registers });

  const up = gauge('timbra_database_up', '1 when the database answers');
  const head = gauge('timbra_event_store_head', 'Position of the newest event');
  const position = gauge('timbra_consumer_position', 'Where a consumer of the feed stands', ['consumer']);
  const behind = gauge('timbra_consumer_lag_events', 'Events that a consumer has before it, at most', [
    'consumer',
  ]);
  const late = gauge('timbra_consumer_lag_seconds', 'Age of the oldest event that it has before it', [
    'consumer',
  ]);
  const ahead = gauge('timbra_lanes_lag_messages', 'Messages of topics that it has before it here, at most', [
    'consumer',
  ]);
  const laneFailing = gauge(
    'timbra_lanes_failures',
    'Attempts in a row that failed, of its worst lane here',
    ['consumer'],
  );
  const failing = gauge('timbra_consumer_failures', 'Attempts in a row that failed', ['consumer']);
  const failingFor = gauge('timbra_consumer_failing_seconds', 'For how long every attempt has failed', [
    'consumer',
  ]);
  const due = gauge('timbra_pending_commands_due', 'Commands of processes that should have been sent by now');
  const oldest = gauge('timbra_pending_commands_oldest_seconds', 'For how long the oldest of them is due');
  const dueOf = gauge(
    'timbra_pending_commands_due_by_service',
    'Those due, by the service that they are for',
    ['service'],
  );
  const oldestOf = gauge(
    'timbra_pending_commands_oldest_by_service_seconds',
    'For how long the oldest of them is due, by the service that it is for',
    ['service'],
  );
  const retrying = gauge(
    'timbra_pending_commands_retrying',
    'Commands of processes that failed and are tried again',
  );
  const sending = gauge('timbra_pending_commands_in_flight', 'Those that this process is sending');
  const waiting = gauge('timbra_bus_pending', 'Commands sent from here that wait for their answers');
  const working = gauge('timbra_bus_in_flight', 'Commands taken by this process and not finished');
  const connected = gauge('timbra_bus_connected', '1 when commands can travel');
  const lag = gauge('timbra_bus_lag', 'Commands in the log before this process, by service', ['service']);
  const retried = total('timbra_bus_retries_total', 'Attempts at commands that failed and were made again');
  const buried = total('timbra_bus_dead_letters_total', 'Commands given up: see npm run dead-letters');
  const connections = gauge('timbra_database_connections', 'Connections by pool: busy, idle', [
    'pool',
    'state',
  ]);
  const queued = gauge('timbra_database_waiting', 'Queries that wait for a connection', ['pool']);
  const publishes = gauge(
    'timbra_publisher_active',
    '1 in the process that publishes events; 0 in those that stand by',
  );
  const unpublished = gauge(
    'timbra_publisher_unpublished_age_seconds',
    'How long the oldest event that no process has published has been stored; told by those that could',
  );
  const relayed = gauge(
    'timbra_relay_unrelayed_age_seconds',
    'How long the oldest event of a service has been stored that no process has relayed; told by those that could',
    ['service'],
  );
  const free = gauge('timbra_disk_free_bytes', 'Free space where the data folder is');
  const size = gauge('timbra_disk_size_bytes', 'All space where the data folder is');

  const lookAtBus = (): void => {
    const status = observed.bus.status();
    waiting.set(status.pending);
    working.set(status.inFlight);
    connected.set(status.connected && observed.topics?.connected !== false ? 1 : 0);
    retried.reset();
    retried.inc(status.retried);
    buried.reset();
    buried.inc(status.deadLettered);
    for (const [service, messages] of Object.entries(status.lag)) lag.set({ service }, messages);
    sending.set(observed.dispatcher.status().inFlight);
    for (const [name, pool] of Object.entries(observed.pools)) {
      connections.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
      connections.set({ pool: name, state: 'idle' }, pool.idleCount);
      queued.set({ pool: name }, pool.waitingCount);
    }
  };

  /** Known also where the store does not answer. */
  const lookAtFailures = (): void => {
    for (const { name: consumer, failures, failingMs, lanes } of observed.feed.status()) {
      (lanes ? laneFailing : failing).set({ consumer }, failures);
      failingFor.set({ consumer }, failingMs / 1000);
    }
  };

  const lookAtFeed = async (): Promise<void> => {
    const newest = await observed.store.head();
    head.set(distance(START, newest));
    const ages = new Map<Position, number>();
    const ageAfter = async (after: Position): Promise<number> => {
      const [next] = newest > after ? await observed.store.readFeed(after, 1) : [];
      return next ? Math.max(0, (systemNow().getTime() - next.recordedAt.getTime()) / 1000) : 0;
    };
    for (const { name: consumer, position: at, lanes } of observed.feed.status()) {
      if (lanes) {
        if (lanes.behind === undefined) ahead.remove({ consumer });
        else ahead.set({ consumer }, lanes.behind);
        continue;
      }
      if (at === undefined) continue;
      position.set({ consumer }, distance(START, at));
      const events = distance(at, newest) / (observed.store.positionsPerEvent ?? 1);
      behind.set({ consumer }, Math.max(0, Math.ceil(events)));
      const age = ages.get(at) ?? (await ageAfter(at));
      ages.set(at, age);
      late.set({ consumer }, age);
    }
  };

  const lookAtCommands = async (): Promise<void> => {
    const { rows } = await observed.pool.query<CommandsOfService>(COMMANDS_BY_SERVICE);
    const services = rows.map((row) => ({ ...row, oldest: Math.max(0, row.oldest ?? 0) }));
    dueOf.reset();
    oldestOf.reset();
    for (const { service, due: count, oldest: age } of services) {
      dueOf.set({ service }, count);
      oldestOf.set({ service }, age);
    }
    due.set(services.reduce((sum, one) => sum + one.due, 0));
    retrying.set(services.reduce((sum, one) => sum + one.retrying, 0));
    oldest.set(Math.max(0, ...services.map(({ oldest: age }) => age)));
  };

  const lookAtPublisher = async (): Promise<void> => {
    const { publisher } = observed;
    publishes.set(publisher?.active ? 1 : 0);
    if (publisher) unpublished.set((await publisher.unpublishedMs()) / 1000);
  };

  const lookAtRelays = async (): Promise<void> => {
    for (const one of observed.unrelayed ?? [])
      relayed.set({ service: one.service }, (await one.ageMs()) / 1000);
  };

  const lookAtDisk = async (): Promise<void> => {
    const { bavail, blocks, bsize } = await statfs(observed.dataDir);
    free.set(bavail * bsize);
    size.set(blocks * bsize);
  };

  metrics.beforeReading(async () => {
    lookAtBus();
    lookAtFailures();
    const looks = [lookAtFeed(), lookAtCommands(), lookAtPublisher(), lookAtRelays()];
    const database = Promise.all(looks).then(() => 1);
    up.set(await Promise.race([database, sleep(PATIENCE_MS, 0, { ref: false })]).catch(() => 0));
    // A data folder that is not there has no disk to tell of.
    await lookAtDisk().catch(() => undefined);
  });
}
