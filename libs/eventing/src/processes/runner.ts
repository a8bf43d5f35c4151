import { deterministicUuid, monotonicMs, START, type Position, type StreamEvent } from '#kernel';
import type { AnyEventConsumer, Checkpoint } from '#bus';
import type { Ahead, Begin } from '../ahead/ahead.js';
import type { Catalogue, Commands } from '#contracts';
import { placeAt } from '../feed/place.js';
import { readCheckpoint } from '../projections/checkpoints.js';
import type { CommandDispatcher, Leased, PendingCommand, SentCommand, Sender } from './dispatcher.js';
import { OpenSteps } from './open-steps.js';
import type { ProcessManager } from './process-manager.js';
import type { SharedPool } from '../databases.js';

/** How long the stored checkpoint may stay behind, while events lead to no command, or to some that are answered. */
const STORE_EVERY_MS = 1_000;
/** So many events may run ahead of a process manager: their commands are begun, and they have not come. */
const MOST_AHEAD = 500;

export interface ProcessRunnerOptions {
  /** The checkpoint of one lane, where it follows several. */
  readonly lane?: string;
  /** No other process runs it: what is answered soon need not be stored. */
  readonly isAlone?: boolean;
  /** Where it is alone, and commands are calls within the process: runs some while their events are being stored. */
  readonly ahead?: Pick<Ahead, 'add'> | undefined;
}

/**
 * Runs one process manager: its commands are stored in the transaction that moves its checkpoint, and
 * sent after the commit. A crash in between loses nothing: the dispatcher finds them when it starts.
 *
 * One that is alone sends them at once, and its checkpoint follows: over what is answered, and over what lasts, which is
 * stored with it. A crash loses nothing here either: events beyond the checkpoint come again, and lead to commands of the same ids.
 */
export class ProcessRunner<Types extends Catalogue<Types> = Commands> implements AnyEventConsumer {
  readonly name: string;
  readonly streams: readonly string[];
  /** Where the checkpoint stands in the database, and since when. */
  private stored = placeAt(0n);
  private storedAt = 0;
  /** Beyond what is stored. */
  private readonly open = new OpenSteps<SentCommand<Types>>();
  /** Moves the checkpoint over open steps; one at a time, and not while a batch is handled. */
  private keeping: Promise<void> | undefined;
  /** The latest statement. */
  private storing: Promise<unknown> | undefined;
  private later: NodeJS.Timeout | undefined;
  private undo: ((error: unknown) => void) | undefined;
  private leaveAhead: (() => void) | undefined;
  /** What events lead to that are being stored, by their ids, until they come. */
  private readonly foreseen = new Map<string, readonly PendingCommand<Types>[]>();
  private readonly checkpoint: string;

  constructor(
    private readonly pool: SharedPool,
    private readonly process: ProcessManager<Types>,
    private readonly dispatcher: CommandDispatcher<Types>,
    /** The position of the newest event: for a process that begins with the next one. */
    private readonly head: () => Promise<Position>,
    private readonly options: ProcessRunnerOptions = {},
  ) {
    this.checkpoint = options.lane ?? process.name;
    this.name = process.name;
    this.streams = process.streams;
  }

  /** The same process manager with a place of its own, for some of its streams: its commands have the same ids. */
  lane(checkpoint: string): ProcessRunner<Types> {
    return new ProcessRunner(this.pool, this.process, this.dispatcher, this.head, {
      ...this.options,
      lane: checkpoint,
    });
  }

  async start(undo?: (error: unknown) => void): Promise<Checkpoint> {
    await this.keeping;
    // What is open comes again; the aggregates know the commands that were sent by their ids.
    this.open.clear();
    this.undo = undo;
    const position = this.process.begins === 'now' ? await this.head() : START;
    this.stored = await readCheckpoint(this.pool, this.checkpoint, { position, former: this.name });
    this.storedAt = monotonicMs();
    if (this.process.ahead) this.leaveAhead ??= this.options.ahead?.add(this);
    return this.stored;
  }

  isAhead(type: string, streamId: string): boolean {
    const { ahead, streams } = this.process;
    if (this.foreseen.size >= MOST_AHEAD) return false;
    return ahead?.includes(type) === true && streams.some((prefix) => streamId.startsWith(prefix));
  }

  /** What may be begun of an event that is being stored: `handle` finds it begun. */
  ahead(event: StreamEvent): Begin[] {
    const pending = this.commandsFor(event);
    return pending.flatMap(({ command, dueAt }) => {
      if (dueAt !== undefined) return [];
      return [
        (isStored) => {
          // What was handed over for the event is in there, also where nothing is begun.
          this.foreseen.set(event.id, pending);
          void isStored.then((stored) => !stored && this.foreseen.delete(event.id));
          return this.dispatcher.sendAhead(command, isStored);
        },
      ];
    });
  }

