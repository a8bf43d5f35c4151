import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { monotonicMs, writePosition, type Position, type StreamEvent } from '#kernel';
import {
  CheckpointMoved,
  follow,
  NotInLog,
  PartitionGone,
  type AnyEventConsumer,
  type LogMessage,
  type PartitionLog,
} from '#bus';
import { pauseAfter, STANDBY_MS } from '../feed/pauses.js';
import { offsetOf, placeAt, positionOf } from '../feed/place.js';
import { Failures } from './failures.js';
import type { PartitionReader } from './partition-reader.js';
import type { Past } from './past.js';
import { siftMessages } from './sift.js';

export interface LaneOptions {
  /** Keeps the place of this lane alone. */
  readonly consumer: AnyEventConsumer;
  readonly of: Pick<PartitionLog, 'aggregate' | 'partition'>;
  readonly reader: PartitionReader;
  readonly past: Past;
  /** An event of the log in its present shape. */
  readonly lift: (event: StreamEvent) => StreamEvent;
  readonly batchSize: number;
  readonly log: Logger;
  /** Called with each step forward. */
  readonly onPassed: () => void;
}

/** How far a lane has come. */
interface Cursor {
  /** Of the last event that it took, or up to where the owner has no other: what is not above it is passed over. */
  position: Position;
  /** Where it reads on in the log. */
  offset: bigint;
  /** It asks the owner first; what comes after the answer is at the offset. */
  fromPast: boolean;
  /** The log lacks events up to this position: the owner is asked for those. undefined: for all that there are. */
  hole: Position | undefined;
}

/**
 * One consumer on one partition, at its own pace, from its own place. It passes over every message whose position is not
 * above that of the last event that it took: so it takes each event once, however often the log brings it. A message names the
 * event before it: where the lane has not taken that one, the log lacks events, and the lane asks the owner for them.
 */
