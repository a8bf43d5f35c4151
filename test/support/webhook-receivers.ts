import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Received, Receiver } from '../receivers/index.js';

/**
 * Stores events of so many new products, copies of one: told events without as many requests. While nobody else appends:
 * the feed has them in the order of their commits.
 */
export async function storeProducts(client: pg.ClientBase, like: string, count: number): Promise<void> {
  await client.query(
    `INSERT INTO event_store.events (stream_id, revision, position, event_id, type, data, metadata)
     SELECT 'product-' || left(md5($2 || n), 24), 0, nextval('event_store.position'), gen_random_uuid(), e.type, e.data,
            e.metadata
     FROM generate_series(1, $3::int) AS n, event_store.events e
     WHERE e.stream_id = 'product-' || $1 AND e.revision = 0`,
    [like, randomUUID(), count],
  );
}

/** What is wrong with what a receiver was sent, of events that it was to get: nothing, where each came, and always the same. */
export function faultsOf({ requests }: Receiver, expected: readonly string[]): string[] {
  const bodies = new Map<string, string>();
  const faults: string[] = [];
  for (const { headers, body } of requests) {
    const id = idOf({ headers });
    if ((JSON.parse(body) as { id: string }).id !== id) faults.push(`${id}: the body has another id`);
    const before = bodies.get(id);
    if (before !== undefined && before !== body) faults.push(`${id}: came again with other bytes`);
    bodies.set(id, body);
  }
  const wanted = new Set(expected);
  faults.push(...expected.filter((id) => !bodies.has(id)).map((id) => `${id}: never came`));
  faults.push(...[...bodies.keys()].filter((id) => !wanted.has(id)).map((id) => `${id}: was not to come`));
  return faults;
}

/** How many events a receiver has had, each counted once. */
export const eventsAt = ({ requests }: Receiver): number => new Set(requests.map(idOf)).size;

const idOf = ({ headers }: Pick<Received, 'headers'>): string => String(headers['webhook-id']);
