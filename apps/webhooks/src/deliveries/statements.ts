import { LAZY_COMMIT } from '#eventing/projections/checkpoints';

/** Of an endpoint that keeps the order, so many of its oldest are looked at: what comes later waits for them. */
const WINDOW = 500;

const FREE = '(d.leased_until IS NULL OR d.leased_until < now())';

/**
 * Takes due deliveries that nobody works on and records their attempts, in one statement: no attempt is made that is not
 * there. $1 process, $2 its time, $3 lease in ms, $4 ids for the attempts, $5 room of endpoints and $6 of organizations by
 * id, $7 and $8 that of all others. An endpoint is one look at the index: what waits for one that has no room is not
 * read. An endpoint that keeps the order gets the oldest event of each resource alone. Who has few under way goes before
 * who has many. It does not wait for the disk: a power cut takes the record of attempts, and the events are tried again.
 */
export const CLAIM = `
  WITH RECURSIVE waiting(endpoint_id) AS (
    (SELECT endpoint_id FROM webhooks.deliveries ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhooks.deliveries AS d WHERE d.endpoint_id > w.endpoint_id
            ORDER BY d.endpoint_id LIMIT 1)
    FROM waiting AS w WHERE w.endpoint_id IS NOT NULL
  ), rooms AS MATERIALIZED (
    SELECT $5::jsonb AS endpoints, $6::jsonb AS organizations
  ), roomy AS MATERIALIZED (
    SELECT e.id, e.doc, e.organization_id, coalesce((rooms.endpoints->>e.id)::int, $7::int) AS room,
           coalesce((rooms.organizations->>e.organization_id)::int, $8::int) AS room_of_organization,
           (e.doc->>'ordered')::boolean AS ordered
    FROM rooms CROSS JOIN waiting AS w JOIN webhooks.endpoints AS e ON e.id = w.endpoint_id
    WHERE coalesce((rooms.endpoints->>w.endpoint_id)::int, $7::int) > 0
  ), candidates AS (
    SELECT c.id, c.due_at, r.organization_id, r.room_of_organization,
           row_number() OVER (PARTITION BY r.id ORDER BY c.due_at, c.id) AS place
    FROM roomy AS r CROSS JOIN LATERAL (
      SELECT d.id, d.due_at FROM webhooks.deliveries AS d
      WHERE d.endpoint_id = r.id AND d.due_at <= $2 AND ${FREE} ORDER BY d.due_at, d.id LIMIT r.room
    ) AS c WHERE NOT r.ordered
    UNION ALL
    SELECT c.id, c.due_at, r.organization_id, r.room_of_organization,
           row_number() OVER (PARTITION BY r.id ORDER BY c.id) AS place
    FROM roomy AS r CROSS JOIN LATERAL (
      (SELECT d.id, d.due_at FROM (
         SELECT DISTINCT ON (o.resource_id) o.id FROM (
           SELECT i.id, i.resource_id, i.kind FROM webhooks.deliveries AS i WHERE i.endpoint_id = r.id ORDER BY i.id LIMIT ${WINDOW}
         ) AS o WHERE o.kind <> 'manual' ORDER BY o.resource_id, o.id
       ) AS h JOIN webhooks.deliveries AS d ON d.id = h.id
       WHERE d.due_at <= $2 AND ${FREE} ORDER BY d.id LIMIT r.room)
      UNION ALL
      (SELECT d.id, d.due_at FROM webhooks.deliveries AS d
       WHERE d.endpoint_id = r.id AND d.kind = 'manual' AND d.due_at <= $2 AND ${FREE} ORDER BY d.due_at LIMIT r.room)
    ) AS c WHERE r.ordered
  ), fair AS (
    SELECT id FROM (
      SELECT id, due_at, room_of_organization,
             row_number() OVER (PARTITION BY organization_id ORDER BY place, due_at, id) AS turn
      FROM candidates
    ) AS f WHERE turn <= room_of_organization ORDER BY turn, due_at LIMIT cardinality($4::text[])
  ), due AS MATERIALIZED (
    SELECT d.id, d.attempt_id AS interrupted, d.expires_at <= $2 AS expired
    FROM webhooks.deliveries AS d WHERE d.id IN (SELECT id FROM fair) AND ${FREE} FOR UPDATE SKIP LOCKED
  ), numbered AS (
    SELECT id, ($4::text[])[row_number() OVER (ORDER BY id)] AS new_attempt FROM due WHERE NOT expired
  ), given_up AS (
    DELETE FROM webhooks.deliveries AS d USING due WHERE d.id = due.id AND due.expired
  ), told AS (
    UPDATE webhooks.attempts AS a
    SET finished_at = $2, error = 'interrupted', next_attempt_at = CASE WHEN NOT due.expired THEN $2 END
    FROM due WHERE a.id = due.interrupted AND a.finished_at IS NULL
    RETURNING a.id
  ), taken AS (
    UPDATE webhooks.deliveries AS d
    SET attempts = d.attempts + 1, attempt_id = n.new_attempt, leased_by = $1,
        leased_until = now() + $3 * interval '1 millisecond'
    FROM numbered AS n WHERE d.id = n.id
    RETURNING d.*
  ), recorded AS (
    INSERT INTO webhooks.attempts (id, endpoint_id, event_id, organization_id, livemode, attempt, kind, created_at)
    SELECT attempt_id, endpoint_id, event_id, organization_id, livemode,
           CASE WHEN attempts = 1 AND kind = 'automatic' THEN 1 ELSE
             1 + (SELECT count(*)::int FROM webhooks.attempts AS a
                  WHERE a.event_id = taken.event_id AND a.endpoint_id = taken.endpoint_id) END,
           CASE kind WHEN 'automatic' THEN 'automatic' ELSE 'manual' END, $2
    FROM taken
  )
  SELECT t.id, t.endpoint_id, t.event_id, t.organization_id, t.livemode, t.kind, t.attempts, t.attempt_id, t.due_at,
         t.expires_at, r.doc, n.interrupted, n.given_up, ${LAZY_COMMIT}
  FROM (SELECT (SELECT count(*)::int FROM told) AS interrupted,
               (SELECT count(*)::int FROM due WHERE expired) AS given_up) AS n
  LEFT JOIN (taken AS t JOIN roomy AS r ON r.id = t.endpoint_id) ON true ORDER BY t.due_at, t.id`;

