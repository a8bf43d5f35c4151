import type pg from 'pg';
import { readPosition, type Delivered } from '#kernel';
import type { AppendedPage, AppendOutcome, RecordedEvent } from '../port.js';
import type { AppendRequest } from './append-request.js';

interface AppendedRow {
  readonly position: string;
  readonly recorded_at: Date;
}

/** What became of each append, in their order; and the events, as the feed has them. */
export interface AppendedRows {
  readonly outcomes: readonly AppendOutcome[];
  readonly page: AppendedPage;
}

/**
 * Stores the appends of a round in one insert (rows-migration.ts).
 * @returns undefined where one of them is not at its stream's revision, or its command may not append: nothing is stored
 */
export async function appendRows(
  pool: pg.Pool,
  requests: readonly AppendRequest[],
): Promise<AppendedRows | undefined> {
  const guards = requests.flatMap(({ guard }): Delivered[] => (guard ? [guard] : []));
  const ends = guards.flatMap(({ expires }) => expires ?? []);
  const { rows } = await pool.query<AppendedRow>({
    name: 'event-store-append',
    text: 'SELECT "position", recorded_at FROM event_store.append_rows($1, $2, $3, $4, $5, $6)',
    values: [
      `[${requests.map(writeRows).join(',')}]`,
      requests.map(({ stream }) => stream),
      requests.map(({ expected }) => expected),
      guards.map(({ id }) => id),
      guards.map(({ type }) => type),
      ends.length > 0 ? Math.min(...ends) : null,
    ],
  });
  const [first] = rows;
  return first && readRows(requests, rows, first);
}

const writeRows = ({ stream, expected, events, metadata }: AppendRequest): string => {
  const head = `{"stream":${JSON.stringify(stream)},"metadata":${JSON.stringify(metadata)}`;
  return events
    .map(
      ({ id, type, stored }, n) =>
        `${head},"revision":${expected + 1 + n},"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"data":${stored}}`,
    )
    .join(',');
};

/** Rows come in the order of the events, with positions that grow by one. */
function readRows(
  requests: readonly AppendRequest[],
  rows: readonly AppendedRow[],
  first: AppendedRow,
): AppendedRows {
  let next = 0;
  const events: RecordedEvent[] = [];
  const outcomes = requests.map(({ stream, expected, events: asked, metadata }): AppendOutcome => {
    for (const [n, { id, type, json }] of asked.entries()) {
      const { position, recorded_at: recordedAt } = rows[next++] ?? first;
      events.push({
        ...{ id, type, streamId: stream, revision: expected + 1 + n, recordedAt, metadata },
        position: readPosition(position),
        // As a reader of the table gets it: whoever appended it goes on with objects of its own.
        data: JSON.parse(json),
      });
    }
    const last = rows[next - 1] ?? first;
    return {
      kind: 'appended',
      revision: expected + asked.length,
      position: readPosition(last.position),
    };
  });
  // The sequence gives a number to one event only: between this one and the first there is none.
  return { outcomes, page: { after: readPosition(BigInt(first.position) - 1n), events } };
}
