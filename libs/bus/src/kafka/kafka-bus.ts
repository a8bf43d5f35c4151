import { randomUUID } from 'node:crypto';
import type { Kafka, Producer } from 'kafkajs';
import type { Logger } from 'pino';
import { monotonicMs, type Outcomes } from '#kernel';
import type {
  AnswerOf,
  Catalogue,
  Command,
  CommandOutcome,
  CommandType,
  Commands as OurCommands,
  DataOf,
} from '#contracts';
import { InOrder } from '../in-order.js';
import { BusOverloaded, CommandTimeout, GRACE_MS, NoHandler, serviceOf } from '../port.js';
import type { BusStatus, CommandBus, CommandHandler, KeptHandler, SendOptions } from '../port.js';
import { currentDelivery, currentTraceparent, isHandling } from '../trace-context.js';
import { Answers } from './answers.js';
import type { RetryPolicy } from './attempts.js';
import { encodeAnswer, encodeCommand, type Sealing } from './codec.js';
import { Commands } from './commands.js';
import type { ExecutorLimits } from './executor.js';
import { METADATA_AGE_MS, SESSION_MS } from './group-watch.js';
import { Handling, type SharedClock } from './handling.js';
import { Outbox, type LogPlace } from './outbox.js';
import { createPartitioner } from './partitioner.js';
import { Pending } from './pending.js';
import { Progress } from './progress.js';
import { kafkaClient, KafkaNotReady, type KafkaSettings } from './settings.js';
import { answersTopic, commandsGroup, commandsTopic, deadLettersTopic, servicesOn } from './topics.js';
import { LEAVE_MS, within } from './within.js';

export interface KafkaBusOptions {
  readonly settings: KafkaSettings;
  readonly log: Logger;
  /** The same key for all processes; without one, payloads are stored on the brokers in the clear. */
  readonly sealing?: Sealing;
  /** Names this process among all on the bus. */
  readonly instance?: string;
  /** Keeps what was refused, and tells what has expired; undefined: a command that comes again is decided again. */
  readonly outcomes?: Outcomes | undefined;
  /** The clock by which commands expire; undefined: they never do. */
  readonly clock?: SharedClock | undefined;
  /**
   * Commands that may wait for the answers of one service at one time; beyond it `send` throws BusOverloaded. By service:
   * one that is dead holds up no command of the others.
   */
  readonly maxPending?: number;
  readonly defaultTimeoutMs?: number;
  readonly retry?: RetryPolicy;
  readonly limits?: ExecutorLimits;
  /** How long `stop` may take, roughly. */
  readonly stopTimeoutMs?: number;
}

/** What `open` has made ready. */
interface Parts {
  readonly kafka: Kafka;
  readonly producer: Producer;
  readonly answers: Answers;
  readonly pending: Pending;
  readonly progress: Progress;
  /** Services whose topic is there: those that commands can be sent to. */
  readonly known: ReadonlySet<string>;
  readonly instance: string;
}

const RETRY: RetryPolicy = { attempts: 4, firstPauseMs: 200 };
const LIMITS: ExecutorLimits = { maxTasks: 1_000, maxBytes: 256 * 1024 * 1024 };

/**
 * The command bus over Kafka: a command goes to the topic of its service, by its key, and its answer comes back to
 * the instance that asked. See docs/adr/0017-kafka.md.
 */
export class KafkaBus<Types extends Catalogue<Types> = OurCommands> implements CommandBus<Types> {
  private readonly handlers = new Map<string, KeptHandler>();
  private readonly services = new Map<string, Commands>();
  private readonly encoding = new InOrder();
  private readonly outbox: Outbox;
  private started = false;
  private stopped = false;

  private constructor(
    private readonly options: KafkaBusOptions,
    private readonly parts: Parts,
  ) {
    this.outbox = new Outbox(parts.producer, options.log);
  }

