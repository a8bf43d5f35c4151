import { status } from '@grpc/grpc-js';
import pg from 'pg';
import type { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import type { Proposed } from '#event-store/testing/eventstoredb/log';
import { serviceError } from '#event-store/eventstoredb/service-error';
import { until } from '#bus/testing/until';
import type { HeldWrite } from './held-write.js';

const WAIT_MS = 30_000;

/**
 * Holds appends back on their way into the double of EventStoreDB, as a trigger holds rows of PostgreSQL.
 *
 * @param databaseUrl where `when` is judged
 * @param when SQL of the row that PostgreSQL would have of the event, as NEW: its type and its data
 */
export async function holdAppend(
  double: EventStoreDbDouble,
  databaseUrl: string,
  when: string,
): Promise<HeldWrite> {
  const judge = new pg.Client({ connectionString: databaseUrl });
  await judge.connect();
  let judging: Promise<boolean> = Promise.resolve(false);
  const sql = `SELECT FROM jsonb_populate_recordset(NULL::event_store.events, $1::jsonb) AS new WHERE ${when}`;
  /** One append after the other: the connection takes one statement at a time. */
  const isMeant = (events: readonly Proposed[]): Promise<boolean> => {
    const rows = JSON.stringify(events.map((event) => ({ type: event.type, data: dataOf(event) })));
    return (judging = judging.then(async () => (await judge.query(sql, [rows])).rowCount !== 0));
  };
  const waiting = new Set<() => void>();
  let isReached = false;
  let isDropped = false;
  const gate = async (events: readonly Proposed[]): Promise<void> => {
    if (!(await isMeant(events)) || !double.gates.has(gate)) return;
    isReached = true;
    await new Promise<void>((go) => waiting.add(go));
    if (isDropped) throw serviceError(status.CANCELLED, 'the append was dropped');
  };
  const release = async (): Promise<void> => {
    double.gates.delete(gate);
    for (const go of waiting) go();
    await judging;
    await judge.end();
  };
  double.gates.add(gate);
  return {
    reached: () => until(() => isReached, WAIT_MS),
    pass: release,
    drop: async () => {
      isDropped = true;
      await release();
    },
  };
}

/** As the service has stored it, where that is JSON: large events are compressed. */
function dataOf({ contentType, data }: Proposed): unknown {
  return contentType === 'application/json' ? (JSON.parse(Buffer.from(data).toString()) as unknown) : null;
}
