import type pg from 'pg';
import type { AppendOutcome, EventMetadata, NewEvent } from '../port.js';

interface Waiting {
  readonly json: string;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
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

  constructor(
    private readonly pool: pg.Pool,
    private readonly onAppended: () => void,
  ) {}

  add(
    streamId: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    metadata: EventMetadata,
  ): Promise<AppendOutcome> {
    const json = JSON.stringify({ stream: streamId, expected: expectedRevision, metadata, events });
    return new Promise((resolve, reject) => {
      this.waiting.push({ json, resolve, reject });
      this.flushing ??= this.flush().finally(() => (this.flushing = undefined));
    });
  }

  /** Resolves when nothing is under way. */
  async drained(): Promise<void> {
    while (this.flushing) await this.flushing;
  }

  private async flush(): Promise<void> {
    // One turn of the event loop lets writers of the same moment join the first batch.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.commit(this.takeBatch());
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
    try {
      const { rows } = await this.pool.query<{
        request: number;
        kind: string;
        revision: number;
        position: string | null;
      }>({
        name: 'event-store-append',
        text: 'SELECT request, kind, revision, "position" FROM event_store.append($1)',
        values: [`[${batch.map(({ json }) => json).join(',')}]`],
      });
      this.onAppended();
      for (const row of rows)
        batch[row.request]?.resolve(
          row.kind === 'appended'
            ? { kind: 'appended', revision: row.revision, position: BigInt(row.position ?? 0) }
            : { kind: 'conflict', actualRevision: row.revision },
        );
    } catch (error) {
      // A batch fails as a whole; one bad append must not take its neighbours with it.
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await this.commit([one]);
    }
  }
}
