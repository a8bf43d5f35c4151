import { LRUCache } from 'lru-cache';
import { deterministicUuid, ok, refuse, sameTenant } from '#kernel';
import type { Decider, DomainEvent, Result, Tenant } from '#kernel';
import { currentTraceparent } from '#bus';
import type { Command, CommandOutcome, PrefixOf } from '#contracts';
import { NO_STREAM, type AppendOutcome, type EventMetadata, type EventStore } from '#event-store';
import type { NewEvent, RecordedEvent } from '#event-store';
import { roughBytes } from '../memory.js';
import { readStream } from './read-stream.js';

/** A stream as folded so far. */
interface Folded<State> {
  readonly state: State;
  readonly revision: number;
  /** Whose stream it is; undefined while it does not exist. */
  readonly tenant: Tenant | undefined;
  /** Commands that have already left events here, with the revision of their last one. Grows in place. */
  readonly handled: Map<string, number>;
}

/** Others kept changing the aggregate: nothing was done, and a later delivery may succeed. */
export class Contended extends Error {
  constructor(stream: string) {
    super(`${stream} was changed by others at every attempt`);
    this.name = 'Contended';
  }
}

/** Whether a fault is {@link Contended}: one that has crossed a process border is known by its name only. */
export const isContended = (error: unknown): boolean => error instanceof Error && error.name === 'Contended';

export interface AggregateOptions<State, Cmd, Event extends DomainEvent> {
  readonly store: EventStore;
  readonly decider: Decider<State, Cmd, Event>;
  /** Its streams: `invoice-` of `invoice-<id>`. The catalogue says which events they hold, and so which decider they take. */
  readonly stream: PrefixOf<Event>;
  /** Folded streams kept in memory; the expected revision catches one that has gone stale. */
  readonly cacheSize?: number;
  /** What they may take in memory, roughly. */
  readonly cacheBytes?: number;
  readonly maxAttempts?: number;
  /** Told of events before they are appended, and of the state that they lead to. They may not be appended after all. */
  readonly onAppending?: (events: readonly NewEvent[], state: State) => void;
}

/** What the handler decided and stored, for callers that go on working with it. */
export interface Handled<State> {
  readonly state: State;
  readonly stream: string;
  /** Of the command's last event, or, where it left none, of the stream as it is. */
  readonly revision: number;
  /** True when an earlier delivery of the same command had already done the work. */
  readonly replayed: boolean;
  /** True when this delivery appended events. */
  readonly changed: boolean;
}

/**
 * The one way a command becomes events: load, fold, decide, append at the expected revision.
 * A conflict reloads and decides again, a bounded number of times. A command that left its events in the
 * stream before changes nothing. Event ids follow from the command's id and the event itself: an append
 * that is sent twice is recognised by the store, while a second delivery that decided differently (at
 * another time) conflicts, and finds what the first one left.
 */
export class Aggregates<State, Cmd, Event extends DomainEvent> {
  private readonly cache: LRUCache<string, Folded<State>>;

  constructor(private readonly options: AggregateOptions<State, Cmd, Event>) {
    this.cache = new LRUCache({
      max: options.cacheSize ?? 5_000,
      maxSize: options.cacheBytes ?? 32_000_000,
      sizeCalculation: ({ state, handled }) => roughBytes(state) + roughBytes(handled),
    });
  }

