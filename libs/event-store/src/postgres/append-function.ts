/** Beyond this many bytes the streams are left out: a notification has at most 8,000. */
export const MOST_STREAMS = 4_000;

/** How the names of streams `s(name)` begin. Names end with an id that has no hyphen; one that had would only make what is told longer. */
export const PREFIXES = "string_agg(DISTINCT coalesce(substring(s.name FROM '^.*-'), s.name), ' ')";

/**
 * The function that appends: with or without the notification of each commit (notify-migration.ts). Both forms are of migrations that
 * databases have run, so neither changes any more.
 */
export const appendFunction = ({ tells }: { readonly tells: boolean }): string => {
  const only = (text: string): string => (tells ? text : '');
  return `
      CREATE OR REPLACE FUNCTION event_store.append(batch json, guards json, commands text[])
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
        expired int[];${only(`
        tells boolean := current_setting('timbra.quiet', true) IS DISTINCT FROM 'on';
        newest bigint;
        streams text[] := '{}';
        prefixes text;`)}
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
            ) SELECT max(i.position) INTO last FROM inserted i;${only(`
            IF tells THEN
              newest := last;
              streams := streams || item.stream;
            END IF;`)}
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
        END LOOP;${only(`
        IF newest IS NOT NULL THEN
          SELECT ${PREFIXES} INTO prefixes
          FROM unnest(streams) AS s(name);
          PERFORM pg_notify('timbra_appended', newest::text ||
            CASE WHEN octet_length(prefixes) <= ${MOST_STREAMS} THEN ' ' || prefixes ELSE '' END);
        END IF;`)}
      END $fn$`;
};
