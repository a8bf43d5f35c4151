import { setTimeout as sleep } from 'node:timers/promises';
import { PUBLIC_AGGREGATES, publicEventsOf, toKafka } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { eventsTopic } from '#bus/kafka/topics';
import { clientOf, readLog } from './log.js';

/** A public event on its topic. */
export interface Publication {
  readonly id: string;
  readonly subject: string;
  /** The bytes of its data. */
  readonly value: string;
}

/** What everybody outside can read: all public topics, each subject's events in the order of the topic. */
export async function readPublications(broker: string, prefix: string): Promise<Publication[]> {
  const topics = PUBLIC_AGGREGATES.map((aggregate) => eventsTopic(prefix, aggregate));
  const logged = await readLog(clientOf(broker), topics);
  return logged.map(({ message: { key, value, headers } }) => ({
    id: String(headers?.['ce_id'] ?? ''),
    subject: key?.toString() ?? '',
    value: value?.toString() ?? '',
  }));
}

/** Every public event of the feed at least once, unchanged, each subject's in order; and nothing else. */
export function judgePublications(
  events: readonly RecordedEvent[],
  published: readonly Publication[],
  source: string,
): string[] {
  const expected = events
    .flatMap((event) => publicEventsOf(event, source))
    .map((event) => ({ id: event.attributes.id, ...toKafka(event) }));
  const values = new Map(expected.map(({ id, value }) => [id, value.toString()]));
  const found = new Set(published.map(({ id }) => id));
  const orders = [
    orderOf(expected.map(({ id, key }) => ({ id, subject: key }))),
    orderOf(published),
  ] as const;
  return [
    ...expected
      .filter(({ id }) => !found.has(id))
      .map(({ id, key }) => `the event ${id} of ${key} was not published`),
    ...published
      .filter(({ id, value }) => values.get(id) !== value)
      .map(({ id, subject }) =>
        values.has(id)
          ? `the event ${id} of ${subject} was published with other data`
          : `${id} of ${subject} was published, and is no event`,
      ),
    ...[...orders[0]]
      .filter(
        ([subject, ids]) => ids.every((id) => found.has(id)) && orders[1].get(subject)?.join() !== ids.join(),
      )
      .map(([subject]) => `the events of ${subject} were published in another order`),
  ];
}

/** The ids of each subject, each where it comes first. */
function orderOf(list: readonly Pick<Publication, 'id' | 'subject'>[]): Map<string, string[]> {
  const seen = new Set<string>();
  const order = new Map<string, string[]>();
  for (const { id, subject } of list) {
    if (seen.has(id)) continue;
    seen.add(id);
    order.set(subject, [...(order.get(subject) ?? []), id]);
  }
  return order;
}

/** Complaints about what is published; the last events get a moment to come. */
export async function publicationComplaints(
  events: readonly RecordedEvent[],
  where: { readonly broker: string; readonly prefix: string },
  withinMs = 60_000,
): Promise<string[]> {
  for (const deadline = Date.now() + withinMs; ; await sleep(500)) {
    const published = await readPublications(where.broker, where.prefix);
    const complaints = judgePublications(events, published, where.prefix);
    if (complaints.length === 0 || Date.now() > deadline) return complaints;
  }
}
