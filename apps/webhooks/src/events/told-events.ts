import type pg from 'pg';
import { idTime, systemNow, type Tenant } from '#kernel';
import type { ToldEvent, ToldEventsAsked } from '#contracts';
import { LAZY_COMMIT, rowTypes } from '#eventing';

/** A told event as its row says. */
export interface StoredToldEvent extends ToldEvent {
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly body: string | null;
}

type Db = Pick<pg.Pool, 'query'>;

/** Matches from which on they are not counted: the API answers that there are more than 3000. */
const COUNTED = 3_001;
/** How far the time of two processes may lie apart. */
const SKEW_MS = 60_000;

/** Events by their ids, of any tenant, in that order; undefined: not kept any more. */
export async function findToldEvents(
  db: Db,
  ids: readonly string[],
): Promise<readonly (StoredToldEvent | undefined)[]> {
  const { rows } = await db.query<StoredToldEvent>({
    name: 'told-events',
    text: `SELECT id, type, created_at, stream, revision, resource_id, organization_id, livemode, body FROM webhooks.events WHERE id = ANY($1)`,
    values: [ids],
    types: rowTypes,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** An event by its id, of any tenant. */
export async function findToldEvent(db: Db, id: string): Promise<StoredToldEvent | undefined> {
  return (await findToldEvents(db, [id]))[0];
}

/**
 * Keeps bodies of events, unless they have one, and gives what is kept, in their order. It does not wait for the disk: a
 * power cut may take a body, which is rendered of the same events again.
 */
export async function keepBodies(
  db: Db,
  bodies: readonly { readonly id: string; readonly body: string }[],
): Promise<readonly (string | undefined)[]> {
  // In one order, so that two processes do not wait for each other.
  const inOrder = bodies.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await db.query<{ id: string; body: string }>({
    name: 'keep-event-bodies',
    text: `WITH kept AS (
             UPDATE webhooks.events AS e SET body = coalesce(e.body, n.body)
             FROM unnest($1::text[], $2::text[]) AS n(id, body) WHERE e.id = n.id RETURNING e.id, e.body
           ) SELECT id, body, ${LAZY_COMMIT} FROM kept`,
    values: [inOrder.map(({ id }) => id), inOrder.map(({ body }) => body)],
  });
  const byId = new Map(rows.map((row) => [row.id, row.body]));
  return bodies.map(({ id }) => byId.get(id));
}

/** A page of a tenant's events, newest first; backward, those next to `after` first. */
export async function listToldEvents(
  db: Db,
  tenant: Tenant,
  asked: ToldEventsAsked,
): Promise<{ events: readonly ToldEvent[]; count: number }> {
  const [events, count] = await Promise.all([
    pageOf(db, tenant, asked),
    // Who goes on after an event has the number from the first page.
    asked.after === null ? countMatches(db, tenant, asked) : 0,
  ]);
  return { events, count };
}

async function pageOf(db: Db, tenant: Tenant, asked: ToldEventsAsked): Promise<readonly ToldEvent[]> {
  const { take, skip, direction, after } = asked;
  const { where, values } = conditionsOf(tenant, asked);
  const forward = direction === 'forward';
  const from =
    after === null
      ? ''
      : ` AND seq ${forward ? '<' : '>'} (SELECT seq FROM webhooks.events WHERE id = $${values.push(after)})`;
  const { rows } = await db.query<ToldEvent>({
    text: `SELECT id, type, created_at, stream, revision, resource_id FROM webhooks.events WHERE ${where}${from}
           ORDER BY seq ${forward ? 'DESC' : 'ASC'} LIMIT ${take} OFFSET ${skip}`,
    values,
    types: rowTypes,
  });
  return rows;
}

async function countMatches(db: Db, tenant: Tenant, asked: ToldEventsAsked): Promise<number> {
  const { where, values } = conditionsOf(tenant, asked);
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM webhooks.events WHERE ${where} LIMIT ${COUNTED}) AS matches`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** What came after an event of a tenant, oldest first, and what to go on after; without one, where the next will come after. */
export async function nextToldEvents(
  db: Db,
  { organizationId, livemode }: Tenant,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ events: readonly ToldEvent[]; last: string }> {
  if (after === null) {
    const { rows } = await db.query<{ id: string }>({
      name: 'newest-told-event',
      text: `SELECT id FROM webhooks.events WHERE organization_id = $1 AND livemode = $2 ORDER BY seq DESC LIMIT 1`,
      values: [organizationId, livemode],
    });
    return { events: [], last: rows[0]?.id ?? placeBefore(systemNow().getTime() - SKEW_MS) };
  }
  // An event that is not kept any more, or a mere instant, is where those begin that have greater ids.
  const { rows } = await db.query<ToldEvent>({
    name: 'next-told-events',
    text: `SELECT id, type, created_at, stream, revision, resource_id FROM webhooks.events
           WHERE organization_id = $1 AND livemode = $2 AND seq > coalesce(
             (SELECT seq FROM webhooks.events WHERE id = $3 AND organization_id = $1 AND livemode = $2),
             (SELECT max(seq) FROM webhooks.events WHERE organization_id = $1 AND livemode = $2 AND id <= $3),
             0)
           ORDER BY seq LIMIT $4`,
    values: [organizationId, livemode, after, limit],
    types: rowTypes,
  });
  return { events: rows, last: rows.at(-1)?.id ?? after };
}

/** An id that is less than those of all events from an instant on. */
const placeBefore = (ms: number): string => idTime(ms) + '0'.repeat(12);

function conditionsOf(
  { organizationId, livemode }: Tenant,
  { types, resource_id, from, to }: ToldEventsAsked,
): { where: string; values: unknown[] } {
  const values: unknown[] = [organizationId, livemode];
  const parts = ['organization_id = $1', 'livemode = $2'];
  const and = (sql: string, value: unknown): void => void parts.push(`${sql} $${values.push(value)}`);
  if (types.length > 0) parts.push(`type = ANY($${values.push(types)})`);
  if (resource_id !== null) and('resource_id =', resource_id);
  if (from) and(from.inclusive ? 'created_at >=' : 'created_at >', from.at);
  if (to) and(to.inclusive ? 'created_at <=' : 'created_at <', to.at);
  return { where: parts.join(' AND '), values };
}
