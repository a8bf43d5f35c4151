import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AppendsNotify1764291000300 } from './notify-migration.js';
import { OutcomesOfCommands1763700000300 } from './outcomes-migration.js';
import { AppendRows1764460800300 } from './rows-migration.js';

/**
 * The table of events and the one function that writes it.
 *
 * Appends hold an advisory lock until they are committed, so the order of positions is the order of
 * commits, and a reader that saw a position can never meet a lower one later (docs/adr/0003). They run
 * as one statement on the server, so no client can hold the lock, and come in batches.
 */
export class EventStore1763700000001 implements MigrationInterface {
  name = 'EventStore1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA IF NOT EXISTS event_store');
    await runner.query('CREATE SEQUENCE event_store.position');
    await runner.query(`
      CREATE TABLE event_store.events (
        stream_id   text NOT NULL,
        revision    integer NOT NULL,
        position    bigint NOT NULL UNIQUE,
        event_id    uuid NOT NULL,
        type        text NOT NULL,
        data        json NOT NULL,
        metadata    json NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (stream_id, revision)
      )`);
    await runner.query(`
      CREATE FUNCTION event_store.append(batch json)
      RETURNS TABLE (request int, kind text, revision int, "position" bigint)
      LANGUAGE plpgsql AS $fn$
      #variable_conflict use_column
      DECLARE
        item record;
        head int;
        count int;
        already int;
        last bigint;
      BEGIN
        PERFORM pg_advisory_xact_lock(7446160001);
        FOR item IN
          SELECT (ordinality - 1)::int AS request, value->>'stream' AS stream,
                 (value->>'expected')::int AS expected, value->'metadata' AS metadata, value->'events' AS events
          FROM json_array_elements(batch) WITH ORDINALITY
        LOOP
          SELECT coalesce(max(e.revision), -1) INTO head FROM event_store.events e WHERE e.stream_id = item.stream;
          count := json_array_length(item.events);
          IF head = item.expected THEN
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
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA event_store CASCADE');
  }
}

export const eventStoreMigrations = [
  EventStore1763700000001,
  OutcomesOfCommands1763700000300,
  AppendsNotify1764291000300,
  AppendRows1764460800300,
];
