import { randomUUID } from 'node:crypto';
import { readPosition, START, writePosition, type Position } from '#kernel';
import { follow } from '#bus';
import type { EventStore, FeedPage, RecordedEvent } from '#event-store';

const metadata = {
  ...{ organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false },
  ...{ commandId: 'command-1', correlationId: 'request-1', actor: 'key:test' },
};

/** A store in memory, to be read. Its positions have holes. */
export class MemoryFeed implements Pick<EventStore, 'read' | 'readFeedOf' | 'head'> {
  private readonly events: RecordedEvent[] = [];
  private readonly revisions = new Map<string, number>();
  /** How often it was read. */
  reads = 0;
  /** Before each read: throws where the store does not answer. */
  before: () => Promise<void> = async () => undefined;

  append(streamId: string, ...data: readonly unknown[]): void {
    for (const one of data) {
      const revision = (this.revisions.get(streamId) ?? -1) + 1;
      this.revisions.set(streamId, revision);
      this.events.push({
        ...{ id: randomUUID(), streamId, revision, type: 'Happened', data: one, metadata },
        ...{
          position: readPosition(BigInt(writePosition(this.newest)) + 2n),
          recordedAt: new Date(1_764_000_000_000 + revision),
        },
      });
    }
  }

  /** Changes the type of the newest event. */
  retype(type: string): void {
    const newest = this.events.pop();
    if (newest) this.events.push({ ...newest, type });
  }

  async head(): Promise<Position> {
    return this.newest;
  }

  async read(streamId: string, from = 0, to = Infinity): Promise<RecordedEvent[]> {
    this.reads += 1;
    await this.before();
    return this.events.filter(
      (event) => event.streamId === streamId && event.revision >= from && event.revision <= to,
    );
  }

  /** Looks at so many events, of any streams. */
  async readFeedOf(prefixes: readonly string[], after: Position, limit: number): Promise<FeedPage> {
    this.reads += 1;
    await this.before();
    const way = this.events.filter(({ position }) => position > after).slice(0, limit);
    return { events: [...follow({ streams: prefixes }, way)], looked: way.at(-1)?.position ?? after };
  }

  private get newest(): Position {
    return this.events.at(-1)?.position ?? START;
  }
}
