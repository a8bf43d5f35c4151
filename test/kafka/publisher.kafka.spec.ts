import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KafkaSettings } from '#bus/kafka/settings';
import { OwnBroker } from '#bus/kafka/testing/broker';
import { until } from '#bus/testing/until';
import { publicEventsOf } from '#contracts';
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

/** Everything of one spec: a database with events, topics, and who reads them. */
async function openStage(at = broker) {
  const [bench, settings] = await Promise.all([openBench(), freshTopics(at)]);
  const reader = await Reader.start(settings);
  const payments = new Payments(bench.store, 12);
  const allRead = () => until(() => reader.distinct >= payments.count, 120_000);
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
    });
    const feed = await stage.bench.store.readFeed(0n, 10_000);
    const expected = feed.flatMap((event) => publicEventsOf(event, stage.settings.prefix)).length;
    expect(expected).toBeGreaterThanOrEqual(40);
    await until(() => stage.reader.distinct === expected);
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
  afterAll(() => Promise.all([build.remove(), rm(dataDir, { recursive: true, force: true })]));

  const masterKey = randomBytes(32).toString('base64');
  const environment = (bench: Bench, { prefix }: KafkaSettings) => ({
    DATABASE_URL: bench.url,
    ...{ TIMBRA_KAFKA: broker, TIMBRA_KAFKA_PREFIX: prefix, TIMBRA_KAFKA_PARTITIONS: '3' },
    ...{ TIMBRA_MASTER_KEY: masterKey, TIMBRA_DATA: dataDir, TIMBRA_PORT: '0' },
  });
  const lockHolders = async ({ pool }: Bench): Promise<number> => {
    const { rows } = await pool.query<{ count: string }>(
      `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND ((classid::bigint << 32) | objid::bigint) = hashtextextended('publisher', 0)`,
    );
    return Number(rows[0]?.count);
  };

  it('are one active and one standby; killed again and again, they lose nothing', async () => {
    const stage = await openStage();
    const env = environment(stage.bench, stage.settings);
    await new ServiceProcess(
      'topics',
      build.program('libs/hosting/src/runtime/kafka-topics'),
      env,
    ).finished();
    const start = async (): Promise<ServiceProcess> => {
      const started = new ServiceProcess('publisher', build.program('apps/publisher/src/main'), env);
      await started.prints(/(http:\/\/\S+)/);
      return started;
    };
    let active = await start();
    await stage.payments.receive(10);
    await stage.allRead();
    let standby = await start();
    for (let round = 0; round < 3; round += 1) {
      const before = stage.payments.count;
      const receiving = stage.payments.receive(400);
      await until(() => stage.payments.count > before + 150);
      expect(await lockHolders(stage.bench)).toBe(1);
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
    const readyz = /(http:\/\/[^/\s]+)/.exec(standby.printed)![1]!;
    await until(async () => (await fetch(`${readyz}/readyz`)).status === 200);
    expect(await Promise.all([active.stop(), standby.stop()])).toEqual([0, 0]);
    await stage.close();
  }, 300_000);
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
