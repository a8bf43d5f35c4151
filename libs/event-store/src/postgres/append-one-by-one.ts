import type pg from 'pg';
import { readPosition } from '#kernel';
import type { AppendOutcome } from '../port.js';
import type { AppendRequest } from './append-request.js';

interface OutcomeRow {
  readonly request: number;
  /** `refused`, `expired`: that of the command, see kernel/delivery.ts. */
  readonly kind: 'appended' | 'conflict' | 'refused' | 'expired';
  readonly revision: number;
  readonly position: string | null;
}

export type Outcome = AppendOutcome | { readonly kind: 'refused' } | { readonly kind: 'expired' };

/** Decides on the appends of a round in their order, and stores those that may be (append-function.ts). */
export async function appendOneByOne(pool: pg.Pool, requests: readonly AppendRequest[]): Promise<Outcome[]> {
  const guards = requests.flatMap(({ guard }, request) =>
    guard ? [{ request, id: guard.id, type: guard.type, expires: guard.expires }] : [],
  );
  const { rows } = await pool.query<OutcomeRow>({
    name: 'event-store-append-one-by-one',
    text: 'SELECT request, kind, revision, "position" FROM event_store.append($1, $2, $3) ORDER BY request',
    values: [
      `[${requests.map(write).join(',')}]`,
      guards.length > 0 ? JSON.stringify(guards) : null,
      guards.map(({ id }) => id),
    ],
  });
  return rows.map(({ kind, revision, position }): Outcome => {
    if (kind === 'appended') return { kind, revision, position: readPosition(position ?? '0') };
    return kind === 'conflict' ? { kind, actualRevision: revision } : { kind };
  });
}

const write = ({ stream, expected, metadata, events }: AppendRequest): string => {
  const head = JSON.stringify({ stream, expected, metadata });
  const rows = events.map(
    ({ id, type, stored }) => `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"data":${stored}}`,
  );
  return `${head.slice(0, -1)},"events":[${rows.join(',')}]}`;
};
