import type { MigrationInterface, QueryRunner } from 'typeorm';
import { appendFunction } from './append-function.js';

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
    await runner.query(appendFunction({ tells: false }));
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
