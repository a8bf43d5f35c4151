import { setMaxListeners } from 'node:events';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { systemNow } from '#kernel';
import { NoHandler } from '../port.js';
import { faultOf } from '../faults.js';
import { attempt, type RetryPolicy, type Tried } from './attempts.js';
import { commandMeta, headerText, HEADER, Unreadable, type Answer, type AnswerTo } from './codec.js';
import { deadLetter } from './dead-letter.js';
import { Executor, type ExecutorLimits } from './executor.js';
import { isOutdated } from './group-internals.js';
import { groupTimings, GroupWatch } from './group-watch.js';
import { Over, type Handling } from './handling.js';
import { Offsets } from './offsets.js';
import type { Outgoing } from './outbox.js';
import { KafkaNotReady } from './settings.js';
import type { Watermark } from './watermark.js';
import { LEAVE_MS, within } from './within.js';

export interface CommandsOptions {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly group: string;
  readonly sessionMs: number;
  readonly deadLetters: string;
  readonly handling: Handling;
  /** Resolves when the answer is written. */
  readonly answer: (to: AnswerTo, answer: Answer) => Promise<void>;
  readonly write: (message: Outgoing) => Promise<unknown>;
  readonly retry: RetryPolicy;
  readonly limits: ExecutorLimits;
  readonly log: Logger;
}

const JOIN_MS = 30_000;
const COMMIT_MS = 500;
/** How much larger than its compressed bytes a message becomes in memory, roughly. */
const UNZIPPED = 8;
/** Finished messages that are recognised when they come again after a join: far more than what a commit lags behind. */
const REMEMBERED = 20_000;

/**
 * Delivers the commands of one service. Messages of one key go one after the other, different keys side by side;
 * slow work delays only its own key. An offset is committed when everything before it is finished, so a
 * process that dies leaves what it had under way to the next one. A process that was paused begins nothing until it is
 * surely a member again, and each join begins at the offset that the group then has: see docs/adr/0033.
 */
export class Commands {
  readonly counts = { handled: 0, retried: 0, deadLettered: 0 };
  private readonly consumer: Consumer;
  private readonly watch: GroupWatch;
  private readonly executor: Executor;
  private readonly offsets: Offsets;
  private readonly lags = new Map<number, number>();
  /** What is finished here: a join brings it again where it was not committed. */
  private readonly finished = new LRUCache<string, true>({ max: REMEMBERED });
  /**
   * Keys whose last command was given up: until one succeeds, the next ones are tried once, so they delay others only
   * briefly.
   */
  private readonly poisoned = new LRUCache<string, true>({ max: 1_000 });
  private readonly stopping = new AbortController();
  private readonly timings: ReturnType<typeof groupTimings>;
  private committer: NodeJS.Timeout | undefined;

  constructor(private readonly options: CommandsOptions) {
    this.executor = new Executor(options.limits);
    this.offsets = new Offsets(options);
    // Every command that waits for its next attempt listens.
    setMaxListeners(0, this.stopping.signal);
    this.timings = groupTimings(options.sessionMs);
    this.consumer = options.kafka.consumer({ ...this.timings, groupId: options.group });
    this.watch = new GroupWatch(this.consumer, options.sessionMs, (assigned) => {
      this.lags.clear();
      this.offsets.assign(assigned[options.topic] ?? []);
    });
  }