  /** An event's id is made of the event itself: what was foreseen of it holds. */
  private takeForeseen({ id }: StreamEvent): readonly PendingCommand<Types>[] | undefined {
    const pending = this.foreseen.get(id);
    this.foreseen.delete(id);
    return pending;
  }

  async handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    await this.keeping;
    const pending = events.flatMap((event) => this.takeForeseen(event) ?? this.commandsFor(event));
    if (this.options.isAlone && this.sendDirectly(pending, place)) return this.keepLater();
    const mayWait = pending.length === 0 && this.open.isEmpty;
    if (mayWait && monotonicMs() - this.storedAt < STORE_EVERY_MS) return;
    const lasting = this.open.take(Infinity)?.lasting;
    this.dispatcher.dispatch(await this.store(place, pending, lasting));
  }

  /** Lets go of what is under way: it is stored, and is the dispatcher's. Where it can't be stored, its events come again. */
  async stop(): Promise<void> {
    this.leaveAhead?.();
    this.leaveAhead = undefined;
    await this.keeping;
    clearTimeout(this.later);
    const open = this.open.take(Infinity);
    if (open) await this.store(open.to, [], open.lasting).catch((error: unknown) => this.undo?.(error));
  }

  /** Sends commands without storing them, where all of them go at once. */
  private sendDirectly(pending: readonly PendingCommand<Types>[], place: Checkpoint): boolean {
    if (pending.some(({ dueAt }) => dueAt !== undefined)) return false;
    const commands = pending.map(({ command }) => command);
    // Before they are sent: one may be answered at once.
    this.open.add(place, new Map(commands.map((command) => [command.id, { command }])), monotonicMs());
    const sender: Sender = {
      finish: async (id) => this.open.finish(id) || this.isKept(),
      fail: async (id, retryAt) => {
        const command = commands.find((one) => one.id === id);
        return (command && this.open.fail(id, { command, retryAt })) || this.isKept();
      },
    };
    if (this.dispatcher.sendDirectly(commands, sender)) return true;
    for (const { id } of commands) this.open.finish(id);
    return false;
  }

  /** It is, or is being stored: what is done about it now must find it in the table. */
  private async isKept(): Promise<false> {
    await Promise.allSettled([this.storing]);
    return false;
  }

  private keepLater(): void {
    this.later ??= setTimeout(() => {
      this.later = undefined;
      this.keeping = this.keep()
        .catch((error: unknown) => this.undo?.(error))
        .finally(() => {
          this.keeping = undefined;
          if (!this.open.isEmpty) this.keepLater();
        });
    }, STORE_EVERY_MS).unref();
  }

  /** Moves the checkpoint over what is answered, and over what lasts, which is stored with it. */
  private async keep(): Promise<void> {
    const open = this.open.take(monotonicMs() - STORE_EVERY_MS);
    if (open) await this.store(open.to, [], open.lasting);
  }

  private async store(
    to: Checkpoint,
    pending: readonly PendingCommand<Types>[],
    lasting: readonly SentCommand<Types>[] = [],
  ): Promise<Leased<Types>> {
    const { name: process, checkpoint, stored: from } = this;
    const storing = this.dispatcher.store({ process, checkpoint, from, to }, pending, lasting);
    this.storing = storing;
    const leased = await storing;
    this.stored = to;
    this.storedAt = monotonicMs();
    return leased;
  }

  private commandsFor(event: StreamEvent): PendingCommand<Types>[] {
    return this.process.react(event).flatMap((effect, index) => {
      if (effect.kind === 'ignore') return [];
      const { traceparent } = event.metadata;
      const command: PendingCommand<Types>['command'] = {
        id: deterministicUuid(event.id, this.name, index),
        type: effect.command.type,
        key: effect.command.key,
        tenant: { organizationId: event.metadata.organizationId, livemode: event.metadata.livemode },
        actor: `process:${this.name}`,
        correlationId: event.metadata.correlationId,
        time: event.recordedAt.toISOString(),
        data: effect.command.data,
        // One for later begins a trace of its own; its correlation id still tells where it came from.
        ...(effect.kind === 'send' && traceparent !== undefined && { traceparent }),
      };
      return [{ command, dueAt: effect.kind === 'schedule' ? effect.at : undefined }];
    });
  }
}