  /**
   * Connects, and listens for answers; commands can be sent from then on.
   * @throws {KafkaNotReady} where the topics are missing
   * @throws the error of kafkajs if no broker answers
   */
  static async open<Types extends Catalogue<Types> = OurCommands>(
    options: KafkaBusOptions,
  ): Promise<KafkaBus<Types>> {
    const { settings, log, sealing, instance = randomUUID() } = options;
    const { prefix } = settings;
    const kafka = kafkaClient(settings, `${prefix}-${instance}`, log);
    const { known, answerPartitions } = await servicesOn(kafka, prefix);
    const producer = kafka.producer({
      createPartitioner,
      allowAutoTopicCreation: false,
      metadataMaxAge: METADATA_AGE_MS,
      // The outbox writes again what fails, and looks before whether it is still wanted.
      retry: { initialRetryTime: 100, multiplier: 2, maxRetryTime: 1_000, retries: 3 },
    });
    await producer.connect();
    const pending = new Pending();
    const answers = await Answers.open({
      ...{ kafka, topic: answersTopic(prefix), partitions: answerPartitions, instance, log, sealing },
      sessionMs: settings.sessionMs ?? SESSION_MS,
      onAnswer: (ask, answer) => pending.answer(ask, answer),
    }).catch(async (error: unknown) => {
      await producer.disconnect().catch(() => undefined);
      throw error;
    });
    return new KafkaBus<Types>(options, {
      kafka,
      producer,
      answers,
      pending,
      progress: new Progress(kafka),
      known,
      instance,
    });
  }

  serve<Type extends CommandType<Types>>(type: Type, handler: CommandHandler<Type, Types>): void {
    if (this.handlers.has(type)) throw new Error(`two handlers for the command ${type}`);
    const service = serviceOf(type);
    if (!this.parts.known.has(service))
      throw new KafkaNotReady(missingTopic(this.options.settings.prefix, service));
    if (this.started && !this.services.has(service))
      throw new Error(`the first handler of ${service} comes after the start`);
    this.handlers.set(type, handler);
    if (!this.services.has(service)) this.services.set(service, this.commandsOf(service));
  }

  serves(type: string): boolean {
    const service = serviceOf(type);
    return this.services.has(service) ? this.handlers.has(type) : this.parts.known.has(service);
  }

  async start(): Promise<void> {
    this.started = true;
    await Promise.all([...this.services.values()].map((service) => service.start()));
  }

  async send<Type extends CommandType<Types>>(
    command: Command<Type, DataOf<Type, Types>>,
    options: SendOptions = {},
  ): Promise<CommandOutcome<AnswerOf<Type, Types>>> {
    const { maxPending = 2_000, defaultTimeoutMs = 30_000, settings } = this.options;
    const { timeoutMs = defaultTimeoutMs, senderRetries = false, isQuestion = false, signal } = options;
    const service = serviceOf(command.type);
    if (!this.serves(command.type)) throw new NoHandler(command.type);
    if (signal?.aborted) throw new CommandTimeout(command);
    // What a handler under way asks of others is part of its work.
    if (this.stopped && !isHandling()) throw new BusOverloaded(1);
    if (this.parts.pending.of(service) >= maxPending) throw new BusOverloaded(1);
    const topic = commandsTopic(settings.prefix, service);
    let place: LogPlace | undefined;
    const askedAt = monotonicMs();
    const { ask, answered } = this.parts.pending.open<AnswerOf<Type, Types>>(command, {
      ...{ timeoutMs, signal },
      // What its sender would send again is not written again while it waits in the log.
      ...(senderRetries && { waitsOn: () => this.isWaiting(service, place) }),
    });
    const meta = {
      answerTo: { instance: this.parts.instance, partition: this.parts.answers.partition, ask },
      // Whoever handles it needs to know no more of a question.
      senderRetries: senderRetries || isQuestion,
      traceparent: currentTraceparent(),
    };
    // Large ones are compressed meanwhile: those of the same key wait, so that their order is kept.
    this.encoding
      .run(`${topic}/${command.key}`, async () => {
        const expires = senderRetries ? undefined : await this.endOf(timeoutMs, askedAt);
        const message = await encodeCommand(command, { ...meta, expires }, this.options.sealing);
        // Not written in time: its sender has been told, so it is never written.
        this.outbox
          .write({ topic, ...message }, () => !this.parts.pending.isOpen(ask))
          .then((written) => (place = written))
          .catch((error: unknown) => this.parts.pending.fail(ask, error));
      })
      .catch((error: unknown) => this.parts.pending.fail(ask, error));
    return answered;
  }

