import type pg from 'pg';
import { deterministicUuid } from '#kernel';
import type { Command } from '#contracts';
import type { RecordedEvent } from '#event-store';
import type { FeedConsumer } from '../feed/feed-hub.js';
import { inTransaction } from '../postgres/transaction.js';
import { advanceCheckpoint, readCheckpoint } from '../projections/checkpoints.js';
import type { CommandDispatcher, PendingCommand } from './dispatcher.js';
import type { ProcessManager } from './process-manager.js';

/**
 * Runs one process manager: its commands are stored in the transaction that moves its checkpoint, and
 * sent after the commit. A crash in between loses nothing: the dispatcher finds them when it starts.
 */
export class ProcessRunner implements FeedConsumer {
  readonly name: string;
  private position = 0n;

  constructor(
    private readonly pool: pg.Pool,
    private readonly process: ProcessManager,
    private readonly dispatcher: CommandDispatcher,
  ) {
    this.name = process.name;
  }

  async start(): Promise<bigint> {
    this.position = await readCheckpoint(this.pool, this.name);
    return this.position;
  }

  async handle(events: readonly RecordedEvent[]): Promise<void> {
    const position = events.at(-1)?.position ?? this.position;
    const pending = events
      .filter((event) => this.process.streams.some((prefix) => event.streamId.startsWith(prefix)))
      .flatMap((event) => this.commandsFor(event));
    const leased = await inTransaction(this.pool, async (tx) => {
      await advanceCheckpoint(tx, this.name, this.position, position);
      return this.dispatcher.store(tx, this.name, pending);
    });
    this.position = position;
    this.dispatcher.dispatch(leased);
  }

  private commandsFor(event: RecordedEvent): PendingCommand[] {
    return this.process.react(event).flatMap((effect, index) => {
      if (effect.kind === 'ignore') return [];
      const command: Command = {
        id: deterministicUuid(event.id, this.name, index),
        type: effect.command.type,
        key: effect.command.key,
        tenant: { organizationId: event.metadata.organizationId, livemode: event.metadata.livemode },
        actor: `process:${this.name}`,
        correlationId: event.metadata.correlationId,
        time: event.recordedAt.toISOString(),
        data: effect.command.data,
      };
      return [{ command, dueAt: effect.kind === 'schedule' ? effect.at : undefined }];
    });
  }
}
