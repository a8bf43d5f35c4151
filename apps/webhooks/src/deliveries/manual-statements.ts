import { LAZY_COMMIT } from '#eventing';

/**
 * Records an attempt by hand and leases it to this process: $1 the attempt whose event it delivers, $2 to $4 of which
 * endpoint and tenant, $5 how the new attempt is known to the command, $6 now, $7 its end, $8 process, $9 lease in ms.
 * The id begins with the time, as those of all attempts do; the command that comes again finds the attempt by its end.
 */
export const REDELIVER = `
  WITH asked AS (
    SELECT a.event_id, e.resource_id, w.doc
    FROM webhooks.attempts AS a
    JOIN webhooks.events AS e ON e.id = a.event_id
    JOIN webhooks.endpoints AS w ON w.id = a.endpoint_id
    WHERE a.id = $1 AND a.endpoint_id = $2 AND a.organization_id = $3 AND a.livemode = $4
    FOR SHARE OF w
  ), before AS (
    SELECT a.* FROM asked JOIN webhooks.attempts AS a ON a.event_id = asked.event_id AND a.endpoint_id = $2
    WHERE a.id LIKE '%' || left($5, 12)
  ), delivery AS (
    INSERT INTO webhooks.deliveries (endpoint_id, event_id, organization_id, livemode, resource_id, kind, attempts, due_at,
      expires_at, attempt_id, leased_by, leased_until)
    SELECT $2, event_id, $3, $4, resource_id, 'manual', 1, $6, $7,
           lpad(to_hex((extract(epoch FROM $6::timestamptz) * 1000)::bigint), 12, '0') || left($5, 12), $8,
           now() + $9 * interval '1 millisecond'
    FROM asked WHERE NOT EXISTS (SELECT FROM before)
    RETURNING id, event_id, attempt_id
  ), attempt AS (
    INSERT INTO webhooks.attempts (id, endpoint_id, event_id, organization_id, livemode, attempt, kind, created_at)
    SELECT d.attempt_id, $2, d.event_id, $3, $4,
           1 + (SELECT count(*)::int FROM webhooks.attempts AS a WHERE a.event_id = d.event_id AND a.endpoint_id = $2),
           'manual', $6
    FROM delivery AS d
    RETURNING *
  )
  SELECT d.id AS delivery_id, a.id, a.event_id, a.attempt, a.created_at, a.status_code, a.duration_ms, a.response_body,
         a.error, q.doc, ${LAZY_COMMIT}
  FROM (SELECT * FROM attempt UNION ALL SELECT * FROM before) AS a CROSS JOIN asked AS q
  LEFT JOIN delivery AS d ON d.attempt_id = a.id`;
