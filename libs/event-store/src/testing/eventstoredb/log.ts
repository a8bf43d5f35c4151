/** An event in the log of the double, as the server keeps it. */
export interface LoggedEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  /** The offset of its record in the log: commit and prepare position are the same. */
  readonly position: bigint;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** In units of 100 ns since 1970. */
  readonly created: bigint;
}

export type Proposed = Pick<LoggedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
/** The revision of the stream's last event, -1 for none, or one of the rules that do not name a revision. */
export type Expected = number | 'any' | 'exists';

export type Appended =
  | { readonly kind: 'appended'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'wrong'; readonly current: number };

/** The largest append that a server accepts by default. */
export const MAX_APPEND_SIZE = 1024 * 1024;
const HEADER_BYTES = 120n;
const NOTHING = new Uint8Array();

/**
 * The transaction log of the double, with the rules of EventStoreDB for who may append where. It survives
 * the server's restarts, and several nodes of a cluster share one.
 */
export class EventLog {
  readonly all: LoggedEvent[] = [];
  private readonly streams = new Map<string, LoggedEvent[]>();
  private readonly watchers = new Set<() => void>();
  private readonly places = new Map<bigint, number>();
  private end = 0n;

  /** `noiseEvery`: after this many events the server writes an event itself, as a real server does. */
  constructor(private readonly noiseEvery = 3) {
    for (const stream of ['$epoch-information', '$user-admin', '$settings']) this.noise(stream);
  }

  /** What a backup of this moment is on another server. */
  copy(): EventLog {
    const copy = new EventLog(this.noiseEvery);
    // The first ones are the same on each server.
    for (const event of this.all.slice(copy.all.length)) copy.keep(event);
    return copy;
  }

  stream(name: string): readonly LoggedEvent[] {
    return this.streams.get(name) ?? [];
  }

  /** The index of the record at a position; undefined where no record begins. */
  placeOf(position: bigint): number | undefined {
    return position === this.end ? this.all.length : this.places.get(position);
  }

  /** Appends all or nothing. What the stream holds already at the place asked for is not appended again. */
  append(stream: string, expected: Expected, events: readonly Proposed[]): Appended {
    const present = this.stream(stream);
    const current = present.length - 1;
    const repeated = this.repeated(present, expected, events);
    if (repeated) return { kind: 'appended', revision: repeated.revision, position: repeated.position };
    const fits = expected === 'any' || (expected === 'exists' ? current >= 0 : expected === current);
    if (!fits) return { kind: 'wrong', current };
    for (const event of events) this.write(stream, event);
    if (this.noiseEvery > 0 && this.all.length % this.noiseEvery === 0) this.noise();
    for (const watcher of [...this.watchers]) watcher();
    const last = this.stream(stream).at(-1);
    return { kind: 'appended', revision: last?.revision ?? -1, position: last?.position ?? 0n };
  }

  /** An event that the server or another application writes for itself. */
  noise(stream = '$stats-127.0.0.1:2113', type = '$statsCollected'): void {
    const id = `00000000-0000-4000-8000-${String(this.all.length).padStart(12, '0')}`;
    this.write(stream, { id, type, contentType: 'application/json', data: NOTHING, metadata: NOTHING });
    for (const watcher of [...this.watchers]) watcher();
  }

  /** Calls back after each append, until it is left. */
  onChange(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /**
   * The last of the events when all of them are in the stream: right after the expected revision, or
   * anywhere where any revision will do. A part of them is no repetition.
   */
  private repeated(
    present: readonly LoggedEvent[],
    expected: Expected,
    events: readonly Proposed[],
  ): LoggedEvent | undefined {
    const found = events.map(({ id }, index) =>
      typeof expected === 'number'
        ? [present[expected + 1 + index]].find((event) => event?.id === id)
        : present.find((event) => event.id === id),
    );
    return found.every((event) => event !== undefined) ? found.at(-1) : undefined;
  }

  private write(stream: string, event: Proposed): void {
    const created = BigInt(Date.now()) * 10_000n;
    this.keep({ ...event, stream, revision: this.stream(stream).length, position: this.end, created });
  }

  private keep(event: LoggedEvent): void {
    const events = this.streams.get(event.stream) ?? [];
    this.streams.set(event.stream, events);
    events.push(event);
    this.places.set(event.position, this.all.length);
    this.all.push(event);
    this.end = event.position + HEADER_BYTES + BigInt(event.data.length + event.metadata.length);
  }
}
