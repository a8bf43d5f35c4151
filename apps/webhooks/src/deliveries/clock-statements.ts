const ENDPOINTS = 'SELECT id FROM webhooks.endpoints WHERE organization_id = $1 AND NOT livemode';
const DIFFERENCE = `$2 * interval '1 millisecond'`;

/** Makes the row where there is none, and holds it: moves of one clock come one after the other. */
export const CLOCK_STANDS = `
  INSERT INTO webhooks.clocks AS c (organization_id, offset_ms) VALUES ($1, 0)
  ON CONFLICT (organization_id) DO UPDATE SET offset_ms = c.offset_ms RETURNING offset_ms`;

export const SET_CLOCK = 'UPDATE webhooks.clocks SET offset_ms = $2 WHERE organization_id = $1';

/** What is due already is tried before it ends, however far the clock goes at once. */
export const MOVE_DELIVERIES = `
  UPDATE webhooks.deliveries SET due_at = due_at - ${DIFFERENCE},
    expires_at = CASE WHEN due_at <= $3 THEN greatest(expires_at - ${DIFFERENCE}, $3 + interval '1 minute')
      ELSE expires_at - ${DIFFERENCE} END
  WHERE endpoint_id IN (${ENDPOINTS})`;

export const MOVE_HEALTH = `
  UPDATE webhooks.health SET failing_since = failing_since - ${DIFFERENCE}, warned_at = warned_at - ${DIFFERENCE}
  WHERE endpoint_id IN (${ENDPOINTS}) AND failing_since IS NOT NULL`;

/** Beyond this number, what is due is not counted. */
const COUNTED = 1_000;

/**
 * What is due or under way, and when the next is due that is not. What an endpoint that keeps the order holds back is not
 * due: it waits for the one before.
 */
export const READ_WAITING = `
  WITH endpoints AS (
    SELECT id, (doc->>'ordered')::boolean AS ordered FROM webhooks.endpoints WHERE organization_id = $1 AND NOT livemode
  )
  SELECT (SELECT count(*)::int FROM (SELECT FROM webhooks.deliveries AS d JOIN endpoints AS e ON e.id = d.endpoint_id
            WHERE d.due_at <= $2 AND NOT (e.ordered AND d.kind <> 'manual' AND EXISTS (
              SELECT FROM webhooks.deliveries AS o
              WHERE o.endpoint_id = d.endpoint_id AND o.resource_id = d.resource_id AND o.id < d.id AND o.kind <> 'manual'))
            LIMIT ${COUNTED}) AS due) AS due,
         (SELECT min((SELECT d.due_at FROM webhooks.deliveries AS d WHERE d.endpoint_id = e.id AND d.due_at > $2
            ORDER BY d.due_at LIMIT 1)) FROM endpoints AS e) AS next`;

export const READ_FAILING = `
  SELECT h.failing_since, h.warned_at, h.gone_at FROM webhooks.health AS h JOIN webhooks.endpoints AS e ON e.id = h.endpoint_id
  WHERE e.organization_id = $1 AND NOT e.livemode AND e.doc->>'status' = 'enabled'
    AND (h.failing_since IS NOT NULL OR h.gone_at IS NOT NULL)`;
