import { status } from '@grpc/grpc-js';
import type pg from 'pg';
import type { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import type { Proposed } from '#event-store/testing/eventstoredb/log';
import { refusal } from '#event-store/testing/eventstoredb/responses';
import { until } from '#bus/testing/until';
import type { HeldWrite } from './held-write.js';

const WAIT_MS = 30_000;

/**
 * Holds appends back on their way into the double of EventStoreDB, as a trigger holds rows of PostgreSQL.
 *
 * @param client judges `when`; must stay open
 * @param when SQL of the row that PostgreSQL would have of the event, as NEW: its type and its data
 */
export function holdAppend(client: pg.ClientBase, double: EventStoreDbDouble, when: string): HeldWrite {
  const sql = `SELECT FROM jsonb_populate_record(NULL::event_store.events, $1::jsonb) AS new WHERE ${when}`;
  const isMeant = async (event: Proposed): Promise<boolean> => {
    const row = JSON.stringify({ type: event.type, data: dataOf(event) });
    return (await client.query(sql, [row])).rowCount !== 0;
  };
  let isReached = false;
  let isDropped = false;
  const waiting = new Set<() => void>();
  let isPassed = false;
  const gate = async (events: readonly Proposed[]): Promise<void> => {
    for (const event of events) {
      if (!(await isMeant(event))) continue;
      isReached = true;
      if (!isPassed) await new Promise<void>((go) => waiting.add(go));
      if (isDropped) throw refusal(status.CANCELLED, 'the append was dropped');
    }
  };
  const release = (): void => {
    isPassed = true;
    for (const go of waiting) go();
  };
  double.gates.add(gate);
  return {
    reached: () => until(() => isReached, WAIT_MS),
    pass: async () => release(),
    drop: async () => {
      double.gates.delete(gate);
      isDropped = true;
      release();
    },
  };
}

/** As the service has stored it, where that is JSON: large events are compressed. */
function dataOf({ contentType, data }: Proposed): unknown {
  return contentType === 'application/json' ? (JSON.parse(Buffer.from(data).toString()) as unknown) : null;
}
