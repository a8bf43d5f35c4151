import { randomUUID } from 'node:crypto';
import type { EventStore } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb/eventstoredb-event-store';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { readPosition } from '#kernel';
import { migrationsOf } from '../../runtime/migrations.js';
import { event, metadata, openBench, type Bench } from '../../testing/bench.js';
import type { OnStep, Step } from '../steps.js';
import { eventsOf, hashOf } from './feed.js';
import type { EventsMove } from './move-events.js';

export const hashesOf = async (store: Pick<EventStore, 'readFeed'>): Promise<string[]> => {
  const hashes: string[] = [];
  for await (const one of eventsOf('a store', store)) hashes.push(hashOf(one));
  return hashes;
};

/** Ends a move after a step, as if the process had died. */
export const diesAfter =
  (kind: Step['kind']): OnStep =>
  (step) => {
    if (step.kind === kind) throw new Error(`killed after ${kind}`);
  };

/** For specs: an installation with its events in PostgreSQL, and EventStoreDB (the double of it) beside it. */
export class MovingBench {
  private constructor(
    readonly bench: Bench,
    readonly double: EventStoreDbDouble,
    readonly other: EventStoreDbEventStore,
  ) {}

  static async open(): Promise<MovingBench> {
    const [bench, double] = await Promise.all([openBench(), EventStoreDbDouble.start()]);
    await bench.pool.query(`INSERT INTO platform.followed_store (identity) VALUES ('postgres')`);
    return new MovingBench(bench, double, new EventStoreDbEventStore({ url: double.url }));
  }

  async dispose(): Promise<void> {
    await this.other.close();
    await Promise.all([this.bench.dispose(), this.double.stop()]);
  }

  move(to: EventsMove['to'] = 'eventstoredb', onStep: OnStep = () => undefined) {
    return {
      ...{ url: this.bench.url, migrations: migrationsOf([]), to, onStep, findOwn: () => undefined },
      eventStoreDb: { kind: 'eventstoredb', url: this.double.url, prefix: 'timbra' } as const,
    };
  }

  async followed(): Promise<string | undefined> {
    const { rows } = await this.bench.pool.query<{ identity: string }>(
      'SELECT identity FROM platform.followed_store',
    );
    return rows[0]?.identity;
  }

  /** So many rounds of appends to three streams, some of several events; every tenth event is larger than an append may be. */
  async append(rounds: number, store: EventStore = this.bench.store): Promise<void> {
    const revisions = new Map<string, number>();
    for (let n = 0; n < rounds; n += 1) {
      const stream = ['invoice-a', 'customer-b', 'invoice-c'][n % 3] ?? '';
      const from = revisions.get(stream) ?? (await store.read(stream)).length - 1;
      const events = Array.from({ length: 1 + (n % 4) }, (_, i) =>
        event(`Thing${n}@2`, { n, i, text: n % 10 === 9 ? randomUUID().repeat(60_000) : 'ñandú' }),
      );
      const traced = n % 2 === 0 ? metadata : { ...metadata, commandId: `c-${n}`, traceparent: `00-${n}` };
      await store.append(stream, from, events, traced);
      revisions.set(stream, from + events.length);
    }
  }

  /** So many small events at once. */
  async appendMany(stream: string, count: number, from = -1): Promise<void> {
    const many = Array.from({ length: count }, (_, n) => event('Counted', { n }));
    await this.bench.store.append(stream, from, many, metadata);
  }

  async setCheckpoint(name: string, position: bigint, offset: bigint | null = null): Promise<void> {
    await this.bench.pool.query(
      `INSERT INTO platform.checkpoints (name, position, log_offset) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET position = $2, log_offset = $3`,
      [name, String(position), offset],
    );
  }

  /** What a consumer gets from here on, a thousand events at most. @throws where its lane has kept an offset */
  async ahead(name: string, store: EventStore): Promise<string[]> {
    const { rows } = await this.bench.pool.query<{ position: string; log_offset: string | null }>(
      'SELECT position, log_offset FROM platform.checkpoints WHERE name = $1',
      [name],
    );
    if (rows[0]?.log_offset != null) throw new Error(`${name} has the offset ${rows[0].log_offset}`);
    return (await store.readFeed(readPosition(rows[0]?.position ?? '-1'), 1_000)).map(({ id }) => id);
  }

  /** Changes one byte of an event that EventStoreDB has; the same again changes it back. */
  flip(stream: string, revision: number): void {
    const { data } = this.double.log.stream(`timbra.${stream}`)[revision] ?? { data: Buffer.from('') };
    const at = Buffer.from(data).indexOf('"text"') + 11;
    data[at] = (data[at] ?? 0) ^ 1;
  }
}
