import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buildServices, type Build } from '../../../../test/kafka/build.js';
import { ServiceProcess } from '../../../../test/kafka/process.js';
import type { KafkaBus } from './kafka-bus.js';
import { OwnBroker } from './testing/broker.js';
import { kafkaClient } from './settings.js';
import { freshCluster, silent, type Cluster } from './testing/cluster.js';
import { echo } from './testing/echo.js';
import { until } from '../testing/until.js';
import { Load } from './testing/load.js';
import { commandsGroup, commandsTopic } from './topics.js';
import type { AnyCommands } from '#contracts';

let build: Build;
beforeAll(async () => {
  build = await buildServices();
});
afterAll(() => build.remove());

const open: KafkaBus<AnyCommands>[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.stop()));
});
const opened = async (bus: Promise<KafkaBus<AnyCommands>>): Promise<KafkaBus<AnyCommands>> => {
  open.push(await bus);
  return bus;
};

describe('kill -9', () => {
  const worker = async ({ settings: { brokers, prefix } }: Cluster, ms: number): Promise<ServiceProcess> => {
    const process = new ServiceProcess('worker', build.program('libs/bus/src/kafka/testing/worker'), {}, [
      ...[brokers[0] ?? '', prefix, String(ms)],
    ]);
    await process.prints(/(ready)/);
    return process;
  };
  const ids = (process: ServiceProcess, sign: '+' | '-') =>
    process.printed.split('\n').flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : []));

  it('of a process with commands under way loses none: the next one handles them', async () => {
    const cluster = await freshCluster(['test']);
    const gateway = await opened(cluster.open({ instance: 'asks' }));
    const first = await worker(cluster, 200);
    const load = new Load(gateway, { type: 'test.Work', senders: 40, keys: 40, send: { timeoutMs: 60_000 } });
    await load.more(100);
    // Between an answer and the next command it may have nothing under way.
    await until(() => ids(first, '+').length > ids(first, '-').length);
    await first.kill();
    const begun = new Set(ids(first, '+'));
    const second = await worker(cluster, 1);
    await load.more(100);
    await load.end();
    expect(load.wrong).toEqual([]);
    expect(load.answered.size).toBe(load.sent.length);
    // What it printed is all here once it has ended: its last answers may come before their lines.
    expect(await second.stop()).toBe(0);
    const ended = [...ids(first, '-'), ...ids(second, '-')];
    expect(new Set(ended)).toEqual(new Set(load.sent));
    // What the first one had only begun came again.
    const cut = [...begun].filter((id) => !ids(first, '-').includes(id));
    expect(cut.length).toBeGreaterThan(0);
    expect(ids(second, '-')).toEqual(expect.arrayContaining(cut));
  });

  it('of a sender disturbs no other sender', async () => {
    const cluster = await freshCluster(['test']);
    const service = await opened(cluster.open());
    service.serve('test.Work', async (received) => echo(received));
    await service.start();
    const gateway = await opened(cluster.open());
    const { brokers, prefix } = cluster.settings;
    const other = new ServiceProcess('asker', build.program('libs/bus/src/kafka/testing/asker'), {}, [
      ...[brokers[0] ?? '', prefix],
    ]);
    await other.prints(/(answered .*\n.*answered)/s);
    // Shorter than what is left of a session: whoever had to wait until the broker has missed the other one would not be
    // answered in time.
    const send = { timeoutMs: 6_000 };
    const load = new Load(gateway, { type: 'test.Work', senders: 10, keys: 5, send });
    await load.more(50);
    await other.kill();
    // Until after the broker has missed it: its session lasts ten seconds.
    const missed = Date.now() + 11_000;
    await until(() => load.wrong.length > 0 || Date.now() > missed);
    await load.end();
    expect(load.wrong).toEqual([]);
    expect(load.answered.size).toBe(load.sent.length);
  });
});

