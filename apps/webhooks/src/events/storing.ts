import type pg from 'pg';
import type { Checkpoint } from '#bus';
import { PING_EVENT_TYPE } from '#contracts';
import { LAZY_COMMIT, MOVE_CHECKPOINT } from '#eventing';
import type { Batch, EventRow } from './batch.js';

/** How long a delivery is tried. */
const LIFETIME_MS = 72 * 60 * 60 * 1_000;

// What was told before, as after a checkpoint that was lost, is not told again: then it leaves no deliveries either.

/** Where nobody is told: the place moves with narrow rows, or nothing does. */
const NARROW = `
  WITH moved AS (${MOVE_CHECKPOINT}), told AS (
    INSERT INTO webhooks.events (id, organization_id, livemode, type, stream, revision, resource_id, created_at)
    SELECT * FROM unnest($4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[], $9::integer[], $10::text[],
                         $11::timestamptz[])
    WHERE EXISTS (SELECT FROM moved)
    ON CONFLICT (id) DO NOTHING
    RETURNING id
  )
  SELECT count(*)::int AS moved, ${LAZY_COMMIT} FROM moved`;

const WITH_DELIVERIES = `
  WITH moved AS (${MOVE_CHECKPOINT}), told AS (
    INSERT INTO webhooks.events (id, organization_id, livemode, type, stream, revision, resource_id, created_at)
    SELECT * FROM unnest($4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[], $9::integer[], $10::text[],
                         $11::timestamptz[])
    WHERE EXISTS (SELECT FROM moved)
    ON CONFLICT (id) DO NOTHING
    RETURNING id
  ), canceled AS (
    DELETE FROM webhooks.deliveries WHERE endpoint_id = ANY($12::text[]) AND EXISTS (SELECT FROM moved)
  ), gone AS (
    DELETE FROM webhooks.endpoints WHERE id = ANY($13::text[]) AND EXISTS (SELECT FROM moved)
  ), forgiven AS (
    DELETE FROM webhooks.health WHERE endpoint_id = ANY($22::text[]) AND EXISTS (SELECT FROM moved)
  ), changed AS (
    INSERT INTO webhooks.endpoints (id, organization_id, livemode, doc)
    SELECT r.id, r.organization_id, r.livemode, r.doc
    FROM json_to_recordset($14) AS r(id text, organization_id text, livemode boolean, doc json)
    WHERE EXISTS (SELECT FROM moved)
    ON CONFLICT (id) DO UPDATE SET doc = excluded.doc
  ), due AS (
    INSERT INTO webhooks.deliveries (endpoint_id, event_id, organization_id, livemode, resource_id, kind, due_at, expires_at)
    SELECT d.endpoint_id, d.event_id, d.organization_id, d.livemode, d.resource_id, d.kind, $20, $21
    FROM unnest($15::text[], $16::text[], $17::text[], $18::boolean[], $19::text[], $23::text[]) WITH ORDINALITY
         AS d(endpoint_id, event_id, organization_id, livemode, resource_id, kind, seq)
    JOIN told ON told.id = d.event_id
    ORDER BY d.seq
    ON CONFLICT DO NOTHING
  )
  SELECT count(*)::int AS moved, ${LAZY_COMMIT} FROM moved`;

/**
 * Writes a batch and moves the place past it, in one statement; false: another process has moved the place, and nothing
 * was written. The commit does not wait for the disk: a power cut takes the place along with the rows.
 */
export async function storeBatch(
  db: Pick<pg.Pool, 'query'>,
  name: string,
  { from, to, batch, now }: { from: Checkpoint; to: Checkpoint; batch: Batch; now: Date },
): Promise<boolean> {
  const values = [name, from, to, ...columnsOf(batch.events)];
  const { rows } = await db.query<{ moved: number }>(
    batch.isUrgent
      ? { name: 'collect-with-deliveries', text: WITH_DELIVERIES, values: [...values, ...restOf(batch, now)] }
      : { name: 'collect', text: NARROW, values },
  );
  return rows[0]?.moved === 1;
}

const columnsOf = (events: readonly EventRow[]): unknown[] => [
  events.map(({ id }) => id),
  events.map(({ organizationId }) => organizationId),
  events.map(({ livemode }) => livemode),
  events.map(({ type }) => type),
  events.map(({ stream }) => stream),
  events.map(({ revision }) => revision),
  events.map(({ resourceId }) => resourceId),
  events.map(({ createdAt }) => createdAt.toISOString()),
];

function restOf({ deliveries, endpoints, ended, forgiven }: Batch, now: Date): unknown[] {
  const changes = [...endpoints];
  return [
    [...ended],
    changes.filter(([, row]) => row === null).map(([id]) => id),
    JSON.stringify(changes.flatMap(([, row]) => row ?? [])),
    deliveries.map(({ endpointId }) => endpointId),
    deliveries.map(({ event }) => event.id),
    deliveries.map(({ event }) => event.organizationId),
    deliveries.map(({ event }) => event.livemode),
    deliveries.map(({ event }) => event.resourceId),
    now.toISOString(),
    new Date(now.getTime() + LIFETIME_MS).toISOString(),
    [...forgiven],
    // A ping is tried once: who asks for one looks what came of it.
    deliveries.map(({ event }) => (event.type === PING_EVENT_TYPE ? 'manual' : 'automatic')),
  ];
}
