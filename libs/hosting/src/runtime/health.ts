import { distance, monotonicMs, systemNow, type Position } from '#kernel';
import type { CommandBus } from '#bus';
import type { Publisher } from '#eventing';
import type { Runtime } from './runtime.js';
import type { WriteProbe, WriteProblem } from './write-probe.js';

export interface HealthBounds {
  /** Events that a projection or process manager may be behind. */
  readonly maxLag?: number;
  /** For how long a consumer that somebody waits for may fail. */
  readonly maxFailingMs?: number;
  /** How long the event store may take to answer. */
  readonly databaseTimeoutMs?: number;
  /** For how long the first query of a pool may wait for a connection. */
  readonly maxPoolWaitMs?: number;
  /** How long ago the dispatcher may last have looked for due commands. */
  readonly maxSweepAgeMs?: number;
}

/** Whether this process should get requests, and why not. Holds nothing secret: it may be shown to anybody. */
export interface Readiness {
  readonly ready: boolean;
  /** It is shutting down: it finishes running work, and new requests belong elsewhere. */
  readonly leaving: boolean;
  readonly checks: {
    /** Whether a write gets to its disk, over a connection of its own; and if not, why. */
    readonly database: {
      readonly ok: boolean;
      readonly answeredInMs: number;
      readonly problem: WriteProblem | null;
    };
    /** `waiting` names the pools of this process whose queries get no connection. */
    readonly connections: { readonly ok: boolean; readonly waiting: readonly string[] };
    /** Whether the event store tells its newest event. */
    readonly events: { readonly ok: boolean; readonly answeredInMs: number };
    /**
     * `behind` names the consumers beyond the bound, `failing` those whose last attempt failed. Not `ok` either while one of
     * these that somebody waits for has failed for too long.
     */
    readonly feed: {
      readonly ok: boolean;
      readonly lag: number;
      readonly behind: readonly string[];
      readonly failing: readonly string[];
    };
    readonly dispatcher: { readonly ok: boolean; readonly inFlight: number };
    /** Whether commands can travel, and domain events of other services come. */
    readonly bus: { readonly ok: boolean; readonly pending: number };
    /** In the processes that can publish events: both in the one that does and in those that stand by. */
    readonly publisher?: PublisherCheck;
  };
}

/** Whether events are published, by whichever process. */
export interface PublisherCheck {
  readonly ok: boolean;
  /** Whether this process is the one that publishes. */
  readonly active: boolean;
  /** How long the oldest unpublished event has been stored; absent where the database did not say. */
  readonly oldestUnpublishedMs?: number;
  readonly limitMs: number;
  /** What is wrong, as a sentence. */
  readonly says?: string;
}

/** The health of this process, for who injects it (HEALTH). */
export interface Health {
  alive(): boolean;
  readiness(): Promise<Readiness>;
}

/**
 * Whether the process can recover by itself. False when a consumer of the bus has ended for good, or has heard nothing
 * of its group for minutes: orchestrators then restart it. An unavailable broker or database does not cause this.
 */
export const alive = ({ bus, topics }: Pick<Examined, 'bus' | 'topics'>): boolean =>
  bus.status().alive && topics?.alive !== false;

/** What readiness looks at. */
export type Examined = Pick<Runtime, 'store' | 'feed' | 'dispatcher'> & {
  readonly bus: Pick<CommandBus, 'status'>;
  readonly topics?: Runtime['topics'];
  readonly leaving?: boolean;
  readonly probe?: Pick<WriteProbe, 'look'>;
  readonly poolWaits?: Runtime['poolWaits'];
  readonly publisher?: Publishing | undefined;
  readonly soleInstance?: boolean;
};

/**
 * Ready means: it is not shutting down, the database takes writes, this process has connections to it, read models and
 * process managers are close to the newest event, due commands are being looked for, and commands can travel. In a
 * process of the publisher, no event waits for too long; where all services are one process, its API does not depend on
 * that. A consumer that fails makes the process unready once it has failed for longer than the bound, or is behind: until
 * then the other read models still answer, and who waits for this one waits for a moment.
 */
