import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Refusals of delivered commands, and appends that heed them (kernel/delivery.ts). Storing a refusal takes the lock of
 * the appends: of two processes that handle one command side by side, one refusing and one appending, the first one
 * to get it decides. Processes of the release before call the `append` of one argument, until they are replaced.
 */
export class OutcomesOfCommands1763700000300 implements MigrationInterface {
  name = 'OutcomesOfCommands1763700000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE event_store.refusals (
        command_id text NOT NULL,
        type       text NOT NULL,
        refused    json NOT NULL,
        refused_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (command_id, type)
      )`);
    await runner.query('CREATE INDEX refusals_old ON event_store.refusals (refused_at)');
    await runner.query(`
      CREATE FUNCTION event_store.append(batch json, guards json, commands text[])
      RETURNS TABLE (request int, kind text, revision int, "position" bigint)
      LANGUAGE plpgsql AS $fn$
      #variable_conflict use_column
      DECLARE
        item record;
        head int;
        count int;
        already int;
        last bigint;
        refused int[];
        expired int[];
      BEGIN
        PERFORM pg_advisory_xact_lock(7446160001);
        IF guards IS NOT NULL THEN
          -- Looked up by their ids at once: there is hardly ever any.
          PERFORM FROM event_store.refusals r WHERE r.command_id = ANY(commands);
          IF FOUND THEN
            refused := ARRAY(
              SELECT g.request FROM json_to_recordset(guards) AS g(request int, id text, type text)
              JOIN event_store.refusals r ON r.command_id = g.id AND r.type = g.type);
          END IF;
          expired := ARRAY(
            SELECT g.request FROM json_to_recordset(guards) AS g(request int, expires float8)
            WHERE g.expires < extract(epoch FROM clock_timestamp()) * 1000);
        END IF;
        FOR item IN
          SELECT (ordinality - 1)::int AS request, value->>'stream' AS stream,
                 (value->>'expected')::int AS expected, value->'metadata' AS metadata, value->'events' AS events
          FROM json_array_elements(batch) WITH ORDINALITY
        LOOP
          SELECT coalesce(max(e.revision), -1) INTO head FROM event_store.events e WHERE e.stream_id = item.stream;
          count := json_array_length(item.events);
          IF head = item.expected AND item.request = ANY(refused) THEN
            RETURN QUERY SELECT item.request, 'refused', head, NULL::bigint;
          ELSIF head = item.expected AND item.request = ANY(expired) THEN
            RETURN QUERY SELECT item.request, 'expired', head, NULL::bigint;
          ELSIF head = item.expected THEN
            WITH inserted AS (
              INSERT INTO event_store.events (stream_id, revision, position, event_id, type, data, metadata)
              SELECT item.stream, item.expected + ordinality, nextval('event_store.position'),
                     (value->>'id')::uuid, value->>'type', value->'data', item.metadata
              FROM json_array_elements(item.events) WITH ORDINALITY
              ORDER BY ordinality
              RETURNING position
            ) SELECT max(i.position) INTO last FROM inserted i;
            RETURN QUERY SELECT item.request, 'appended', item.expected + count, last;
          ELSE
            SELECT count(*), max(e.position) INTO already, last
            FROM json_array_elements(item.events) WITH ORDINALITY
            JOIN event_store.events e
              ON e.stream_id = item.stream AND e.revision = item.expected + ordinality
             AND e.event_id = (value->>'id')::uuid;
            IF already = count THEN
              RETURN QUERY SELECT item.request, 'appended', item.expected + count, last;
            ELSE
              RETURN QUERY SELECT item.request, 'conflict', head, NULL::bigint;
            END IF;
          END IF;
        END LOOP;
      END $fn$`);
    // The events of a command name it, or a step of it: its id, a slash, and the step.
    await runner.query(`
      CREATE FUNCTION event_store.has_begun(command text, streams text[]) RETURNS boolean
      LANGUAGE sql STABLE AS $fn$
        SELECT EXISTS (
          SELECT FROM event_store.events e
          WHERE e.stream_id = ANY(streams)
            AND (e.metadata->>'commandId' = command OR starts_with(e.metadata->>'commandId', command || '/')))
      $fn$`);
    await runner.query(`
      CREATE FUNCTION event_store.refuse(batch json)
      RETURNS TABLE (request int, refused json)
      LANGUAGE plpgsql AS $fn$
      #variable_conflict use_column
      DECLARE
        item record;
      BEGIN
        PERFORM pg_advisory_xact_lock(7446160001);
        FOR item IN
          SELECT * FROM json_to_recordset(batch)
            AS b(request int, id text, type text, streams text[], refused json, elsewhere boolean)
        LOOP
          IF NOT item.elsewhere AND event_store.has_begun(item.id, item.streams) THEN
            RETURN QUERY SELECT item.request, NULL::json;
          ELSE
            INSERT INTO event_store.refusals (command_id, type, refused)
            VALUES (item.id, item.type, item.refused) ON CONFLICT DO NOTHING;
            RETURN QUERY SELECT item.request, r.refused FROM event_store.refusals r
              WHERE r.command_id = item.id AND r.type = item.type;
          END IF;
        END LOOP;
      END $fn$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION event_store.refuse(json)');
    await runner.query('DROP FUNCTION event_store.has_begun(text, text[])');
    await runner.query('DROP FUNCTION event_store.append(json, json, text[])');
    await runner.query('DROP TABLE event_store.refusals');
  }
}
