import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { domainTopic } from '#bus/kafka/domain/names';
import { kafkaClient } from '#bus/kafka/settings';
import { silent } from '#bus/kafka/testing/cluster';
import { until } from '#bus/testing/until';
import { publicEventsOf, upcasters } from '#contracts';
import { PostgresEventStore, withVersions, type EventStore } from '#event-store';
import { createPool } from '#hosting';
import { judgePublications, readPublications, type Publication } from '../failures/publications.js';
import { Tap, type Door, type Moment } from '../failures/tap.js';
import { invoice, universidad } from '../support/bodies.js';
import { readEvents } from '../support/events.js';
import { requestOf } from '../support/request.js';
import type { ServiceProcess } from './process.js';
import { loginUrl, startTopology, type Topology } from './topology.js';

const broker = process.env['TIMBRA_TEST_KAFKA'] ?? '';

/** The publisher can read no stream of another service: the events of all of them are published all the same. */
describe('public events over topics', () => {
  let topology: Topology;
  let database: pg.Pool;
  let store: EventStore;
  let tap: Tap;
  /** Of each publisher that was started here, in their order. */
  const doors: Door[] = [];

  beforeAll(async () => {
    topology = await startTopology({
      TIMBRA_DOMAIN_EVENTS: 'topics',
      ...{ TIMBRA_LEASE_MS: '2000', TIMBRA_KAFKA_SESSION_MS: '6000' },
      ...{ TIMBRA_PUBLISHER_LEASE_MS: '3000', TIMBRA_PUBLISHER_MAX_AGE_MS: '30000' },
    });
    database = createPool(topology.databaseUrl, { max: 2, applicationName: 'test' });
    store = withVersions(new PostgresEventStore(database), upcasters);
    tap = new Tap({ port: Number(new URL(topology.databaseUrl).port) });
  }, 300_000);
  afterAll(async () => {
    for (const publisher of started()) publisher.signal('SIGCONT');
    await tap.close();
    await database.end();
    await topology.stop();
  }, 120_000);

  const started = (): readonly ServiceProcess[] => (topology.processes.get('publisher') ?? []).slice(1);
  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
    const door = await tap.open();
    doors.push(door);
    const DATABASE_URL = door.url(loginUrl(topology.databaseUrl, 'publisher'));
    const { process } = await topology.start('publisher', { DATABASE_URL, ...settings });
    return process;
  };
  const stopAll = async (): Promise<void> => {
    const running = (topology.processes.get('publisher') ?? []).filter((one) => one.running);
    expect(await Promise.all(running.map((one) => one.stop()))).toEqual(running.map(() => 0));
  };
  const urlOf = ({ printed }: ServiceProcess): string => /(http:\/\/[^/\s]+)/.exec(printed)?.[1] ?? '';
  const isReady = async (one: ServiceProcess): Promise<boolean> =>
    (await fetch(`${urlOf(one)}/readyz`)).status === 200;

  const create = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const asked = requestOf('POST', { key: topology.demo.test_key, body });
    const answer = await fetch(topology.baseUrl + path, asked);
    const doc = (await answer.json()) as { readonly id: string };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(doc)}`);
    return doc;
  };
  /** A customer, and an invoice that is stamped and canceled. */
  const live = async (): Promise<void> => {
    const customer = await create('/customers', universidad);
    const { id } = await create('/invoices', invoice({ customer: customer.id }));
    const asked = requestOf('DELETE', { key: topology.demo.test_key });
    const canceled = await fetch(`${topology.baseUrl}/invoices/${id}?motive=02`, asked);
    expect(canceled.status).toBe(200);
  };
  const readAll = (): Promise<Publication[]> => readPublications(broker, topology.prefix);
  /** Everything that is stored has been published, unchanged, and that of each subject in order; how often, in all. */
  const complete = async (): Promise<readonly Publication[]> => {
    const stored = await readEvents(store);
    let published: Publication[] = [];
    let complaints: string[] = [];
    await until(async () => {
      published = await readAll();
      complaints = judgePublications(stored, published, topology.prefix);
      return complaints.length === 0;
    }, 120_000).catch(() => expect(complaints).toEqual([]));
    return published;
  };
  const countPublic = async (): Promise<number> =>
    (await readEvents(store)).flatMap((event) => publicEventsOf(event, topology.prefix)).length;
  /** It is noted that all is published that was in the topics at this moment: no lane has anything before it. */
  const settled = async (): Promise<void> => {
    const { rows } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    await until(async () => {
      const noted = await database.query(
        `SELECT FROM platform.checkpoints
         WHERE name = 'publisher' AND (notes->>'publishedUpTo')::timestamptz > $1`,
        [rows[0]?.now],
      );
      return noted.rows.length === 1;
    }, 60_000);
  };
  /** How many events came more than once. */
  const repeated = (published: readonly Publication[]): number =>
    published.length - new Set(published.map(({ id }) => id)).size;
  /** Does something to the publisher that comes to a step of its work, there. */
  const atStep = async (
    moment: Moment,
    pattern: RegExp,
    signal: 'SIGKILL' | 'SIGSTOP',
    act: () => Promise<unknown>,
  ) => {
    let victim: ServiceProcess | undefined;
    const sprung = tap.trap(
      moment,
      pattern,
      (door) => {
        victim = started()[doors.indexOf(door)];
        victim?.signal(signal);
      },
      signal === 'SIGSTOP',
    );
    const acting = act();
    await sprung;
    await acting;
    if (!victim) throw new Error(`nobody came to ${String(pattern)}`);
    return victim;
  };
  const wake = async (sleeper: ServiceProcess): Promise<void> => {
    sleeper.signal('SIGCONT');
    await tap.letGo();
  };

  it('come once each, in order, by a process that reads no store', async () => {
    await live();
    await complete();
    await stopAll();
    await live();
    await start();
    await live();
    const published = await complete();
    expect(published).toHaveLength(await countPublic());
    const { rows } = await database.query<{ name: string }>(
      `SELECT name FROM platform.checkpoints WHERE name LIKE 'publisher@invoice/%'`,
    );
    expect(rows).toHaveLength(3);
  }, 300_000);

  it.each([
    ['they are published, and not kept', 'before', /held-places/],
    ['they are published and kept, and it does not know', 'after', /held-places/],
  ] as const)(
    'are complete where the process dies as %s',
    async (_, moment, pattern) => {
      await start();
      await atStep(moment, pattern, 'SIGKILL', live);
      await live();
      await complete();
    },
    300_000,
  );

  it('are complete where the process sleeps between the two, and nothing comes of it when it wakes', async () => {
    const standby = await start();
    await settled();
    const sleeper = await atStep('before', /held-places/, 'SIGSTOP', live);
    await live();
    const before = await complete();
    await wake(sleeper);
    await live();
    await complete();
    await until(() => isReady(sleeper), 60_000);
    await settled();
    expect(repeated(await readAll())).toBe(repeated(before));
    expect(standby.running).toBe(true);
  }, 300_000);

  it('are complete where the process sleeps when it has the lease, before it takes over', async () => {
    await stopAll();
    const sleeper = await atStep('after', /lease-take/, 'SIGSTOP', async () => {
      // It never says where it is: it sleeps before.
      void start().catch(() => undefined);
    });
    await start();
    await live();
    await complete();
    await wake(sleeper);
    await live();
    await complete();
    await until(() => isReady(sleeper), 60_000);
  }, 300_000);

  it('are complete where a topic is lost, with what was not read of it', async () => {
    await stopAll();
    await live();
    const settings = { brokers: [broker], prefix: topology.prefix, tls: undefined, sasl: undefined };
    const admin = kafkaClient(settings, 'test', silent).admin();
    await admin.connect();
    const name = domainTopic(topology.prefix, 'invoice');
    await admin.deleteTopics({ topics: [name] });
    await until(async () => !(await admin.listTopics()).includes(name));
    await topology.run('libs/hosting/src/runtime/kafka-topics');
    await admin.disconnect();
    await start();
    await live();
    await complete();
  }, 300_000);

  it('are the same when the publisher follows the feed again, and topics after that', async () => {
    const before = await complete();
    for (const by of ['feed', 'topics']) {
      await stopAll();
      await live();
      const publisher = await start({ TIMBRA_DOMAIN_EVENTS: by });
      await live();
      await complete();
      await until(() => isReady(publisher), 60_000);
    }
    expect(repeated(await complete())).toBe(repeated(before));
    await stopAll();
  }, 300_000);
});
