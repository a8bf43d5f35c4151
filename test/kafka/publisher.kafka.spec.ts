import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KafkaSettings } from '#bus/kafka/settings';
import { OwnBroker } from '#bus/kafka/testing/broker';
import { until } from '#bus/testing/until';
import { publicEventsOf } from '#contracts';
import { monotonicMs } from '#kernel';
import { FeedHub, Publisher } from '#eventing';
import { EventWriter } from '#eventing/publisher/event-writer';
import { Payments } from '#hosting/testing/publisher';
import { openBench, silent, type Bench } from '#hosting/testing/bench';
import { goldenHistories, foldToday } from '../events/golden.js';
import { publicSchemas } from '../events/schemas.js';
import { validators } from '../events/validator.js';
import { buildServices, type Build } from './build.js';
import { ServiceProcess } from './process.js';
import { freshTopics, Reader } from './publishing.js';

/** The publisher of public events on a real Kafka: what its readers are promised, whatever dies. */

const broker = process.env['TIMBRA_TEST_KAFKA'] ?? '';

/** How long a broker is waited for: at its first transaction it makes the log of transactions. */
const BROKER_MS = 120_000;

/** Everything of one spec: a database with events, topics, and who reads them. */
async function openStage(at = broker, readUncommitted = false) {
  const [bench, settings] = await Promise.all([openBench(), freshTopics(at)]);
  const reader = await Reader.start(settings, readUncommitted);
  const payments = new Payments(bench.store, 12);
  const allRead = () => until(() => reader.distinct >= payments.count, BROKER_MS);
  const close = async () => {
    await reader.stop();
    await bench.dispose();
  };
  return { bench, settings, reader, payments, allRead, close };
}

/** A publisher in this process. */
async function startHere(bench: Bench, settings: KafkaSettings) {
  const { pool, store } = bench.another();
  const writer = new EventWriter(settings, silent);
  const limits = { leaseMs: 10_000, maxAgeMs: 30_000 };
  const publisher = new Publisher({ pool, store, log: silent, writer, source: settings.prefix, ...limits });
  const hub = new FeedHub({ store, log: silent, pollMs: 20 });
  hub.follow(publisher);
  await hub.start();
  return { publisher, hub, stop: () => hub.stop() };
}

describe('what is published', () => {
  it('is as docs/events says, on the topic and partition of its aggregate, once and in order', async () => {
    const stage = await openStage();
    const problems = validators(publicSchemas());
    for (const { history } of await goldenHistories()) {
      const events = foldToday(history).events;
      const { metadata } = events[0]!;
      await stage.bench.store.append(history.stream, -1, events, metadata);
    }
    const { stop } = await startHere(stage.bench, stage.settings);
    const head = await stage.bench.store.head();
    await until(async () => {
      const { rows } = await stage.bench.pool.query<{ position: string }>(
        `SELECT position FROM platform.checkpoints WHERE name = 'publisher'`,
      );
      return BigInt(rows[0]?.position ?? 0) === head;
    }, BROKER_MS);
    const feed = await stage.bench.store.readFeed(0n, 10_000);
    const expected = feed.flatMap((event) => publicEventsOf(event, stage.settings.prefix)).length;
    expect(expected).toBeGreaterThanOrEqual(40);
    await until(() => stage.reader.distinct === expected, BROKER_MS);
    await stop();
    const { published } = stage.reader;
    expect(stage.reader.distinct).toBe(published.length);
    const places = new Map<string, string>();
    const revisions = new Map<string, number>();
    for (const { topic, partition, key, headers, value } of published) {
      const name = (headers['ce_type'] ?? '').replace('mx.timbra.', '');
      expect([name, problems(name, JSON.parse(value))]).toEqual([name, []]);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        ce_specversion: '1.0',
        ce_subject: key,
      });
      expect(topic).toBe(
        `${stage.settings.prefix}.events.${name.slice(0, name.indexOf('.')).replace('_', '-')}`,
      );
      expect(places.get(key) ?? `${topic}/${partition}`).toBe(`${topic}/${partition}`);
      places.set(key, `${topic}/${partition}`);
      expect(Number(headers['ce_revision'])).toBeGreaterThan(revisions.get(key) ?? -1);
      revisions.set(key, Number(headers['ce_revision']));
    }
    expect(new Set(published.map(({ partition }) => partition)).size).toBe(3);
    await stage.close();
  });

  it('continues where it was after a restart, with nothing twice', async () => {
    const stage = await openStage();
    for (let round = 0; round < 3; round += 1) {
      await stage.payments.receive(30);
      const { stop } = await startHere(stage.bench, stage.settings);
      await stage.allRead();
      await stop();
    }
    expect(stage.reader.amounts).toEqual(stage.payments.paid);
    expect(stage.reader.published).toHaveLength(90);
    await stage.close();
  });
});

