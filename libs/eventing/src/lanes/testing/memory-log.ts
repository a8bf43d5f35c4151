import {
  NotInLog,
  PartitionGone,
  type EventLog,
  type LogMessage,
  type LogPage,
  type PartitionLog,
} from '#bus';
import type { Position } from '#kernel';
import type { RecordedEvent } from '#event-store';

/** An event as it is written; without the position of the event before it, as by the release before. */
export type WrittenEvent = RecordedEvent & { readonly previous?: Position };

/** One partition of a log in memory, with all that may happen to one. */
export class MemoryPartition {
  private messages: { readonly offset: bigint; readonly event: WrittenEvent }[] = [];
  private start = 0n;
  end = 0n;
  private waiting: (() => void)[] = [];
  /** Offsets that were read from, in turn. */
  readonly reads: bigint[] = [];
  /** Positions of the events that were opened. */
  readonly opened: Position[] = [];
  /** Fails the next reads. */
  broken: Error | undefined;
  /** The position of an event whose message can't be opened. */
  unreadable: Position | undefined;

  constructor(
    readonly aggregate: string,
    readonly partition: number,
    private readonly pageSize = 5,
  ) {}

  write(...events: readonly WrittenEvent[]): void {
    for (const event of events) {
      this.messages.push({ offset: this.end, event });
      this.end += 1n;
    }
    this.wake();
  }

  /** Retention: the oldest go. */
  forget(before: bigint): void {
    this.start = before < this.end ? before : this.end;
    this.messages = this.messages.filter(({ offset }) => offset >= this.start);
    this.wake();
  }

  /** It was deleted and made again, empty. */
  lose(): void {
    this.messages = [];
    [this.start, this.end] = [0n, 0n];
    this.wake();
  }

  get size(): number {
    return this.messages.length;
  }

  wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** @param isGone whether the reader has lost it */
  async read(from: bigint, signal: AbortSignal, isGone: () => boolean): Promise<LogPage> {
    this.reads.push(from);
    for (;;) {
      await new Promise(setImmediate);
      if (isGone()) throw new PartitionGone('gone');
      if (this.broken) throw this.broken;
      if (from < this.start || from > this.end)
        throw new NotInLog(`${from} is not in ${this.start}..${this.end}`);
      const found = this.messages.filter(({ offset }) => offset >= from).slice(0, this.pageSize);
      const last = found.at(-1);
      if (last)
        return { messages: found.map((one) => this.messageOf(one)), next: last.offset + 1n, end: this.end };
      if (signal.aborted) return { messages: [], next: from, end: this.end };
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  private messageOf({ offset, event }: { offset: bigint; event: WrittenEvent }): LogMessage {
    return {
      ...{ offset, position: event.position, previous: event.previous, bytes: 100 },
      open: async () => {
        if (event.position === this.unreadable)
          throw new Error('the message is not at the place that it names');
        this.opened.push(event.position);
        return event;
      },
    };
  }
}

/** A log in memory, as one process has it. */
export class MemoryLog implements EventLog {
  private assigned: (partitions: readonly PartitionLog[]) => void = () => undefined;
  private had: readonly MemoryPartition[] = [];
  private generation = 0;

  /** @param first the partitions that are with this process at once */
  constructor(private readonly first: readonly MemoryPartition[]) {}

  async open(_: readonly string[], assigned: (partitions: readonly PartitionLog[]) => void): Promise<void> {
    this.assigned = assigned;
    this.assign(this.first);
  }

  async close(): Promise<void> {
    this.assign([]);
  }

  /** The group has changed: from now on these are with this process. */
  assign(partitions: readonly MemoryPartition[]): void {
    this.generation += 1;
    const { generation, had } = this;
    this.had = partitions;
    for (const partition of had) partition.wake();
    this.assigned(
      partitions.map((partition) => ({
        ...{ aggregate: partition.aggregate, partition: partition.partition },
        end: async () => partition.end,
        read: (from, signal) => partition.read(from, signal, () => this.generation !== generation),
      })),
    );
  }

  /** As after an error of the group: the same partitions, begun again. */
  rejoin(): void {
    this.assign(this.had);
  }
}
