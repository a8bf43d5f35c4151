import type { DomainEvent, StreamEvent } from '#kernel';
import type { EventOf, StreamPrefix } from '#contracts';

/**
 * A place in what a feed brings, as text that only the feed itself reads: a position of the store's feed, or offsets of
 * partitions. Consumers keep it and hand it back; they may ask whether two are the same, and nothing else.
 */
export type Checkpoint = string & { readonly [place]: 'place' };
declare const place: unique symbol;

/**
 * Something that follows streams, as the feed sees it: any streams, any events. {@link EventConsumer} holds a consumer
 * to those of the catalogue. One that needs more of its events than every feed tells, such as their positions in a store,
 * says so by `Event`, and only a feed that brings those takes it.
 */
export interface AnyEventConsumer<Event extends StreamEvent = StreamEvent> {
  readonly name: string;
  /** How the names of the streams begin that it follows, such as `invoice-`; '' follows all there are. */
  readonly streams: readonly string[];
  /** How long it stands by for another process that runs it too before it looks again; undefined: a second. */
  readonly standbyMs?: number;
  /** Nobody who asks this process for something waits for it: that it is behind makes the process no less ready. */
  readonly background?: boolean;
  /**
   * Loads its place: what comes after it is delivered. Undefined: from the first event on. Called again after each failure.
   *
   * @param undo for a consumer that keeps what it took only later: what it has taken since this start could not be kept,
   *   and is to be delivered again, as if `handle` had thrown the error
   */
  start(undo: (error: unknown) => void): Promise<Checkpoint | undefined>;
  /**
   * Takes the events between its last place and this one. It keeps the place together with the result.
   * None: there are only events of others in between. Throwing means: nothing was kept, deliver again.
   * @throws {CheckpointMoved}
   */
  handle(events: readonly Event[], place: Checkpoint): Promise<void>;
  /** Gives back what it holds; nothing is delivered any more. */
  stop?(): Promise<void>;
}

/** A consumer of the catalogue's streams: it names their prefixes, and its events are the union of theirs. */
export interface EventConsumer<Prefix extends StreamPrefix> extends AnyEventConsumer {
  readonly streams: readonly Prefix[];
  handle(events: readonly StreamEvent<EventOf<Prefix>>[], place: Checkpoint): Promise<void>;
}

/**
 * A consumer of streams that come by several roads: it has a place on each. All its streams have their road for ever, so
 * what it keeps of a stream is one lane's alone.
 */
export interface LanedConsumer extends AnyEventConsumer {
  /**
   * The same consumer for one lane, which keeps a place of its own.
   * @param name of the place; the same for the same lane in every process
   */
  lane(name: string): AnyEventConsumer;
}

/** The right of one process to run all lanes of a consumer, until it loses it or gives it back. */
export interface Hold extends Pick<LanedConsumer, 'lane'> {
  /** Counts the holders, one after the other: no two have the same. */
  readonly epoch: string;
  /** Whether this process still has it, as far as it knows. What it does without is refused where it takes effect. */
  readonly lasts: boolean;
  /**
   * Hears now and then that its lanes have taken everything that was in the logs so many milliseconds ago.
   * @throws {CheckpointMoved} where its lanes have to begin again, or another process has the right now
   */
  keepUp(agoMs: number): Promise<void>;
  /** Lets another process have it at once. */
  release(): Promise<void>;
}

/**
 * A consumer that writes somewhere else, where no transaction keeps a second process out: one process at a time runs all its
 * lanes. Over the store's feed it sees to that by itself; over logs it is asked before they are read.
 */
export interface HeldConsumer extends AnyEventConsumer {
  /** How the names of the streams begin that its lanes follow. */
  readonly lanedStreams: readonly string[];
  /** After so many milliseconds of failures of a lane another process is to try, if there is one. */
  readonly handOverMs: number;
  /** How often its hold is to hear how its lanes keep up, in milliseconds. */
  readonly keepUpMs: number;
  /** Takes the right; undefined: another process has it. */
  hold(): Promise<Hold | undefined>;
}

/** A consumer's place was moved by another process, which runs it too: what was made from the old one must not be kept. */
export class CheckpointMoved extends Error {
  constructor(name: string) {
    super(`the checkpoint of ${name} was moved by another process`);
    this.name = 'CheckpointMoved';
  }
}

/** How a consumer is doing. */
export interface ConsumerStatus {
  readonly name: string;
  /** Failures in a row. */
  readonly failures: number;
  readonly lastError: string | undefined;
}

/**
 * The event side of the message bus. A consumer doesn't know what brings its events: the event store's own feed, or a
 * log between services, which follows a place on each of its partitions. Adapters pass `eventFeedContract` (contract.ts).
 *
 * - Each stream's events come in order, at least once, and none is left out. Nothing is promised about the order of two
 *   streams: an adapter may bring them by several roads.
 * - Only events of the streams that the consumer names are delivered. Its place moves past the others' too, within a
 *   second or so while there is anything to pass.
 * - A consumer handles one delivery at a time. One that fails is tried again from its own place, with growing pauses;
 *   neither it nor a slow one holds up the others.
 * - Of the processes that run the same consumer, one at a time gets through: the others throw {@link CheckpointMoved},
 *   and stand by without counting a failure.
 */
export interface EventFeed<Consumer extends AnyEventConsumer = AnyEventConsumer> {
  /** Before `start`. */
  follow(consumer: Consumer): void;
  start(): Promise<void>;
  /** Lets consumers finish what they are on, then delivers nothing more. */
  stop(): Promise<void>;
  status(): readonly ConsumerStatus[];
}

/** Events whose streams a consumer follows. */
export const follow = <Event extends Pick<StreamEvent<DomainEvent>, 'streamId'>>(
  { streams }: Pick<AnyEventConsumer, 'streams'>,
  events: readonly Event[],
): readonly Event[] => events.filter(({ streamId }) => streams.some((prefix) => streamId.startsWith(prefix)));
