import type pg from 'pg';
import { packJson } from '#kernel';
import type { RecordedEvent } from '../port.js';
import { StreamDiffers } from '../take-over.js';

const UNIQUE_VIOLATION = '23505';

/**
 * Inserts events of another store, with their ids, revisions and times. Without the lock of the appends: no service works
 * meanwhile, and two who move the same events can't both insert one.
 */
export async function insertTakenOver(pool: pg.Pool, events: readonly RecordedEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const data = await Promise.all(events.map((event) => packJson(JSON.stringify(event.data))));
  try {
    await pool.query(
      `INSERT INTO event_store.events (stream_id, revision, position, event_id, type, data, metadata, recorded_at)
       SELECT stream_id, revision, nextval('event_store.position'), event_id, type, data::json, metadata::json, recorded_at
       FROM unnest($1::text[], $2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
         WITH ORDINALITY AS e(stream_id, revision, event_id, type, data, metadata, recorded_at, place)
       ORDER BY place`,
      [
        events.map(({ streamId }) => streamId),
        events.map(({ revision }) => revision),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        data,
        events.map(({ metadata }) => JSON.stringify(metadata)),
        events.map(({ recordedAt }) => recordedAt.toISOString()),
      ],
    );
  } catch (error) {
    throw (error as { code?: string }).code === UNIQUE_VIOLATION ? new StreamDiffers(first) : error;
  }
}
