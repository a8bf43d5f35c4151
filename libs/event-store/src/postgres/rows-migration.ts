import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MOST_STREAMS, PREFIXES } from './append-function.js';

/**
 * Appends of one moment as rows, in one insert: nearly all are at the revision they expect, and no command among theirs was
 * refused or has expired. Where one is not so, nothing is stored and no row comes back: `append` then decides on each in turn. Each
 * JSON text is parsed once, where `append` takes every append apart by itself.
 *
 * It holds the lock of the appends until the commit, as `append` does, which processes of the release before call: both give
 * positions in the order of commits, and tell of them in the same words where the connection does not say that it is quiet.
 */
export class AppendRows1764460800300 implements MigrationInterface {
  name = 'AppendRows1764460800300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION event_store.append_rows(
        rows json, streams text[], expected int[], commands text[], types text[], expires float8)
      RETURNS TABLE ("position" bigint, recorded_at timestamptz)
      LANGUAGE plpgsql AS $fn$
      #variable_conflict use_column
      BEGIN
        PERFORM pg_advisory_xact_lock(7446160001);
        IF expires < extract(epoch FROM clock_timestamp()) * 1000 THEN
          RETURN;
        END IF;
        IF cardinality(commands) > 0 THEN
          PERFORM FROM event_store.refusals r WHERE r.command_id = ANY(commands) AND r.type = ANY(types);
          IF FOUND THEN
            RETURN;
          END IF;
        END IF;
        PERFORM FROM unnest(streams, expected) AS asked(stream, revision)
        WHERE asked.revision <> (
          SELECT coalesce(max(e.revision), -1) FROM event_store.events e WHERE e.stream_id = asked.stream);
        IF FOUND THEN
          RETURN;
        END IF;
        RETURN QUERY
          INSERT INTO event_store.events (stream_id, revision, position, event_id, type, data, metadata)
          SELECT r.stream, r.revision, nextval('event_store.position'), r.id, r.type, r.data, r.metadata
          FROM json_to_recordset(rows)
            AS r(stream text, revision int, id uuid, type text, data json, metadata json)
          RETURNING position, recorded_at;
        IF current_setting('timbra.quiet', true) IS DISTINCT FROM 'on' THEN
          -- The last position that this connection was given: that of the newest event.
          PERFORM pg_notify('timbra_appended', currval('event_store.position')::text ||
            CASE WHEN octet_length(told.prefixes) <= ${MOST_STREAMS} THEN ' ' || told.prefixes ELSE '' END)
          FROM (
            SELECT ${PREFIXES} AS prefixes FROM unnest(streams) AS s(name)) AS told;
        END IF;
      END $fn$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION event_store.append_rows(json, text[], int[], text[], text[], double precision)',
    );
  }
}