  async start(): Promise<void> {
    const { topic, group } = this.options;
    await this.consumer.connect();
    await this.consumer.subscribe({ topic, fromBeginning: true });
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.take(payload),
    });
    if (!(await this.watch.joined(JOIN_MS)))
      throw new KafkaNotReady(`Kafka did not let this process join the group ${group} in time.`);
    this.committer = setInterval(() => {
      if (this.watch.connected) void this.offsets.commit();
    }, COMMIT_MS).unref();
  }

  get connected(): boolean {
    return this.watch.connected;
  }

  get alive(): boolean {
    return this.watch.alive;
  }

  get inFlight(): number {
    return this.executor.size;
  }

  get lag(): number {
    return [...this.lags.values()].reduce((sum, lag) => sum + lag, 0);
  }

  /** Takes no more, finishes what has begun, leaves the rest to others, and goes: all within the time, roughly. */
  async stop(timeoutMs: number): Promise<void> {
    const { topic } = this.options;
    this.stopping.abort();
    this.watch.wake();
    // Stay a member until the work is finished, so that no other process gets the partitions meanwhile.
    if (this.watch.connected) this.consumer.pause([{ topic }]);
    await within(timeoutMs, this.executor.idle());
    clearInterval(this.committer);
    if (this.watch.connected) await within(LEAVE_MS, this.offsets.commitLast());
    await within(LEAVE_MS, this.consumer.disconnect());
  }

  private async take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const { partition } = batch;
    if (isOutdated(batch)) return;
    const assigned = this.offsets.of(partition, BigInt(batch.highWatermark), (offsets) =>
      payload.commitOffsetsIfNecessary(offsets),
    );
    if (!assigned) return;
    const { watermark, known } = assigned;
    for (const message of batch.messages) {
      while (!this.executor.hasRoom() && !this.stopping.signal.aborted) {
        await this.executor.room(this.timings.heartbeatInterval);
        await payload.heartbeat();
      }
      if (this.stopping.signal.aborted || watermark.lost || !payload.isRunning() || payload.isStale()) return;
      const repeated = BigInt(message.offset) < known;
      if (watermark.take(BigInt(message.offset))) this.begin(partition, message, watermark, repeated);
      payload.resolveOffset(message.offset);
    }
    this.lags.set(partition, Number(batch.offsetLag()));
    await payload.heartbeat();
  }

  private begin(partition: number, message: KafkaMessage, watermark: Watermark, repeated: boolean): void {
    const key = message.key?.toString() ?? `${partition}/${message.offset}`;
    const compressed = headerText(message.headers, HEADER.encoding) !== undefined;
    const bytes = (message.value?.length ?? 0) * (compressed ? UNZIPPED : 1);
    const name = `${partition}/${message.offset}/${headerText(message.headers, HEADER.id)}`;
    const mayBegin = () => this.mayBegin(watermark);
    this.executor.run(key, bytes, async () => {
      if (!(await mayBegin())) return;
      if (!this.finished.has(name)) {
        if (!(await this.handle(key, partition, message, repeated, mayBegin))) return;
        this.finished.set(name, true);
      }
      watermark.finish(BigInt(message.offset));
    });
  }

  /** Waits until this process is surely a member of the group; false where the message is no longer its own. */
  private async mayBegin(watermark: Watermark): Promise<boolean> {
    for (;;) {
      if (watermark.lost || this.stopping.signal.aborted) return false;
      if (this.watch.mayBegin) return true;
      await this.watch.news();
    }
  }

  /** True when the message is finished: handled, or given up and reported to its sender. */
  private async handle(
    key: string,
    partition: number,
    message: KafkaMessage,
    repeated: boolean,
    mayBegin: () => Promise<boolean>,
  ): Promise<boolean> {
    const { answerTo, senderRetries } = commandMeta(message);
    const tried = await this.try(key, message, repeated, mayBegin);
    if (tried.kind === 'abandoned') return false;
    this.counts.handled += 1;
    const writes: Promise<unknown>[] = [];
    if (tried.kind === 'failed' && isWorthALetter(tried.error, senderRetries))
      writes.push(this.bury(partition, message, tried));
    if (answerTo)
      writes.push(
        this.options.answer(
          answerTo,
          tried.kind === 'done' ? { outcome: tried.outcome } : { fault: faultOf(tried.error) },
        ),
      );
    return Promise.all(writes).then(
      () => true,
      (error: unknown) => {
        this.options.log.error(
          { ...labelOf(message), err: error, offset: message.offset },
          'the outcome of a command is lost',
        );
        return true;
      },
    );
  }

  private async try(
    key: string,
    message: KafkaMessage,
    repeated: boolean,
    mayBegin: () => Promise<boolean>,
  ): Promise<Tried> {
    const { retry, handling, log } = this.options;
    const { senderRetries } = commandMeta(message);
    const label = { ...labelOf(message), key, offset: message.offset };
    const once = senderRetries || this.poisoned.has(key);
    const work = () => handling.handle(message, repeated);
    const tried = await attempt(work, once ? { ...retry, attempts: 1 } : retry, {
      mayBegin,
      abort: this.stopping.signal,
      hopeless: (error) => error instanceof Unreadable || error instanceof NoHandler || error instanceof Over,
      onRetry: (error) => {
        this.counts.retried += 1;
        log.warn({ ...label, err: error }, 'a command failed and will be tried again');
      },
    });
    if (tried.kind === 'done') this.poisoned.delete(key);
    if (tried.kind === 'failed' && isWorthALetter(tried.error, senderRetries)) this.poisoned.set(key, true);
    return tried;
  }

  private bury(
    partition: number,
    message: KafkaMessage,
    { error, attempts }: { readonly error: unknown; readonly attempts: number },
  ): Promise<unknown> {
    const { topic, group, deadLetters, log, write } = this.options;
    this.counts.deadLettered += 1;
    log.error(
      { ...labelOf(message), topic, partition, offset: message.offset, err: error, attempts },
      'a command was given up: see the dead letters',
    );
    const now = systemNow();
    return write(deadLetter(deadLetters, { topic, partition, message }, { group, attempts, error, now }));
  }
}

/** Commands that their senders keep are sent again, and those that nobody waits for any more are over. */
const isWorthALetter = (error: unknown, senderRetries: boolean): boolean =>
  error instanceof Unreadable || (!senderRetries && !(error instanceof Over));

/** What log lines about a message say of it: which command it was, and whose request it belongs to. */
const labelOf = ({ headers }: KafkaMessage) => ({
  command: headerText(headers, HEADER.type),
  correlationId: headerText(headers, HEADER.correlation),
  traceId: headerText(headers, HEADER.traceparent)?.slice(3, 35),
});