describe('a rebalance under load, 2 to 3 to 1', () => {
  it('handles every command, and answers each to its own', async () => {
    const cluster = await freshCluster(['test'], { partitions: 6 });
    const handled = new Map<string, number>();
    const replica = async () => {
      const bus = await opened(cluster.open());
      bus.serve('test.Work', async (received) => {
        handled.set(received.id, (handled.get(received.id) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 2));
        return echo(received);
      });
      await bus.start();
      return bus;
    };
    const [one, two] = await Promise.all([replica(), replica()]);
    const gateway = await opened(cluster.open());
    const senders = 30;
    const load = new Load(gateway, { type: 'test.Work', senders, keys: 60, send: { timeoutMs: 30_000 } });
    const admin = kafkaClient(cluster.settings, 'test', silent).admin();
    await admin.connect();
    /** What is answered, as soon as it is committed, with how often it was handled. */
    const settled = async (): Promise<Map<string, number>> => {
      const answered = [...load.answered];
      const topic = commandsTopic(cluster.settings.prefix, 'test');
      const ends = await admin.fetchTopicOffsets(topic);
      const groupId = commandsGroup(cluster.settings.prefix, 'test');
      await until(async () => {
        const [group] = await admin.fetchOffsets({ groupId, topics: [topic] });
        const offsets = new Map(
          group?.partitions.map(({ partition, offset }) => [partition, Number(offset)]),
        );
        return ends.every(({ partition, high }) => Math.max(0, offsets.get(partition) ?? 0) >= Number(high));
      });
      return new Map(answered.map((id) => [id, handled.get(id) ?? 0]));
    };
    await load.more(300);
    const calm = await settled();
    const three = await replica();
    await until(() => three.status().handled > 20);
    await load.more(300);
    const calmAgain = await settled();
    await Promise.all([one.stop(), two.stop()]);
    const before = three.status().handled;
    await load.more(300);
    // But for those whose answers were on their way when it began to count.
    expect(three.status().handled).toBeGreaterThanOrEqual(before + 300 - senders);
    await load.end();
    expect(load.wrong).toEqual([]);
    expect(new Set(handled.keys())).toEqual(new Set(load.sent));
    // Again comes only what was not committed yet when partitions moved: work of half a second, and what was under way.
    for (const known of [calm, calmAgain]) {
      expect(known.size).toBeGreaterThanOrEqual(300);
      expect([...known].filter(([id, times]) => handled.get(id) !== times)).toEqual([]);
    }
    await admin.disconnect();
  });
});

describe('a broker', () => {
  let broker: OwnBroker;
  beforeAll(async () => {
    broker = await OwnBroker.start();
  });
  afterAll(() => broker.remove());

  it.each(['TERM', 'KILL'] as const)(
    'that ends under load (%s) and comes back has lost nothing, nor have those who wait',
    async (signal) => {
      const cluster = await freshCluster(['test'], { at: [broker.address] });
      const service = await opened(cluster.open());
      const handled = new Set<string>();
      service.serve('test.Work', async (received) => {
        handled.add(received.id);
        return echo(received);
      });
      await service.start();
      const gateway = await opened(cluster.open());
      const load = new Load(gateway, {
        type: 'test.Work',
        senders: 20,
        keys: 20,
        send: { timeoutMs: 90_000 },
      });
      await load.more(200);
      await broker.stop(signal);
      // Commands go on being asked: none of them is answered now.
      await until(() => gateway.status().pending === 20);
      await until(() => !gateway.status().connected && !service.status().connected, 120_000);
      expect([gateway.status().alive, service.status().alive]).toEqual([true, true]);
      await broker.restart();
      await load.more(200);
      await load.end();
      expect(load.wrong).toEqual([]);
      expect(load.answered.size).toBe(load.sent.length);
      expect(handled).toEqual(new Set(load.sent));
      await until(() => gateway.status().connected && service.status().connected, 30_000);
    },
    300_000,
  );
});
