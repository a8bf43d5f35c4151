import { randomUUID } from 'node:crypto';
import { NO_STREAM, type EventStore } from '#event-store';
import { newId } from '#kernel';
import type { Received, Receiver } from '../receivers/index.js';

/** Appends under way at a time. */
const AT_ONCE = 100;

/** Stores events of so many new products, copies of one: told events without as many requests. */
export async function storeProducts(store: EventStore, like: string, count: number): Promise<void> {
  const [made] = await store.read(`product-${like}`);
  if (!made) throw new Error(`There is no product ${like}.`);
  const { type, data, metadata } = made;
  const storeOne = () =>
    store.append(`product-${newId()}`, NO_STREAM, [{ id: randomUUID(), type, data }], metadata);
  for (let left = count; left > 0; left -= AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, storeOne));
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
