import type pg from 'pg';
import { deterministicUuid, monotonicMs, START, type Position, type StreamEvent } from '#kernel';
import type { AnyEventConsumer, Checkpoint } from '#bus';
import type { Catalogue, Commands } from '#contracts';
import { placeAt } from '../feed/place.js';
import { readCheckpoint } from '../projections/checkpoints.js';
import type { CommandDispatcher, PendingCommand } from './dispatcher.js';
import type { ProcessManager } from './process-manager.js';

/** How long the stored checkpoint may stay behind while events pass that lead to no command. */
const STORE_EVERY_MS = 1_000;

/**
 * Runs one process manager: its commands are stored in the transaction that moves its checkpoint, and
 * sent after the commit. A crash in between loses nothing: the dispatcher finds them when it starts.
 */
export class ProcessRunner<Types extends Catalogue<Types> = Commands> implements AnyEventConsumer {
  readonly name: string;
  readonly streams: readonly string[];
  /** Where the checkpoint stands in the database, and since when. */
  private stored = placeAt(0n);
  private storedAt = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly process: ProcessManager<Types>,
    private readonly dispatcher: CommandDispatcher<Types>,
    /** The position of the newest event: for a process that begins with the next one. */
    private readonly head: () => Promise<Position>,
    /** The checkpoint of one lane, where it follows several. */
    private readonly checkpoint = process.name,
  ) {
    this.name = process.name;
    this.streams = process.streams;
  }

  /** The same process manager with a place of its own, for some of its streams: its commands have the same ids. */
  lane(checkpoint: string): ProcessRunner<Types> {
    return new ProcessRunner(this.pool, this.process, this.dispatcher, this.head, checkpoint);
  }

  async start(): Promise<Checkpoint> {
    const position = this.process.begins === 'now' ? await this.head() : START;
    this.stored = await readCheckpoint(this.pool, this.checkpoint, { position, former: this.name });
    this.storedAt = monotonicMs();
    return this.stored;
  }

  async handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    const pending = events.flatMap((event) => this.commandsFor(event));
    if (pending.length === 0 && monotonicMs() - this.storedAt < STORE_EVERY_MS) return;
    const { name: process, checkpoint, stored: from } = this;
    const leased = await this.dispatcher.store({ process, checkpoint, from, to: place }, pending);
    this.stored = place;
    this.storedAt = monotonicMs();
    this.dispatcher.dispatch(leased);
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
