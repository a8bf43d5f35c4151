import { beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_CATALOGUE, publicEventsOf, toKafka, TYPE_PREFIX, type CloudEvent } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { keep, type Schemas } from './docs.js';
import type { Example } from './examples.js';
import { record } from './golden.js';
import { publicSchemas } from './schemas.js';
import { tellStory } from './story.js';
import { validators } from './validator.js';

/**
 * All that can happen, as it is stored and as it is published. `npm run events -- --record` keeps it: as histories
 * for the code of the future (test/golden), and as the examples of docs/events.
 */

let feed: RecordedEvent[];
let published: CloudEvent[];
let schemas: Schemas;

beforeAll(async () => {
  feed = await tellStory();
  published = feed.flatMap((event) => publicEventsOf(event, 'timbra'));
  schemas = publicSchemas();
  if (process.env['TIMBRA_EVENTS'] !== 'record') return;
  await record(new Date().toISOString().slice(0, 10), feed);
  await keep(examplesOf(published));
});

/** The last of each name, in the order of names. */
const examplesOf = (events: readonly CloudEvent[]): Record<string, Example> =>
  Object.fromEntries(
    [...new Map(events.map((event) => [event.attributes.type.slice(TYPE_PREFIX.length), event]))]
      .map(([name, event]) => [name, { headers: toKafka(event).headers, data: event.data }] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** What takes two PACs and an operator who forces one: told in test/e2e/live, with histories in test/golden. */
const OF_TWO_PACS = [...['StampRuledOut', 'StampForced', 'SurplusStampFound', 'SurplusStampSettled']];

it('has every type of event', () => {
  const told = new Set([...feed.map(({ type }) => type), ...OF_TWO_PACS]);
  const known = EVENT_CATALOGUE.flatMap(({ lines }) => Object.keys(lines));
  expect(known.filter((type) => !told.has(type))).toEqual([]);
});

describe('what is published of it', () => {
  it('is as the schemas say, event by event', () => {
    const problems = validators(schemas);
    for (const { attributes, data } of published) {
      const name = attributes.type.slice(TYPE_PREFIX.length);
      // As a reader gets it.
      const read = JSON.parse(JSON.stringify(data)) as unknown;
      expect([name, problems(name, read)]).toEqual([name, []]);
    }
    expect(published.length).toBeGreaterThan(50);
  });

  it('holds no secret: no key, print of a key, link, or place where a document is kept', () => {
    // The node of the stamp is empty of a document that was imported: it is in its XML.
    const secrets = feed.flatMap(({ data }) => secretsIn(data)).filter((secret) => secret !== '');
    expect(secrets.length).toBeGreaterThan(20);
    const text = published.map((event) => toKafka(event).value.toString()).join('\n');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/sk_(test|live|user)|BEGIN |password|"[a-z_]*hash"|\/edit\//i);
  });

  it('comes in the order of its aggregate, under ids of its own', () => {
    const last = new Map<string, number>();
    for (const { attributes } of published) {
      const revision = Number(attributes.revision);
      expect(revision).toBeGreaterThan(last.get(attributes.subject) ?? -1);
      last.set(attributes.subject, revision);
    }
    expect(new Set(published.map(({ attributes }) => attributes.id)).size).toBe(published.length);
  });
});

/** Values of private fields, anywhere in an event. */
const SECRET = /^(hash|key_hash|first_12|xml_key|receipt_key|content_key|timbre_xml|signature|sello)$/;
const secretsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        SECRET.test(key) && typeof inner === 'string' ? [inner] : secretsIn(inner),
      );
