import type pg from 'pg';
import { deterministicUuid } from '#kernel';
import type { Command } from '#contracts';
import type { RecordedEvent } from '#event-store';
import type { FeedConsumer } from '../feed/feed-hub.js';
import { readCheckpoint } from '../projections/checkpoints.js';
import type { CommandDispatcher, PendingCommand } from './dispatcher.js';
import type { ProcessManager } from './process-manager.js';

/** How long the stored checkpoint may stay behind while events pass that lead to no command. */
const STORE_EVERY_MS = 1_000;

/**
 * Runs one process manager: its commands are stored in the transaction that moves its checkpoint, and
 * sent after the commit. A crash in between loses nothing: the dispatcher finds them when it starts.
 */
export class ProcessRunner implements FeedConsumer {
  readonly name: string;
  /** Where the checkpoint stands in the database, and since when. */
  private stored = 0n;
  private storedAt = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly process: ProcessManager,
    private readonly dispatcher: CommandDispatcher,
  ) {
    this.name = process.name;
  }

  async start(): Promise<bigint> {
    this.stored = await readCheckpoint(this.pool, this.name);
    this.storedAt = Date.now();
    return this.stored;
  }

  async handle(events: readonly RecordedEvent[]): Promise<void> {
    const position = events.at(-1)?.position ?? this.stored;
    const pending = events
      .filter((event) => this.process.streams.some((prefix) => event.streamId.startsWith(prefix)))
      .flatMap((event) => this.commandsFor(event));
    if (pending.length === 0 && Date.now() - this.storedAt < STORE_EVERY_MS) return;
    const leased = await this.dispatcher.store(
      { process: this.name, from: this.stored, to: position },
      pending,
    );
    this.stored = position;
    this.storedAt = Date.now();
    this.dispatcher.dispatch(leased);
  }

  private commandsFor(event: RecordedEvent): PendingCommand[] {
    return this.process.react(event).flatMap((effect, index) => {
      if (effect.kind === 'ignore') return [];
      const { traceparent } = event.metadata;
      const command: Command = {
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