/**
 * What came of attempts ($1), and how it leaves their endpoints ($2). A row that another process has taken meanwhile is
 * left alone: it bears another attempt. A power cut may take the last moment's results: their events are delivered once
 * more, under the same ids.
 */
export const STORE_RESULTS = `
  WITH results AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1) AS r(delivery_id bigint, attempt_id text, finished_at timestamptz,
      status_code int, duration_ms int, response_body text, error text, next_at timestamptz)
  ), finished AS (
    UPDATE webhooks.attempts AS a
    SET finished_at = r.finished_at, status_code = r.status_code, duration_ms = r.duration_ms,
        response_body = r.response_body, error = r.error, next_attempt_at = r.next_at
    FROM results AS r WHERE a.id = r.attempt_id AND a.finished_at IS NULL
  ), done AS (
    DELETE FROM webhooks.deliveries AS d USING results AS r
    WHERE d.id = r.delivery_id AND d.attempt_id = r.attempt_id AND r.next_at IS NULL
  ), postponed AS (
    UPDATE webhooks.deliveries AS d
    SET due_at = r.next_at, attempt_id = NULL, leased_by = NULL, leased_until = NULL
    FROM results AS r WHERE d.id = r.delivery_id AND d.attempt_id = r.attempt_id AND r.next_at IS NOT NULL
  ), healthy AS (
    INSERT INTO webhooks.health AS h (endpoint_id, organization_id, livemode, failing_since, last_success_at,
      last_failure_at, gone_at)
    SELECT n.endpoint_id, n.organization_id, n.livemode, n.failing_since, n.last_success_at, n.last_failure_at, n.gone_at
    FROM json_to_recordset($2) AS n(endpoint_id text, organization_id text, livemode boolean,
      failing_since timestamptz, last_success_at timestamptz, last_failure_at timestamptz, gone_at timestamptz)
    ORDER BY n.endpoint_id
    ON CONFLICT (endpoint_id) DO UPDATE SET
      failing_since = CASE WHEN excluded.last_success_at IS NULL
        THEN coalesce(h.failing_since, excluded.failing_since) ELSE excluded.failing_since END,
      warned_at = CASE WHEN excluded.last_success_at IS NULL THEN h.warned_at END,
      last_success_at = coalesce(excluded.last_success_at, h.last_success_at),
      last_failure_at = coalesce(excluded.last_failure_at, h.last_failure_at),
      gone_at = coalesce(h.gone_at, excluded.gone_at)
    WHERE excluded.last_failure_at IS NOT NULL OR h.failing_since IS NOT NULL OR h.last_success_at IS NULL
      OR h.last_success_at < excluded.last_success_at - interval '10 seconds'
  )
  SELECT ${LAZY_COMMIT}`;

/** Leaves to others what a process has claimed and not made. Its attempts count as interrupted, once it is taken again. */
export const RELEASE = `
  UPDATE webhooks.deliveries SET leased_by = NULL, leased_until = NULL WHERE leased_by = $1`;

/** When the next delivery is due that is not due yet. */
export const NEXT_DUE = `
  WITH RECURSIVE waiting(endpoint_id) AS (
    (SELECT endpoint_id FROM webhooks.deliveries ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhooks.deliveries AS d WHERE d.endpoint_id > w.endpoint_id
            ORDER BY d.endpoint_id LIMIT 1)
    FROM waiting AS w WHERE w.endpoint_id IS NOT NULL
  )
  SELECT count(w.endpoint_id)::int AS waiting,
         min((SELECT d.due_at FROM webhooks.deliveries AS d WHERE d.endpoint_id = w.endpoint_id AND d.due_at > $1
              ORDER BY d.due_at LIMIT 1)) AS next
  FROM waiting AS w WHERE w.endpoint_id IS NOT NULL`;
