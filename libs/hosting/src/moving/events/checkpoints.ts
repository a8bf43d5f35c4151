import type pg from 'pg';
import { readPosition, writePosition } from '#kernel';
import { Positions } from './positions.js';

/**
 * Every position of the event store that databases keep: the checkpoints of projections, process managers, webhooks, the
 * publisher and the relays are one table. A spec looks for others.
 */
export async function checkpointsOf(clients: readonly pg.Client[]): Promise<Positions> {
  const found = await Promise.all(
    clients.map((client) =>
      client.query<{ position: string }>('SELECT DISTINCT position FROM platform.checkpoints'),
    ),
  );
  return new Positions(found.flatMap(({ rows }) => rows.map(({ position }) => readPosition(position))));
}

/**
 * Takes every checkpoint of a database to the same place in the other store, which it belongs to from then on. A lane over a
 * domain topic (ADR 86) begins again: the messages that are there have positions of the former store, so it asks the owner for
 * what it has not had yet. A relay finds the last event of each partition anew, and nothing is remembered of a search of the log.
 */
export async function followOther(client: pg.Client, positions: Positions, identity: string): Promise<void> {
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
  // A service that has never been started on its database follows nothing yet.
  await client.query(
    `INSERT INTO platform.followed_store (identity) VALUES ($1)
     ON CONFLICT (singleton) DO UPDATE SET identity = excluded.identity`,
    [identity],
  );
}