export class Lane {
  readonly failures = new Failures();
  private cursor: Cursor | undefined;
  private last: Position | undefined;
  private lastOffset: bigint | undefined;
  private readonly startedAt = monotonicMs();
  /** Where it stood when it was last seen that another process runs it; undefined while it is ours to run. */
  private overtakenAt: Position | undefined;
  /** Of its last start: what it has taken since, and could not keep afterwards. */
  private taken: { undone?: { readonly error: unknown } } = {};
  private readonly stopping = new AbortController();
  /** Ends the wait for messages: it is to begin again, or to stop. */
  private interrupt = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LaneOptions) {}

  start(): void {
    this.running = this.run();
  }

  /** Lets it finish the delivery that it is on. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.interrupt.abort();
    await this.running;
    await this.options.consumer.stop?.();
  }

  /** The position of the last event that it took, when it was last known; undefined: not yet. */
  get position(): Position | undefined {
    return this.last;
  }

  /** Where it reads on in the log; undefined while that is not known, or it follows the owner's answers. */
  get offset(): bigint | undefined {
    return this.cursor?.fromPast === false ? this.cursor.offset : undefined;
  }

  /** Where it last read on in the log: also while it fails, and begins again. */
  get reached(): bigint | undefined {
    return this.offset ?? this.lastOffset;
  }

  /** For how long it has not known that, in milliseconds. */
  get unknownMs(): number {
    return this.reached === undefined ? monotonicMs() - this.startedAt : 0;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const cursor = (this.cursor ??= await this.begin());
        this.last = cursor.position;
        if (this.taken.undone) throw this.taken.undone.error;
        if (await this.standsBy(cursor)) continue;
        await (cursor.fromPast ? this.takePast(cursor) : this.takeNew(cursor));
      } catch (error) {
        if (error instanceof CheckpointMoved) this.overtakenAt = this.cursor?.position;
        this.lastOffset = this.reached;
        this.cursor = undefined;
        await this.rest(this.failed(error));
      }
    }
  }

  /**
   * Where the lane begins, or begins again: behind its place in the log if the event of the place is still right before
   * that. If not, the log has lost it, or was written again, and its offset says nothing: then the owner says what
   * came after it. All that it does not say was stored later, so it comes at or after the end that the log had before.
   */
  private async begin(): Promise<Cursor> {
    const { consumer, reader } = this.options;
    const place = await consumer.start(this.newUndo());
    const [position, offset] = [positionOf(place), offsetOf(place)];
    const end = await reader.end();
    if (offset !== undefined && (await this.isAfter(position, offset, end))) {
      // There is nothing that could fail again.
      if (offset === end) this.failures.clear();
      return { position, offset, fromPast: false, hole: undefined };
    }
    return { position, offset: end, fromPast: true, hole: undefined };
  }

  private async isAfter(position: Position, offset: bigint, end: bigint): Promise<boolean> {
    if (offset <= 0n || offset > end) return false;
    try {
      const { messages } = await this.options.reader.read(offset - 1n, 1, this.interrupt.signal);
      return messages[0]?.offset === offset - 1n && messages[0].position === position;
    } catch (error) {
      if (error instanceof NotInLog) return false;
      throw error;
    }
  }

  /** For the consumer: what it says could not be kept fails its next turn, unless it has begun again by then. */
  private newUndo(): (error: unknown) => void {
    const taken: Lane['taken'] = {};
    this.taken = taken;
    const interrupt = new AbortController();
    if (this.stopping.signal.aborted) interrupt.abort();
    this.interrupt = interrupt;
    return (error) => {
      taken.undone ??= { error };
      interrupt.abort();
    };
  }

  private async takePast(cursor: Cursor): Promise<void> {
    const { past, of, batchSize } = this.options;
    const { signal } = this.interrupt;
    const { aggregate, partition } = of;
    const { events, looked, end } = await past.read(aggregate, partition, cursor.position, batchSize, signal);
    if (signal.aborted) return;
    // Also where there was no event: nobody looks there again.
    if (looked > cursor.position) await this.deliver(cursor, events, looked, undefined);
    else if (!end) throw new Error('the owner has more events, and got no further');
    if (end || (cursor.hole !== undefined && cursor.position >= cursor.hole)) this.endPast(cursor);
    this.failures.clear();
  }

  /** What the owner has not told does not exist any more: the lane does not ask for it again. */
  private endPast(cursor: Cursor): void {
    const { hole } = cursor;
    if (hole !== undefined && hole > cursor.position) cursor.position = hole;
    cursor.fromPast = false;
    cursor.hole = undefined;
  }

  private async takeNew(cursor: Cursor): Promise<void> {
    const { reader, lift, batchSize } = this.options;
    const page = await reader.read(cursor.offset, batchSize, this.interrupt.signal);
    const { taken, behindHole } = siftMessages(page.messages, cursor.position);
    const last = taken.at(-1);
    if (last) {
      const events = await Promise.all(taken.map(async (message) => lift(await message.open())));
      // Not behind what it passes over afterwards: the message before the offset has to be that of the position.
      await this.deliver(cursor, events, last.position, last.offset + 1n);
    }
    if (behindHole) return this.askForHole(cursor, behindHole);
    if (page.next === cursor.offset) return;
    cursor.offset = page.next;
    this.failures.clear();
    this.options.onPassed();
  }

  /** The lane continues with this message when the owner has told what comes before it. */
  private async askForHole(cursor: Cursor, message: LogMessage): Promise<void> {
    const { log, of, consumer } = this.options;
    // Headers are not sealed. Opened, the message confirms what they say.
    await message.open();
    const { offset, previous } = message;
    const label = { consumer: consumer.name, aggregate: of.aggregate, partition: of.partition };
    const missing = { offset: `${offset}`, after: writePosition(cursor.position) };
    const upTo = previous && writePosition(previous);
    log.warn({ ...label, ...missing, upTo }, 'the log lacks events: the lane asks their owner');
    cursor.offset = offset;
    cursor.fromPast = true;
    cursor.hole = previous;
  }

  private async deliver(
    cursor: Cursor,
    events: readonly StreamEvent[],
    position: Position,
    offset: bigint | undefined,
  ): Promise<void> {
    const { consumer } = this.options;
    await consumer.handle(follow(consumer, events), placeAt(position, offset));
    cursor.position = position;
    this.last = position;
  }

  /**
   * Whether another process keeps running the lane: its checkpoint moves. Then this one looks at the checkpoint alone, and
   * takes over when that stands still.
   */
  private async standsBy({ position }: Cursor): Promise<boolean> {
    const { overtakenAt } = this;
    if (overtakenAt === undefined) return false;
    if (overtakenAt === position) {
      this.overtakenAt = undefined;
      return false;
    }
    this.overtakenAt = position;
    this.lastOffset = this.reached;
    this.cursor = undefined;
    this.failures.clear();
    await this.rest(this.standbyMs);
    return true;
  }

  /** Notes a failure; returns how long to wait before the next attempt, in milliseconds; undefined: until it is stopped. */
  private failed(error: unknown): number | undefined {
    const { log, of, consumer } = this.options;
    const label = { consumer: consumer.name, aggregate: of.aggregate, partition: of.partition };
    if (error instanceof PartitionGone) return undefined;
    if (error instanceof CheckpointMoved) {
      log.debug(label, 'another process runs this lane too');
      return this.standbyMs;
    }
    if (error instanceof NotInLog) {
      log.warn({ err: error, ...label }, 'the log has lost the place of this lane: it begins again');
      return pauseAfter(0);
    }
    this.failures.note(error);
    const { count: failures } = this.failures;
    const pauseMs = pauseAfter(failures);
    log.error({ err: error, ...label, failures, pauseMs }, 'lane failed');
    return pauseMs;
  }

  private get standbyMs(): number {
    return this.options.consumer.standbyMs ?? STANDBY_MS;
  }

  private async rest(ms: number | undefined): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    if (ms !== undefined) await sleep(ms, undefined, { signal }).catch(() => undefined);
    else await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
}
