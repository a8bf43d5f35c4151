import type pg from 'pg';
import { PACK_FROM, packJson } from '#kernel';
import type { AppendOutcome, EventMetadata, NewEvent } from '../port.js';

interface Waiting {
  readonly json: string;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

interface OutcomeRow {
  readonly request: number;
  readonly kind: 'appended' | 'conflict';
  readonly revision: number;
  readonly position: string | null;
}

const MAX_BATCH_REQUESTS = 256;
const MAX_BATCH_CHARS = 8_000_000;

/**
 * Gathers the appends that arrive while one batch is being committed into the next batch:
 * one commit serves many writers, and a lone writer waits for nobody.
 */
export class AppendQueue {
  private readonly waiting: Waiting[] = [];
  private flushing: Promise<void> | undefined;
  /** Appends of large events, until they are stored. */
  private readonly packing = new Set<Promise<unknown>>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly onAppended: (position: bigint) => void,
  ) {}

  add(
    streamId: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    metadata: EventMetadata,
  ): Promise<AppendOutcome> {
    const head = JSON.stringify({ stream: streamId, expected: expectedRevision, metadata });
    const request = (data: readonly string[]): string => {
      const stored = events.map(
        ({ id, type }, index) =>
          `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"data":${data[index]}}`,
      );
      return `${head.slice(0, -1)},"events":[${stored.join(',')}]}`;
    };
    const data = events.map((event) => event.json ?? JSON.stringify(event.data));
    if (data.every(({ length }) => length < PACK_FROM)) return this.enqueue(request(data));
    const appended = Promise.all(data.map(packJson)).then((packed) => this.enqueue(request(packed)));
    const done = (): unknown => this.packing.delete(packing);
    const packing: Promise<unknown> = appended.then(done, done);
    this.packing.add(packing);
    return appended;
  }

  /** Resolves when nothing is under way. */
  async drained(): Promise<void> {
    while (this.flushing || this.packing.size > 0) await Promise.allSettled([this.flushing, ...this.packing]);
  }

  private enqueue(json: string): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ json, resolve, reject });
      this.flushing ??= this.flush();
    });
  }

  private async flush(): Promise<void> {
    // Lets the writers of one turn of the event loop join one batch.
    do {
      await new Promise(setImmediate);
      await this.commit(this.takeBatch());
    } while (this.waiting.length > 0);
    // In the same turn as the last look: a writer that comes later must find no flush under way.
    this.flushing = undefined;
  }

  private takeBatch(): Waiting[] {
    let chars = 0;
    let size = 0;
    for (const { json } of this.waiting) {
      if (size > 0 && (size >= MAX_BATCH_REQUESTS || chars + json.length > MAX_BATCH_CHARS)) break;
      chars += json.length;
      size += 1;
    }
    return this.waiting.splice(0, size);
  }

  private async commit(batch: readonly Waiting[]): Promise<void> {
    let outcomes: readonly OutcomeRow[];
    try {
      const { rows } = await this.pool.query<OutcomeRow>({
        name: 'event-store-append',
        text: 'SELECT request, kind, revision, "position" FROM event_store.append($1)',
        values: [`[${batch.map(({ json }) => json).join(',')}]`],
      });
      outcomes = rows;
    } catch (error) {
      // A batch fails as a whole; one bad append must not take its neighbours with it.
      if (batch.length > 1 && isAboutData(error)) for (const one of batch) await this.commit([one]);
      else for (const { reject } of batch) reject(error);
      return;
    }
    for (const row of outcomes)
      batch[row.request]?.resolve(
        row.kind === 'appended'
          ? { kind: 'appended', revision: row.revision, position: BigInt(row.position ?? 0) }
          : { kind: 'conflict', actualRevision: row.revision },
      );
    const positions = outcomes.flatMap(({ kind, position }) =>
      kind === 'appended' ? [BigInt(position ?? 0)] : [],
    );
    const newest = positions.reduce((last, position) => (position > last ? position : last), 0n);
    if (newest > 0n) this.onAppended(newest);
  }
}

/**
 * Whether the server refused what it was sent (SQLSTATE classes 21 to 23: bad data, 54: too large), which
 * says nothing about the other appends. Anything else, such as a lost connection, would meet them too.
 */
function isAboutData(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(2[123]|54)[0-9A-Z]{3}$/.test(code);
}