export async function readiness(runtime: Examined, bounds: HealthBounds = {}): Promise<Readiness> {
  const { maxLag = 1_000, maxFailingMs = 15_000 } = bounds;
  const { databaseTimeoutMs = 2_000, maxSweepAgeMs = 15_000, maxPoolWaitMs = 2_000 } = bounds;
  const asked = monotonicMs();
  const [written, { head, answeredInMs }, publisher] = await Promise.all([
    runtime.probe?.look() ?? { problem: null, answeredInMs: 0 },
    within(runtime.store.head(), databaseTimeoutMs).then((answer) => ({
      head: answer,
      answeredInMs: Math.round(monotonicMs() - asked),
    })),
    runtime.publisher && checkPublisher(runtime.publisher, databaseTimeoutMs),
  ]);
  const waiting = Object.entries(runtime.poolWaits ?? {})
    .filter(([, waitMs]) => waitMs() > maxPoolWaitMs)
    .map(([name]) => name);
  const perEvent = runtime.store.positionsPerEvent ?? 1;
  const consumers = runtime.feed.status().map((consumer) => {
    const { position, lanes } = consumer;
    // The feed has holes, so this is an upper bound; the head may be older than the consumer's position. How far behind
    // one is nobody knows without a head: then `events` is what is wrong.
    const lag = (from: Position) =>
      head === undefined ? 0 : Math.max(0, Math.ceil(distance(from, head) / perEvent));
    const behind = lanes ? lanes.behind : position === undefined ? undefined : lag(position);
    return { ...consumer, lag: behind ?? Infinity };
  });
  const waitedFor = consumers.filter(({ background }) => !background);
  const behind = waitedFor.filter(({ lag }) => lag > maxLag);
  const isStuck = waitedFor.some(({ failingMs }) => failingMs > maxFailingMs);
  const { sweptAt, inFlight } = runtime.dispatcher.status();
  const { connected, pending } = runtime.bus.status();
  const { leaving = false, soleInstance = false } = runtime;

  const checks: Readiness['checks'] = {
    database: { ok: written.problem === null, ...written },
    connections: { ok: waiting.length === 0, waiting },
    events: { ok: head !== undefined, answeredInMs },
    feed: {
      ok: behind.length === 0 && !isStuck,
      lag: Math.max(0, ...waitedFor.map(({ lag }) => lag).filter(Number.isFinite)),
      behind: behind.map(({ name }) => name),
      failing: consumers.filter(({ failures }) => failures > 0).map(({ name }) => name),
    },
    dispatcher: { ok: sweptAt !== undefined && systemNow().getTime() - sweptAt <= maxSweepAgeMs, inFlight },
    bus: { ok: connected && runtime.topics?.connected !== false, pending },
    ...(publisher && { publisher }),
  };
  const { publisher: published, ...others } = checks;
  const well = Object.values(others).every(({ ok }) => ok) && (soleInstance || published?.ok !== false);
  return { ready: !leaving && well, leaving, checks };
}

type Publishing = Pick<Publisher, 'active' | 'maxAgeMs' | 'unpublishedMs'>;

async function checkPublisher(publisher: Publishing, timeoutMs: number): Promise<PublisherCheck> {
  const oldestUnpublishedMs = await within(publisher.unpublishedMs(), timeoutMs);
  const { active, maxAgeMs: limitMs } = publisher;
  if (oldestUnpublishedMs === undefined) {
    const says = 'The database did not say in time how old the oldest unpublished event is.';
    return { ok: false, active, limitMs, says };
  }
  const ok = oldestUnpublishedMs <= limitMs;
  const age = `${Math.floor(oldestUnpublishedMs / 1000)} s ago, more than ${limitMs / 1000} s`;
  const says = `Events are not published: the oldest one that waits was stored ${age}.`;
  return { ok, active, oldestUnpublishedMs, limitMs, ...(!ok && { says }) };
}

/** For how long an answer holds: whoever asks more often costs the database nothing. */
const REMEMBERED_MS = 1_000;

/** The health of a process, as it is shown: readiness is found out once for all who ask at about the same time. */
export function healthOf(runtime: Examined & { readonly leaving: boolean }): Health {
  let last: Promise<Readiness> | undefined;
  const found = (): Promise<Readiness> =>
    (last ??= readiness(runtime).finally(() => setTimeout(() => (last = undefined), REMEMBERED_MS).unref()));
  return {
    alive: () => alive(runtime),
    readiness: async () => {
      const state = await found();
      // That it goes is told at once.
      return { ...state, ready: state.ready && !runtime.leaving, leaving: runtime.leaving };
    },
  };
}

/** The answer, or undefined when it fails or does not come in time. */
function within<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer));
  });
}
