import { START, writePosition, type Position } from '#kernel';
import { decodeEvent, positionIn, previousIn, type PlacedEvent } from '#bus/kafka/domain/codec';
import { aggregateOfStream } from '#bus/kafka/domain/names';
import { partitionOf } from '#bus/kafka/partitioner';
import type { DomainEventWriter, DomainMessage } from '#eventing';

/** How a request fails: before anything is stored, after a part of each partition's messages, or after all of them. */
export type WriteFailure = 'nothing' | 'part' | 'all';

/** What a process does, or waits for, around a request. */
export type WriteMoments = Partial<Record<'beforeWrite' | 'afterWrite', () => Promise<void>>>;

/** Domain topics in memory, for specs that need no Kafka. */
export class DomainTopics {
  /** The messages by partition, in the order in which they came; as `aggregate/partition`. */
  readonly logs = new Map<string, DomainMessage[]>();
  /** How the next requests fail, one after the other. */
  failures: WriteFailure[] = [];
  /** Requests that came in, whatever became of them. */
  requests = 0;

  constructor(private readonly partitions = 6) {}

  /** The writer of one process. */
  writer({ beforeWrite, afterWrite }: WriteMoments = {}): DomainEventWriter {
    return {
      partitions: async () => this.partitions,
      write: async (messages) => {
        await beforeWrite?.();
        this.take(messages);
        await afterWrite?.();
      },
    };
  }

  get written(): number {
    return [...this.logs.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * The events by stream that a reader gets who passes over every message whose position is not above the last one that it
   * took from its partition.
   */
  async read(): Promise<Map<string, PlacedEvent[]>> {
    const streams = new Map<string, PlacedEvent[]>();
    for (const log of this.logs.values()) {
      let place: Position = START;
      for (const { message } of log) {
        const position = positionIn(message.headers);
        if (position === undefined) throw new Error('a message without its position');
        if (position <= place) continue;
        place = position;
        const event = await decodeEvent(message);
        streams.set(event.streamId, [...(streams.get(event.streamId) ?? []), event]);
      }
    }
    return streams;
  }

  /** Messages that do not name the event before them in their partition, given all events of the streams. */
  misnamed(streams: ReadonlyMap<string, readonly PlacedEvent[]>): string[] {
    const positions = new Map<string, Position[]>();
    for (const [streamId, events] of streams) {
      const name = `${aggregateOfStream(streamId)}/${partitionOf(streamId, this.partitions)}`;
      positions.set(name, [...(positions.get(name) ?? []), ...events.map(({ position }) => position)]);
    }
    return [...this.logs].flatMap(([name, log]) =>
      log.flatMap(({ message: { headers } }) => {
        const [position, previous] = [positionIn(headers) ?? 0n, previousIn(headers)];
        const earlier = positions.get(name)?.filter((one) => one < position) ?? [];
        const right = earlier.reduce((latest, one) => (one > latest ? one : latest), START);
        return previous === right
          ? []
          : [
              `${name}: ${writePosition(position)} names ${previous && writePosition(previous)}, not ${writePosition(right)}`,
            ];
      }),
    );
  }

  private take(messages: readonly DomainMessage[]): void {
    this.requests += 1;
    const failure = this.failures.shift();
    const byLog = new Map<string, DomainMessage[]>();
    for (const one of messages) {
      const name = `${one.aggregate}/${one.partition}`;
      byLog.set(name, [...(byLog.get(name) ?? []), one]);
    }
    for (const [name, all] of byLog) {
      const count = { nothing: 0, part: Math.floor(all.length / 2), all: all.length }[failure ?? 'all'];
      this.logs.set(name, [...(this.logs.get(name) ?? []), ...all.slice(0, count)]);
    }
    if (failure) throw new Error('the broker is away');
  }
}
