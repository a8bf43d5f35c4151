import type pg from 'pg';
import { readPosition, START, writePosition, type Position } from '#kernel';
import { PLACE_EVERY, type Place } from './compare.js';
import { eventsOf, hashOf } from './feed.js';
import type { Positions } from './positions.js';
import { describeDirection, type Opened } from './stores.js';

/*
 * What was copied and compared while the service worked, in the installation's database: nothing that keeps it from starting.
 * Each place says where the same event is in both stores, so that a checkpoint far behind is found without reading all.
 */
const SCHEMA = 'timbra_ahead';

interface Row extends Omit<Place, 'from' | 'to'> {
  readonly from: string;
  readonly to: string;
}

const placeOf = ({ from, to, ...place }: Row): Place => ({
  ...{ ...place, from: readPosition(from), to: readPosition(to) },
});

const COLUMNS = `stream_id AS "streamId", revision, from_position AS "from", to_position AS "to",
  events::float8 AS events, streams::float8 AS streams, hash`;

/** Makes room for places of these stores, and forgets those of others. */
export async function beginAhead(client: pg.Client, from: Opened, to: Opened): Promise<void> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
    CREATE TABLE IF NOT EXISTS ${SCHEMA}.places (
      what text NOT NULL, from_position bigint PRIMARY KEY, to_position bigint NOT NULL, stream_id text NOT NULL,
      revision int NOT NULL, events bigint NOT NULL, streams bigint NOT NULL, hash text NOT NULL)`);
  await client.query(`DELETE FROM ${SCHEMA}.places WHERE what <> $1`, [describeDirection(from, to)]);
}

export async function notePlace(client: pg.Client, from: Opened, to: Opened, place: Place): Promise<void> {
  const { streamId, revision, events, streams, hash } = place;
  await client.query(`INSERT INTO ${SCHEMA}.places VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, [
    ...[describeDirection(from, to), writePosition(place.from), writePosition(place.to)],
    ...[streamId, revision, events, streams, hash],
  ]);
}

/** Before another comparison from the beginning, and when the move is finished. */
export async function forgetAhead(client: pg.Client): Promise<void> {
  await client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
}

/** How far the stores have been compared ahead. Undefined: not at all, or one of them is not what it was. */
export async function findAhead(client: pg.Client, from: Opened, to: Opened): Promise<Place | undefined> {
  const { rows: found } = await client.query(`SELECT FROM pg_tables WHERE schemaname = '${SCHEMA}'`);
  if (found.length === 0) return undefined;
  const { rows } = await client.query<Row>(
    `SELECT ${COLUMNS} FROM ${SCHEMA}.places WHERE what = $1 ORDER BY from_position DESC LIMIT 1`,
    [describeDirection(from, to)],
  );
  const place = rows[0] && placeOf(rows[0]);
  if (!place) return undefined;
  const { streamId, revision } = place;
  const [[one], [other]] = await Promise.all([
    from.store.read(streamId, revision),
    to.store.read(streamId, revision),
  ]);
  const isThere =
    one?.position === place.from && other?.position === place.to && hashOf(one) === hashOf(other);
  return isThere ? place : undefined;
}

/** Finds the positions before a place, each from the place before it, and the place itself. */
export async function settleAhead(
  client: pg.Client,
  { from, to, since }: { readonly from: Opened; readonly to: Opened; readonly since: Place },
  positions: Positions,
): Promise<void> {
  for (const wanted of positions.before(since.from)) {
    const { rows } = await client.query<Row>(
      `SELECT ${COLUMNS} FROM ${SCHEMA}.places WHERE from_position <= $1 ORDER BY from_position DESC LIMIT 1`,
      [writePosition(wanted)],
    );
    const begin = rows[0] ? placeOf(rows[0]) : { from: START, to: START };
    if (rows[0]) positions.note(begin.from, begin.to);
    await noteFrom(begin, wanted, { from, to }, positions);
  }
  positions.note(since.from, since.to);
}

/** Reads both stores on from the same event, to the first one that is behind what is wanted. */
async function noteFrom(
  begin: { readonly from: Position; readonly to: Position },
  wanted: Position,
  { from, to }: { readonly from: Opened; readonly to: Opened },
  positions: Positions,
): Promise<void> {
  const others = eventsOf(to.name, to.store, begin.to, PLACE_EVERY);
  for await (const one of eventsOf(from.name, from.store, begin.from, PLACE_EVERY)) {
    const { value: other } = await others.next();
    if (!other) return;
    positions.note(one.position, other.position);
    if (one.position > wanted) return;
  }
}
