import { setMaxListeners } from 'node:events';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { systemNow } from '#kernel';
import type { KeptHandler } from '../port.js';
import { NoHandler } from '../port.js';
import { faultOf } from '../faults.js';
import { asHandling } from '../trace-context.js';
import { attempt, type RetryPolicy, type Tried } from './attempts.js';
import { commandMeta, decodeCommand, headerText, HEADER, Unreadable, type Answer } from './codec.js';
import type { AnswerTo, CommandMeta, Sealing } from './codec.js';
import { deadLetter } from './dead-letter.js';
import { Executor, type ExecutorLimits } from './executor.js';
import { GROUP_TIMINGS, GroupWatch } from './group-watch.js';
import type { Outgoing } from './outbox.js';
import { KafkaNotReady } from './settings.js';
import { Watermark } from './watermark.js';
import { LEAVE_MS, within } from './within.js';

export interface CommandsOptions {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly group: string;
  readonly deadLetters: string;
  readonly handlerOf: (type: string) => KeptHandler | undefined;
  /** Resolves when the answer is written. */
  readonly answer: (to: AnswerTo, answer: Answer) => Promise<void>;
  readonly write: (message: Outgoing) => Promise<void>;
  readonly retry: RetryPolicy;
  readonly limits: ExecutorLimits;
  readonly log: Logger;
  readonly sealing?: Sealing | undefined;
}

const JOIN_MS = 30_000;
const COMMIT_MS = 500;
/** How much larger than its compressed bytes a message becomes in memory, roughly. */
const UNZIPPED = 8;

/**
 * Delivers the commands of one service. Messages of one key go one after the other, different keys side by side;
 * slow work delays only its own key. An offset is committed when everything before it is finished, so a
 * process that dies leaves what it had under way to the next one.
 */
export class Commands {
  readonly counts = { handled: 0, retried: 0, deadLettered: 0 };
  private readonly consumer: Consumer;
  private readonly watch: GroupWatch;
  private readonly executor: Executor;
  private readonly partitions = new Map<number, Watermark>();
  private readonly committed = new Map<number, bigint>();
  private readonly lags = new Map<number, number>();
  /**
   * Keys whose last command was given up: until one succeeds, the next ones are tried once, so they delay others only
   * briefly.
   */
  private readonly poisoned = new LRUCache<string, true>({ max: 1_000 });
  private readonly stopping = new AbortController();
  private committer: NodeJS.Timeout | undefined;
  private committing: Promise<void> | undefined;

  constructor(private readonly options: CommandsOptions) {
    this.executor = new Executor(options.limits);
    // Every command that waits for its next attempt listens.
    setMaxListeners(0, this.stopping.signal);
    this.consumer = options.kafka.consumer({ ...GROUP_TIMINGS, groupId: options.group });
    this.watch = new GroupWatch(this.consumer, (assigned) => this.assign(assigned[options.topic] ?? []));
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
    this.committer = setInterval(() => void this.commit(), COMMIT_MS).unref();
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
    // Stay a member until the work is finished, so that no other process gets the partitions meanwhile.
    if (this.watch.connected) this.consumer.pause([{ topic }]);
    await within(timeoutMs, this.executor.idle());
    clearInterval(this.committer);
    await within(
      LEAVE_MS,
      (this.committing ?? Promise.resolve()).then(() => this.commit()),
    );
    await within(LEAVE_MS, this.consumer.disconnect());
  }

  private assign(partitions: readonly number[]): void {
    for (const [partition, watermark] of this.partitions) {
      if (partitions.includes(partition)) continue;
      watermark.lost = true;
      this.partitions.delete(partition);
      this.committed.delete(partition);
      this.lags.delete(partition);
    }
    for (const partition of partitions)
      if (!this.partitions.has(partition)) this.partitions.set(partition, new Watermark());
  }

