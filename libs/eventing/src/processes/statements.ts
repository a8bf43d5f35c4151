import { dueBy } from '../clocks/statements.js';
import { LAZY_COMMIT, MOVE_CHECKPOINT } from '../projections/checkpoints.js';

/**
 * Moves a checkpoint and stores what came of its events in the process manager $7, some of it leased to this process ($5,
 * for $6 milliseconds).
 * A power cut may take the last moment's steps: their events are reacted to again, by the same command ids.
 *
 * What waits for a Test clock (`clock_of`) is due by what that says in this statement's own snapshot, however late it comes;
 * a clock that is moved meanwhile is waited for by who moves it (clocks/clock-table.ts).
 */
export const STORE_STEP = `
  WITH moved AS (${MOVE_CHECKPOINT}), stored AS (
    INSERT INTO platform.pending_commands (id, process, command, scheduled_at, clock_of, due_at, leased_by, leased_until)
    SELECT id, $7, command, scheduled_at, clock_of,
      CASE WHEN clock_of IS NULL THEN due_at ELSE coalesce(
        (SELECT ${dueBy('r.scheduled_at')} FROM platform.sandbox_clocks c WHERE c.organization_id = r.clock_of), due_at) END,
      CASE WHEN leased THEN $5 END, CASE WHEN leased THEN now() + $6 * interval '1 millisecond' END
    FROM json_to_recordset($4) AS r(id uuid, command json, due_at timestamptz, leased boolean, scheduled_at timestamptz, clock_of text)
    WHERE EXISTS (SELECT FROM moved)
    ON CONFLICT DO NOTHING
  )
  SELECT count(*)::int AS moved, ${LAZY_COMMIT} FROM moved`;

/**
 * Due commands that nobody works on, oldest first, so many of each service as there is room for ($4, by service; $5: of
 * a service that has none under way). Each service is one look at the index: commands that wait for a dead one are not
 * read again and again. With them, in the last row, the newest version of the Test clocks.
 */
export const TAKE_DUE = `
  WITH RECURSIVE targets(target) AS (
    (SELECT target FROM platform.pending_commands ORDER BY target LIMIT 1)
    UNION ALL
    SELECT (SELECT p.target FROM platform.pending_commands p WHERE p.target > t.target ORDER BY p.target LIMIT 1)
    FROM targets t WHERE t.target IS NOT NULL
  ), due AS (
    SELECT d.id FROM targets t CROSS JOIN LATERAL (
      SELECT p.id FROM platform.pending_commands p
      WHERE p.target = t.target AND p.due_at <= $2 AND (p.leased_until IS NULL OR p.leased_until < now())
      ORDER BY p.due_at LIMIT coalesce(($4::json->>t.target)::int, $5) FOR UPDATE SKIP LOCKED
    ) d
    WHERE t.target IS NOT NULL
  ), taken AS (
    UPDATE platform.pending_commands SET leased_by = $1, leased_until = now() + $3 * interval '1 millisecond'
    WHERE id IN (SELECT id FROM due)
    RETURNING command, (command->'data')::text AS data, attempts, scheduled_at
  )
  SELECT command, data, attempts, scheduled_at, NULL::bigint AS clocks FROM taken
  UNION ALL SELECT NULL, NULL, NULL, NULL, (SELECT max(version) FROM platform.sandbox_clocks)`;
