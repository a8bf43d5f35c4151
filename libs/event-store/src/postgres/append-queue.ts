import type pg from 'pg';
import { PACK_FROM, packJson, Rounds } from '#kernel';
import type { AppendOutcome, EventMetadata, NewEvent } from '../port.js';

interface OutcomeRow {
  readonly request: number;
  readonly kind: 'appended' | 'conflict';
  readonly revision: number;
  readonly position: string | null;
}

/** Appends in rounds: one commit serves many writers. */
export class AppendQueue {
  private readonly rounds: Rounds<string, AppendOutcome>;
  /** Appends of large events, until they are stored. */
  private readonly packing = new Set<Promise<unknown>>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly onAppended: (position: bigint) => void,
  ) {
    const sizeOf = (json: string): number => json.length;
    this.rounds = new Rounds((requests) => this.commit(requests), {
      most: 256,
      mostSize: 8_000_000,
      sizeOf,
    });
  }

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
    if (data.every(({ length }) => length < PACK_FROM)) return this.rounds.add(request(data));
    const appended = Promise.all(data.map(packJson)).then((packed) => this.rounds.add(request(packed)));
    const done = (): unknown => this.packing.delete(packing);
    const packing: Promise<unknown> = appended.then(done, done);
    this.packing.add(packing);
    return appended;
  }

  /** Resolves when nothing is under way. */
  async drain(): Promise<void> {
    do {
      await Promise.allSettled(this.packing);
      await this.rounds.drain();
    } while (this.packing.size > 0);
  }

  private async commit(requests: readonly string[]): Promise<AppendOutcome[]> {
    const { rows } = await this.pool.query<OutcomeRow>({
      name: 'event-store-append',
      text: 'SELECT request, kind, revision, "position" FROM event_store.append($1) ORDER BY request',
      values: [`[${requests.join(',')}]`],
    });
    const outcomes = rows.map(({ kind, revision, position }): AppendOutcome =>
      kind === 'appended'
        ? { kind, revision, position: BigInt(position ?? 0) }
        : { kind, actualRevision: revision },
    );
    const newest = outcomes.reduce(
      (last, outcome) => (outcome.kind === 'appended' && outcome.position > last ? outcome.position : last),
      0n,
    );
    if (newest > 0n) this.onAppended(newest);
    return outcomes;
  }
}
