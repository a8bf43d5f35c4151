import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresEventStore } from '#event-store';
import { createPool } from '#hosting';
import { startApp } from '../../support/app.js';
import { readEvents } from '../../support/events.js';
import { PATIENT } from '../../support/limits.js';
import { requestOf } from '../../support/request.js';
import { readUndone } from '../books.js';
import { World } from '../world.js';
import { Normaliser } from './normalise.js';
import { scenario, type Ask } from './scenario.js';

/**
 * The same scenario in both topologies, embedded and as eight processes over Kafka: the same answers, and for each
 * aggregate the same events with the same data.
 */

interface Run {
  /** Requests with their answers, in order. */
  readonly answers: readonly string[];
  /** By stream, under the name of its aggregate: types and data of its events. */
  readonly streams: Readonly<Record<string, readonly string[]>>;
}

interface Where {
  /** Ends with /v2. */
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly testKey: string;
  readonly userKey: string;
}

async function run({ baseUrl, databaseUrl, testKey, userKey }: Where): Promise<Run> {
  const normaliser = new Normaliser(new URL(baseUrl).origin);
  const answers: string[] = [];
  const ask: Ask = async (request, body, { key = testKey, language, headers } = {}) => {
    const [method = '', path = ''] = request.split(' ');
    const response = await fetch(baseUrl + path, requestOf(method, { key, language, headers, body }));
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const answer: unknown = type.startsWith('application/json') ? JSON.parse(text) : text;
    const shown = ['etag', 'retry-after', 'allow'].map((name) => `${name}: ${response.headers.get(name)}`);
    answers.push(
      normaliser.text(`${request}\n${response.status} ${type} ${shown.join(' ')}\n`) +
        normaliser.text(answer),
    );
    return answer;
  };
  await scenario(ask, userKey);
  return { answers, streams: await streamsOf(databaseUrl, normaliser) };
}

/** Once nothing is under way any more. */
async function streamsOf(databaseUrl: string, normaliser: Normaliser): Promise<Run['streams']> {
  const pool = createPool(databaseUrl, { max: 2, applicationName: 'timbra-parity' });
  try {
    for (const deadline = Date.now() + 30_000; (await readUndone(pool)).length > 0; await sleep(50))
      if (Date.now() > deadline) throw new Error(`commands are left: ${(await readUndone(pool)).join(', ')}`);
    const byStream = new Map<string, string[]>();
    for (const { streamId, type, data } of await readEvents(new PostgresEventStore(pool))) {
      const name = normaliser.text(streamId);
      byStream.set(name, [...(byStream.get(name) ?? []), `${type} ${normaliser.text(data)}`]);
    }
    return Object.fromEntries(byStream);
  } finally {
    await pool.end();
  }
}

describe('both topologies', () => {
  let embedded: Run;
  let distributed: Run;

  beforeAll(async () => {
    const app = await startApp();
    const databaseUrl = app.runtime.pool.options.connectionString ?? '';
    const { test_key: testKey, user_key: userKey } = app.demo;
    embedded = await run({ baseUrl: app.baseUrl, databaseUrl, testKey, userKey });
    expect(app.bugs()).toEqual([]);
    await app.close();
  }, 480_000);

  let world: World | undefined;
  beforeAll(async () => {
    world = await World.start({ env: PATIENT });
    const [baseUrl = ''] = world.gateways();
    const { test_key: testKey, user_key: userKey } = world.demo;
    distributed = await run({ baseUrl, databaseUrl: world.databaseUrl, testKey, userKey });
    // Nothing in the scenario is worth a warning: one tells why the topologies differ.
    if (world.warnings.length > 0) console.log(world.warnings.join('\n'));
  }, 480_000);
  afterAll(() => world?.stop(), 60_000);

  it('give the same answers', () => {
    expect(embedded.answers.length).toBeGreaterThan(200);
    expect(distributed.answers).toHaveLength(embedded.answers.length);
    for (const [n, answer] of distributed.answers.entries()) expect(answer).toBe(embedded.answers[n]);
  });

  it('leave the same events', () => {
    expect(Object.keys(embedded.streams).length).toBeGreaterThan(100);
    expect(Object.keys(distributed.streams).sort()).toEqual(Object.keys(embedded.streams).sort());
    for (const [name, events] of Object.entries(distributed.streams))
      expect([name, events]).toEqual([name, embedded.streams[name]]);
  });
});