describe('processes of the publisher', () => {
  let build: Build;
  let dataDir: string;
  beforeAll(async () => {
    [build, dataDir] = await Promise.all([buildServices(), mkdtemp(join(tmpdir(), 'timbra-publisher-'))]);
  });
  const processes: ServiceProcess[] = [];
  // Those that a failed test has left, perhaps stopped.
  afterEach(() => Promise.all(processes.splice(0).map((process) => process.kill())));
  afterAll(() => Promise.all([build.remove(), rm(dataDir, { recursive: true, force: true })]));

  const masterKey = randomBytes(32).toString('base64');
  const environment = (bench: Bench, { prefix }: KafkaSettings) => ({
    DATABASE_URL: bench.url,
    ...{ TIMBRA_KAFKA: broker, TIMBRA_KAFKA_PREFIX: prefix, TIMBRA_KAFKA_PARTITIONS: '3' },
    ...{ TIMBRA_MASTER_KEY: masterKey, TIMBRA_DATA: dataDir, TIMBRA_PORT: '0' },
    // A lease that a process keeps which a busy machine leaves waiting.
    ...{ TIMBRA_PUBLISHER_LEASE_MS: '3000', TIMBRA_PUBLISHER_MAX_AGE_MS: '5000' },
  });
  /** A stage with its topics made, and how to start a process of the publisher there. */
  const openProcesses = async (readUncommitted = false) => {
    const stage = await openStage(broker, readUncommitted);
    const env = environment(stage.bench, stage.settings);
    await new ServiceProcess(
      'topics',
      build.program('libs/hosting/src/runtime/kafka-topics'),
      env,
    ).finished();
    const start = async (): Promise<ServiceProcess> => {
      const started = new ServiceProcess('publisher', build.program('apps/publisher/src/main'), env);
      processes.push(started);
      await started.prints(/(http:\/\/\S+)/);
      return started;
    };
    return { stage, start };
  };
  const urlOf = ({ printed }: ServiceProcess): string => /(http:\/\/[^/\s]+)/.exec(printed)![1]!;
  const isReady = async (process: ServiceProcess): Promise<boolean> =>
    (await fetch(`${urlOf(process)}/readyz`)).status === 200;
  const isActive = async (process: ServiceProcess): Promise<boolean> =>
    (await (await fetch(`${urlOf(process)}/metrics`)).text()).includes('\ntimbra_publisher_active 1');

  it('are one active and one standby; killed again and again, they lose nothing', async () => {
    const { stage, start } = await openProcesses();
    let active = await start();
    await stage.payments.receive(10);
    await stage.allRead();
    let standby = await start();
    for (let round = 0; round < 3; round += 1) {
      const before = stage.payments.count;
      const receiving = stage.payments.receive(400);
      await until(() => stage.payments.count > before + 150);
      // One that is starved for longer than its lease hands over, as it should: whichever is active now is killed.
      await until(async () => {
        const [one, other] = [await isActive(active), await isActive(standby)];
        if (other && !one) [active, standby] = [standby, active];
        return one !== other;
      });
      await active.kill();
      await receiving;
      await stage.allRead();
      [active, standby] = [standby, await start()];
    }
    expect(stage.reader.amounts).toEqual(stage.payments.paid);
    // What came twice, around each death, is the same event: same id, same bytes.
    const bytes = new Map<string | undefined, string>();
    for (const { headers, value } of stage.reader.published) {
      const id = headers['ce_id'];
      expect(bytes.get(id) ?? value).toBe(value);
      bytes.set(id, value);
    }
    await until(() => isReady(standby));
    expect(await Promise.all([active.stop(), standby.stop()])).toEqual([0, 0]);
    await stage.close();
  }, 300_000);

  it('are taken over from where the active one is stopped; woken, it writes nothing that is stale', async () => {
    const { stage, start } = await openProcesses(true);
    let active = await start();
    await stage.payments.receive(10);
    await stage.allRead();
    let standby = await start();
    for (let round = 0; round < 3; round += 1) {
      const before = stage.payments.count;
      const receiving = stage.payments.receive(300);
      await until(() => stage.payments.count > before + 100);
      active.signal('SIGSTOP');
      const stoppedAt = monotonicMs();
      await until(() => isActive(standby), 20_000);
      await receiving;
      await stage.allRead();
      // Otherwise it would take until somebody wakes the other one; this is what a slow machine needs.
      expect(monotonicMs() - stoppedAt).toBeLessThan(20_000);
      const written = stage.reader.published.length;
      active.signal('SIGCONT');
      await stage.payments.receive(50);
      await until(async () => !(await isActive(active)) && (await isReady(active)));
      await stage.payments.receive(50);
      await stage.allRead();
      expect(stage.reader.published).toHaveLength(written + 100);
      expect(await isActive(standby)).toBe(true);
      [active, standby] = [standby, active];
    }
    expect(stage.reader.amounts).toEqual(stage.payments.paid);
    expect(await Promise.all([active.stop(), standby.stop()])).toEqual([0, 0]);
    await stage.close();
  }, 300_000);

  it('are not ready while nobody publishes: the one that hangs, and the one that stands by', async () => {
    const { stage, start } = await openProcesses();
    const [active, standby] = [await start(), await start()];
    await stage.payments.receive(5);
    await stage.allRead();
    await until(() => isReady(standby));
    // Held by nobody who is alive, and not over for an hour: as an advisory lock was.
    await stage.bench.pool.query(
      `UPDATE platform.leases SET epoch = epoch + 1, holder = 'gone', until = clock_timestamp() + interval '1 hour',
         lasts = '1 hour'`,
    );
    await stage.payments.receive(5);
    for (const process of [active, standby]) {
      await until(async () => !(await isReady(process)), 60_000);
      const { checks } = (await (await fetch(`${urlOf(process)}/readyz`)).json()) as {
        readonly checks: { readonly publisher: { readonly says: string } };
      };
      expect(checks.publisher.says).toMatch(
        /not published: the oldest one that waits was stored \d+ s ago, more than 5 s/,
      );
    }
    await stage.bench.pool.query(`UPDATE platform.leases SET until = '-infinity'`);
    await stage.allRead();
    await until(async () => (await isReady(active)) && (await isReady(standby)));
    expect(await Promise.all([active.stop(), standby.stop()])).toEqual([0, 0]);
    await stage.close();
  }, 300_000);
});