  private async take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const watermark = this.partitions.get(batch.partition);
    if (!watermark) return;
    for (const message of batch.messages) {
      while (!this.executor.hasRoom() && !this.stopping.signal.aborted) {
        await this.executor.room(GROUP_TIMINGS.heartbeatInterval);
        await payload.heartbeat();
      }
      if (this.stopping.signal.aborted || watermark.lost || !payload.isRunning() || payload.isStale()) return;
      if (watermark.take(BigInt(message.offset))) this.begin(batch.partition, message, watermark);
      payload.resolveOffset(message.offset);
    }
    this.lags.set(batch.partition, Number(batch.offsetLag()));
    await payload.heartbeat();
  }

  private begin(partition: number, message: KafkaMessage, watermark: Watermark): void {
    const key = message.key?.toString() ?? `${partition}/${message.offset}`;
    const compressed = headerText(message.headers, HEADER.encoding) !== undefined;
    const bytes = (message.value?.length ?? 0) * (compressed ? UNZIPPED : 1);
    const left = () => watermark.lost || this.stopping.signal.aborted;
    this.executor.run(key, bytes, async () => {
      if (left()) return;
      if (await this.handle(key, partition, message, left)) watermark.finish(BigInt(message.offset));
    });
  }

  /** True when the message is finished: handled, or given up and reported to its sender. */
  private async handle(
    key: string,
    partition: number,
    message: KafkaMessage,
    left: () => boolean,
  ): Promise<boolean> {
    const meta = commandMeta(message);
    const tried = await this.try(key, message, meta, left);
    if (tried.kind === 'abandoned') return false;
    this.counts.handled += 1;
    const writes: Promise<void>[] = [];
    if (tried.kind === 'failed' && !(meta.senderRetries && !(tried.error instanceof Unreadable)))
      writes.push(this.bury(partition, message, tried));
    if (meta.answerTo)
      writes.push(
        this.options.answer(
          meta.answerTo,
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
    { senderRetries, traceparent }: CommandMeta,
    left: () => boolean,
  ): Promise<Tried> {
    const { retry, handlerOf, log, sealing } = this.options;
    const label = { ...labelOf(message), key, offset: message.offset };
    const once = senderRetries || this.poisoned.has(key);
    const work = async () => {
      const command = await decodeCommand(message, sealing);
      const handler = handlerOf(command.type);
      if (!handler) throw new NoHandler(command.type);
      return asHandling(traceparent, () => handler(command as never));
    };
    const tried = await attempt(work, once ? { ...retry, attempts: 1 } : retry, {
      left,
      abort: this.stopping.signal,
      hopeless: (error) => error instanceof Unreadable || error instanceof NoHandler,
      onRetry: (error) => {
        this.counts.retried += 1;
        log.warn({ ...label, err: error }, 'a command failed and will be tried again');
      },
    });
    if (tried.kind === 'done') this.poisoned.delete(key);
    if (tried.kind === 'failed' && !senderRetries) this.poisoned.set(key, true);
    return tried;
  }

  private bury(
    partition: number,
    message: KafkaMessage,
    { error, attempts }: { readonly error: unknown; readonly attempts: number },
  ): Promise<void> {
    const { topic, group, deadLetters, log, write } = this.options;
    this.counts.deadLettered += 1;
    log.error(
      { ...labelOf(message), topic, partition, offset: message.offset, err: error, attempts },
      'a command was given up: see the dead letters',
    );
    const now = systemNow();
    return write(deadLetter(deadLetters, { topic, partition, message }, { group, attempts, error, now }));
  }

  /** Commits what is finished, one commit at a time. One that fails is made again by the next. */
  private commit(): Promise<void> {
    this.committing ??= this.commitFinished().finally(() => (this.committing = undefined));
    return this.committing;
  }

  private async commitFinished(): Promise<void> {
    const { topic, log } = this.options;
    const moved = [...this.partitions].flatMap(([partition, { low }]) =>
      low !== undefined && low !== this.committed.get(partition) ? [{ partition, low }] : [],
    );
    if (moved.length === 0 || !this.watch.connected) return;
    try {
      await this.consumer.commitOffsets(
        moved.map(({ partition, low }) => ({ topic, partition, offset: low.toString() })),
      );
      for (const { partition, low } of moved)
        if (this.partitions.has(partition)) this.committed.set(partition, low);
    } catch (error) {
      log.debug({ err: error, topic }, 'offsets could not be committed yet');
    }
  }
}

/** What log lines about a message say of it: which command it was, and whose request it belongs to. */
const labelOf = ({ headers }: KafkaMessage) => ({
  command: headerText(headers, HEADER.type),
  correlationId: headerText(headers, HEADER.correlation),
  traceId: headerText(headers, HEADER.traceparent)?.slice(3, 35),
});
