import type pg from 'pg';
import { CommandExpired, CommandRefused, PACK_FROM, packJson, readPosition, Rounds, START } from '#kernel';
import type { Delivered, Position } from '#kernel';
import type { AppendOutcome, EventMetadata, NewEvent } from '../port.js';

interface OutcomeRow {
  readonly request: number;
  /** `refused`, `expired`: that of the command, see kernel/delivery.ts. */
  readonly kind: 'appended' | 'conflict' | 'refused' | 'expired';
  readonly revision: number;
  readonly position: string | null;
}

/** An append as JSON, and the delivery that must still be allowed to append. */
interface Request {
  readonly json: string;
  readonly guard: Delivered | undefined;
}

type Outcome = AppendOutcome | { readonly kind: 'refused' } | { readonly kind: 'expired' };

/** Appends in rounds: one commit serves many writers. */
export class AppendQueue {
  private readonly rounds: Rounds<Request, Outcome>;
  /** Appends of large events, until they are stored. */
  private readonly packing = new Set<Promise<unknown>>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly onAppended: (position: Position) => void,
  ) {
    const sizeOf = ({ json }: Request): number => json.length;
    this.rounds = new Rounds((requests) => this.commit(requests), {
      most: 256,
      mostSize: 8_000_000,
      sizeOf,
    });
  }

  /** @throws {CommandRefused | CommandExpired} as the outcome of the guard's command says */
  async add(
    streamId: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    metadata: EventMetadata,
    guard: Delivered | undefined,
  ): Promise<AppendOutcome> {
    const outcome = await this.queue(streamId, expectedRevision, events, metadata, guard);
    if (outcome.kind === 'refused') throw new CommandRefused(`${guard?.type} was refused before`);
    if (outcome.kind === 'expired') throw new CommandExpired(`${guard?.type} has expired`);
    return outcome;
  }

  private queue(
    ...[streamId, expectedRevision, events, metadata, guard]: Parameters<AppendQueue['add']>
  ): Promise<Outcome> {
    const head = JSON.stringify({ stream: streamId, expected: expectedRevision, metadata });
    const request = (data: readonly string[]): Request => {
      const stored = events.map(
        ({ id, type }, index) =>
          `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"data":${data[index]}}`,
      );
      return { json: `${head.slice(0, -1)},"events":[${stored.join(',')}]}`, guard };
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

  private async commit(requests: readonly Request[]): Promise<Outcome[]> {
    const guards = requests.flatMap(({ guard }, request) =>
      guard ? [{ request, id: guard.id, type: guard.type, expires: guard.expires }] : [],
    );
    const { rows } = await this.pool.query<OutcomeRow>({
      name: 'event-store-append',
      text: 'SELECT request, kind, revision, "position" FROM event_store.append($1, $2, $3) ORDER BY request',
      values: [
        `[${requests.map(({ json }) => json).join(',')}]`,
        guards.length > 0 ? JSON.stringify(guards) : null,
        guards.map(({ id }) => id),
      ],
    });
    const outcomes = rows.map(({ kind, revision, position }): Outcome => {
      if (kind === 'appended') return { kind, revision, position: readPosition(position ?? '0') };
      return kind === 'conflict' ? { kind, actualRevision: revision } : { kind };
    });
    const newest = outcomes.reduce<Position>(
      (last, outcome) => (outcome.kind === 'appended' && outcome.position > last ? outcome.position : last),
      START,
    );
    if (newest > START) this.onAppended(newest);
    return outcomes;
  }
}
