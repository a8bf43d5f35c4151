/** Until when what is not due yet waits while its clock is being moved: whoever ends the move plans it anew. */
const PARKED = `timestamptz '9999-01-01'`;

/**
 * When something is due by system time that is scheduled in an organization's Test time (`at`), by its clock `c`. While the
 * clock stands, only what it has reached is due.
 */
export const dueBy = (at: string): string => `
  CASE WHEN ${at} > c.standing_at THEN ${PARKED}
       ELSE ${at} - c.offset_ms * interval '1 millisecond' END`;

/**
 * Plans everything of an organization that waits for its Test clock by what that says now; touches only what changes, and
 * nothing that is under way: that was due when it was taken.
 */
export const PLAN_ANEW = `
  UPDATE platform.pending_commands p SET due_at = ${dueBy('p.scheduled_at')}
  FROM platform.sandbox_clocks c
  WHERE c.organization_id = $1 AND p.clock_of = $1 AND p.leased_by IS NULL AND p.due_at <> ${dueBy('p.scheduled_at')}`;

/** The first instant after $2 and up to $3, in Test time, at which something waits for an organization's clock. */
export const NEXT_SCHEDULED = `
  SELECT scheduled_at FROM platform.pending_commands
  WHERE clock_of = $1 AND scheduled_at > $2 AND scheduled_at <= $3 AND leased_by IS NULL
  ORDER BY scheduled_at LIMIT 1`;

/** Whether a command of an organization's Test environment is due or under way; those of $3 are done. */
export const ANY_UNDER_WAY = `
  SELECT FROM platform.pending_commands
  WHERE due_at <= $2 AND command->'tenant'->>'organizationId' = $1 AND command->'tenant'->>'livemode' = 'false'
    AND NOT (id = ANY($3::uuid[]))
  LIMIT 1`;

/** Who is storing commands at this moment: their statements may have read a clock before it was moved. */
export const WRITERS = `
  SELECT virtualtransaction AS writer FROM pg_locks
  WHERE locktype = 'relation' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation = 'platform.pending_commands'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND pid <> pg_backend_pid()`;