  /**
   * Handles one command on the aggregate `key`, the envelope's own unless told otherwise. `expectNew`: the aggregate most likely does not
   * exist yet, so it is not looked for; the append finds out where it does.
   * @throws {Contended} when the attempts run out; also any error of the store
   */
  async handle(
    envelope: Command,
    command: Cmd,
    { key = envelope.key, expectNew = false }: { readonly key?: string; readonly expectNew?: boolean } = {},
  ): Promise<Result<Handled<State>>> {
    const { decider, maxAttempts = 8 } = this.options;
    const stream = this.options.stream + key;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const guess = expectNew && attempt === 0 && !this.cache.has(stream);
      const { folded: current, fresh } = guess
        ? { folded: foldHistory(decider, []), fresh: false }
        : await this.load(key);
      const foreign = isForeign(current, envelope);
      // Treat another tenant's aggregate as missing, but never create one with its id.
      const decision = foreign
        ? decider.decide(command, decider.initial)
        : this.decideOn(current, envelope, command);
      if (foreign) return decision.ok ? refuse('not_found') : decision;
      if (!decision.ok || decision.value.length === 0) {
        // Nothing to append means nothing that would reveal a stale fold: look before answering from it.
        if (!fresh && (await this.refresh(stream, current))) continue;
        if (!decision.ok) return decision;
        const revision = current.handled.get(envelope.id) ?? current.revision;
        return ok({
          state: current.state,
          stream,
          revision,
          replayed: current.handled.has(envelope.id),
          changed: false,
        });
      }
      const events = decision.value.map(({ type, data }, index) => {
        const json = JSON.stringify(data);
        return { id: deterministicUuid(envelope.id, stream, index, type, json), type, data, json };
      });
      const state = decision.value.reduce(decider.evolve, current.state);
      this.options.onAppending?.(events, state);
      const appended = await this.append(stream, current.revision, events, envelope);
      if (appended.kind === 'appended') {
        const { revision } = appended;
        const handled = current.handled.set(envelope.id, revision);
        this.cache.set(stream, { state, revision, handled, tenant: envelope.tenant });
        return ok({ state, stream, revision, replayed: false, changed: true });
      }
      this.cache.delete(stream);
    }
    throw new Contended(stream);
  }

  private async append(
    stream: string,
    revision: number,
    events: readonly NewEvent[],
    envelope: Command,
  ): Promise<AppendOutcome> {
    try {
      return await this.options.store.append(stream, revision, events, metadataOf(envelope));
    } catch (error) {
      // It may have been stored all the same: the next delivery has to look.
      this.cache.delete(stream);
      throw error;
    }
  }

  private decideOn(current: Folded<State>, envelope: Command, command: Cmd): Result<readonly Event[]> {
    if (current.handled.has(envelope.id)) return ok([]);
    if (isStale(current, envelope)) return refuse('precondition_failed');
    return this.options.decider.decide(command, current.state);
  }

  /**
   * Whether the aggregate is at a revision that the command asks for (`ifRevision`), for handlers that claim
   * something before they let it decide; `handle` looks again when it appends.
   */
  async expected(envelope: Command): Promise<Result<void>> {
    if (envelope.ifRevision === undefined) return ok(undefined);
    const stream = this.options.stream + envelope.key;
    const { folded, fresh } = await this.load(envelope.key);
    if (!fresh && (await this.refresh(stream, folded))) return this.expected(envelope);
    const decidesItself = isForeign(folded, envelope) || folded.handled.has(envelope.id);
    return !decidesItself && isStale(folded, envelope) ? refuse('precondition_failed') : ok(undefined);
  }

  /** The present state of an aggregate, as stored; its initial state when it has no history. */
  async state(key: string, tenant: Tenant): Promise<State> {
    return this.stateIn(await this.loadPresent(key), tenant);
  }

  /**
   * The present state of a command's aggregate, the revision of its stream, and whether an earlier delivery of the command has
   * left events there.
   */
  async look({
    id,
    key,
    tenant,
  }: Command): Promise<{ readonly state: State; readonly revision: number; readonly replayed: boolean }> {
    const folded = await this.loadPresent(key);
    const isOurs = folded.tenant !== undefined && sameTenant(folded.tenant, tenant);
    const { revision } = folded;
    return { state: this.stateIn(folded, tenant), revision, replayed: isOurs && folded.handled.has(id) };
  }

  /** The present state of an aggregate, and the revision of its stream. */
  async at(key: string, tenant: Tenant): Promise<{ readonly state: State; readonly revision: number }> {
    const folded = await this.loadPresent(key);
    return { state: this.stateIn(folded, tenant), revision: folded.revision };
  }

  private stateIn(folded: Folded<State>, tenant: Tenant): State {
    return folded.tenant && sameTenant(folded.tenant, tenant) ? folded.state : this.options.decider.initial;
  }

  private async loadPresent(key: string): Promise<Folded<State>> {
    const { folded, fresh } = await this.load(key);
    if (fresh || !(await this.refresh(this.options.stream + key, folded))) return folded;
    return this.loadPresent(key);
  }

  private async load(key: string): Promise<{ folded: Folded<State>; fresh: boolean }> {
    const stream = this.options.stream + key;
    const cached = this.cache.get(stream);
    if (cached) return { folded: cached, fresh: false };
    const history = await readStream<Event>(this.options.store, this.options.stream, key);
    const folded = foldHistory(this.options.decider, history);
    this.cache.set(stream, folded);
    return { folded, fresh: true };
  }

  /** Whether the store holds more than the fold; if so, the fold is forgotten. */
  private async refresh(stream: string, folded: Folded<State>): Promise<boolean> {
    const newer = await this.options.store.read(stream, folded.revision + 1);
    if (newer.length > 0) this.cache.delete(stream);
    return newer.length > 0;
  }
}

type Known = Pick<Folded<unknown>, 'tenant' | 'revision'>;

const isForeign = ({ tenant }: Known, envelope: Command): boolean =>
  tenant !== undefined && !sameTenant(tenant, envelope.tenant);

/** One that does not exist is not stale: its decider says that it is missing. */
const isStale = ({ tenant, revision }: Known, { ifRevision }: Command): boolean =>
  ifRevision !== undefined && tenant !== undefined && !ifRevision.includes(revision);

function foldHistory<State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  history: readonly RecordedEvent<Event>[],
): Folded<State> {
  let state = decider.initial;
  const handled = new Map<string, number>();
  for (const event of history) {
    state = decider.evolve(state, { type: event.type, data: event.data } as Event);
    handled.set(event.metadata.commandId, event.revision);
  }
  const last = history.at(-1);
  const tenant = last && {
    organizationId: last.metadata.organizationId,
    livemode: last.metadata.livemode,
  };
  return { state, revision: last?.revision ?? NO_STREAM, handled, tenant };
}

export const metadataOf = (command: Command): EventMetadata => {
  const traceparent = currentTraceparent();
  return {
    organizationId: command.tenant.organizationId,
    livemode: command.tenant.livemode,
    commandId: command.id,
    correlationId: command.correlationId,
    actor: command.actor,
    ...(traceparent !== undefined && { traceparent }),
  };
};

/** The outcome of a command for the bus: where its aggregate stands, and its answer where it has one. */
export function receipt<State>(handled: Result<Handled<State>>): CommandOutcome<undefined>;
export function receipt<State, Answer>(handled: Result<Handled<State>>, data: Answer): CommandOutcome<Answer>;
export function receipt<State>(handled: Result<Handled<State>>, data?: unknown): CommandOutcome {
  if (!handled.ok) return handled;
  const { stream, revision } = handled.value;
  // Of one that does not exist there is nothing to wait for.
  return ok({ ...(revision > NO_STREAM && { at: { stream, revision } }), data });
}

/** The outcome of a question, or of a command that found nothing to do: its answer where it has one. */
export function answerWithData(): CommandOutcome<undefined>;
export function answerWithData<Answer>(data: Answer): CommandOutcome<Answer>;
export function answerWithData(data?: unknown): CommandOutcome {
  return ok({ data });
}
