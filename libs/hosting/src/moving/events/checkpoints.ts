import type pg from 'pg';
import { readPosition, writePosition } from '#kernel';
import { Positions } from './positions.js';

/**
 * Every position of the event store that a database keeps: the checkpoints of projections, process managers, webhooks, the
 * publisher and the relays are one table. A spec looks for others.
 */
export async function checkpointsOf(client: pg.Client): Promise<Positions> {
  const { rows } = await client.query<{ position: string }>(
    'SELECT DISTINCT position FROM platform.checkpoints',
  );
  return new Positions(rows.map(({ position }) => readPosition(position)));
}

/**
 * Takes every checkpoint to the same place in the other store. A lane over a domain topic (ADR 86) begins again: the messages
 * that are there have positions of the former store, so it asks the owner for what it has not had yet. A relay finds the last
 * event of each partition anew, and nothing is remembered of a search of the log.
 */
export async function translateCheckpoints(client: pg.Client, positions: Positions): Promise<void> {
  const { rows } = await client.query<{ name: string; position: string }>(
    'SELECT name, position FROM platform.checkpoints',
  );
  await client.query(
    `UPDATE platform.checkpoints AS c SET position = t.position, log_offset = NULL, notes = NULL
     FROM unnest($1::text[], $2::bigint[]) AS t(name, position) WHERE c.name = t.name`,
    [
      rows.map(({ name }) => name),
      rows.map(({ position }) => writePosition(positions.of(readPosition(position)))),
    ],
  );
  await client.query('DELETE FROM platform.searched_logs');
}