  /**
   * When a command that is sent now, and waited for so long, may not begin any more. What a handler sends belongs to its
   * own command: it ends with that; never, once that is accepted.
   */
  private async endOf(timeoutMs: number, askedAt: number): Promise<number | undefined> {
    const { clock } = this.options;
    if (isHandling()) {
      const delivery = currentDelivery();
      return delivery?.settled ? undefined : delivery?.expires;
    }
    if (!clock) return undefined;
    const now = clock.read() ?? (await clock.ask());
    // The wait has begun before: this process may have slept since.
    return now + timeoutMs + GRACE_MS - (monotonicMs() - askedAt);
  }

  private async isWaiting(service: string, place: LogPlace | undefined): Promise<boolean> {
    const { prefix } = this.options.settings;
    if (!place) return false;
    return this.parts.progress.isWaiting(
      commandsTopic(prefix, service),
      commandsGroup(prefix, service),
      place,
    );
  }

  status(): BusStatus {
    const services = [...this.services];
    const sum = (of: (commands: Commands) => number) =>
      services.reduce((total, [, commands]) => total + of(commands), 0);
    const running = this.started ? services : [];
    return {
      connected:
        this.outbox.healthy &&
        this.parts.answers.connected &&
        running.every(([, { connected }]) => connected),
      alive: this.parts.answers.alive && running.every(([, { alive }]) => alive),
      pending: this.parts.pending.size,
      inFlight: sum(({ inFlight }) => inFlight),
      handled: sum(({ counts }) => counts.handled),
      retried: sum(({ counts }) => counts.retried),
      deadLettered: sum(({ counts }) => counts.deadLettered),
      lag: Object.fromEntries(services.map(([service, { lag }]) => [service, lag])),
    };
  }

  letGo(): void {
    this.parts.pending.expireAll();
  }

  /** Waits for the answers it waits for, then for its handlers; each for half of the time at most. */
  async stop(): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    const { stopTimeoutMs = 14_000 } = this.options;
    await this.parts.pending.settled(stopTimeoutMs / 2);
    if (this.started)
      await Promise.all([...this.services.values()].map((service) => service.stop(stopTimeoutMs / 2)));
    await this.outbox.close(2_000);
    const { answers, producer, progress } = this.parts;
    await within(LEAVE_MS, Promise.allSettled([answers.close(), producer.disconnect(), progress.close()]));
  }

  private commandsOf(service: string): Commands {
    const { settings, log, sealing, outcomes, clock, retry = RETRY, limits = LIMITS } = this.options;
    const { prefix } = settings;
    return new Commands({
      ...{ kafka: this.parts.kafka, retry, limits, log },
      sessionMs: settings.sessionMs ?? SESSION_MS,
      topic: commandsTopic(prefix, service),
      group: commandsGroup(prefix, service),
      deadLetters: deadLettersTopic(prefix),
      handling: new Handling({ handlerOf: (type) => this.handlers.get(type), outcomes, clock, sealing }),
      answer: async (to, answer) => {
        const message = await encodeAnswer(answer, to, sealing);
        await this.outbox.write({ topic: answersTopic(prefix), partition: to.partition, ...message });
      },
      write: (message) => this.outbox.write(message),
    });
  }
}

const missingTopic = (prefix: string, service: string): string =>
  `Kafka has no topic ${commandsTopic(prefix, service)}: run "npm run kafka:topics" first.`;