describe('a writer', () => {
  const eventsOf = async (bench: Bench, source: string) =>
    (await bench.store.readFeed(0n, 100)).flatMap((event) => publicEventsOf(event, source));
  const noCheck = (): void => undefined;

  it('is refused by the broker once another has taken over, whatever it believes', async () => {
    const stage = await openStage();
    await new Payments(stage.bench.store, 1).receive(3);
    const [first, second, third] = await eventsOf(stage.bench, stage.settings.prefix);
    const [one, two] = [new EventWriter(stage.settings, silent), new EventWriter(stage.settings, silent)];
    await one.takeOver();
    await one.write([first!], noCheck);
    await two.takeOver();
    await expect(one.write([second!], noCheck)).rejects.toThrow(/epoch|fenced/i);
    await two.write([second!, third!], noCheck);
    await until(() => stage.reader.distinct === 3);
    expect(stage.reader.published.map(({ headers }) => headers['ce_id'])).toEqual(
      [first, second, third].map((event) => event?.attributes.id),
    );
    await Promise.all([one.close(), two.close()]);
    await stage.close();
  });

  it('that is replaced between two requests leaves nothing to readers of what is committed', async () => {
    const stage = await openStage();
    await new Payments(stage.bench.store, 1).receive(1);
    const [event] = await eventsOf(stage.bench, stage.settings.prefix);
    // More than one request holds.
    const events = Array.from({ length: 1_500 }, () => ({
      ...event!,
      attributes: { ...event!.attributes, id: randomUUID() },
    }));
    const [one, two] = [new EventWriter(stage.settings, silent), new EventWriter(stage.settings, silent)];
    await one.takeOver();
    let requests = 0;
    let replaced: Promise<void> | undefined;
    const write = one.write(events, () => {
      requests += 1;
      if (requests < 2) return;
      replaced = two.takeOver();
      throw new Error('it has ended');
    });
    await expect(write).rejects.toThrow('it has ended');
    await replaced;
    await two.write(events, noCheck);
    await until(() => stage.reader.distinct === events.length);
    expect(stage.reader.published).toHaveLength(events.length);
    await Promise.all([one.close(), two.close()]);
    await stage.close();
  });
});

describe('a broker', () => {
  it('that is killed under load and comes back gets everything, in order', async () => {
    const own = await OwnBroker.start();
    const stage = await openStage(own.address);
    const { hub, stop } = await startHere(stage.bench, stage.settings);
    await stage.payments.receive(100);
    await stage.allRead();
    const receiving = stage.payments.receive(600);
    await until(() => stage.reader.distinct > 200);
    await own.stop('KILL');
    await receiving;
    await until(() => (hub.status()[0]?.failures ?? 0) > 0, 120_000);
    await own.restart();
    await stage.allRead();
    expect(stage.reader.amounts).toEqual(stage.payments.paid);
    await until(() => hub.status()[0]?.failures === 0);
    await stop();
    await stage.close();
    await own.remove();
  }, 300_000);
});
