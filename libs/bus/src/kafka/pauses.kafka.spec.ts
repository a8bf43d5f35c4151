import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buildServices, type Build } from '../../../../test/kafka/build.js';
import { ServiceProcess } from '../../../../test/kafka/process.js';
import { command } from '../contract.js';
import { until } from '../testing/until.js';
import type { KafkaBus } from './kafka-bus.js';
import { kafkaClient } from './settings.js';
import { freshCluster, silent, type Cluster } from './testing/cluster.js';
import { echo } from './testing/echo.js';
import { Load } from './testing/load.js';
import { commandsGroup, commandsTopic } from './topics.js';
import type { AnyCommands } from '#contracts';

const SESSION_MS = 1_500;

let build: Build;
beforeAll(async () => {
  build = await buildServices();
});
afterAll(() => build.remove());

const open: KafkaBus<AnyCommands>[] = [];
const opened = async (bus: Promise<KafkaBus<AnyCommands>>): Promise<KafkaBus<AnyCommands>> => {
  open.push(await bus);
  return bus;
};
const processes: ServiceProcess[] = [];
afterEach(async () => {
  for (const process of processes.splice(0)) if (process.running) await process.kill();
  await Promise.all(open.splice(0).map((bus) => bus.stop()));
});

const worker = async ({ settings: { brokers, prefix } }: Cluster, name: string): Promise<ServiceProcess> => {
  const process = new ServiceProcess(name, build.program('libs/bus/src/kafka/testing/worker'), {}, [
    ...[brokers[0] ?? '', prefix, '40', String(SESSION_MS)],
  ]);
  processes.push(process);
  await process.prints(/(ready)/);
  return process;
};
const ids = (printed: string, sign: '+' | '-') =>
  printed.split('\n').flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : []));

/** Runs work with an admin client of the cluster. */
async function asAdmin<T>(
  { settings }: Cluster,
  work: (admin: ReturnType<ReturnType<typeof kafkaClient>['admin']>) => Promise<T>,
): Promise<T> {
  const admin = kafkaClient(settings, 'test', silent).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

const allCommitted = (cluster: Cluster): Promise<void> =>
  asAdmin(cluster, async (admin) => {
    const topic = commandsTopic(cluster.settings.prefix, 'test');
    const groupId = commandsGroup(cluster.settings.prefix, 'test');
    await until(async () => {
      const ends = await admin.fetchTopicOffsets(topic);
      const [group] = await admin.fetchOffsets({ groupId, topics: [topic] });
      const at = new Map(group?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
      return ends.every(({ partition, high }) => Math.max(0, at.get(partition) ?? 0) >= Number(high));
    });
  });

describe('a process that was paused for longer than its session', () => {
  it('begins nothing that others have done meanwhile, nor replays it when they leave', async () => {
    const cluster = await freshCluster(['test'], { partitions: 4 });
    const [sleeper, other] = [await worker(cluster, 'sleeper'), await worker(cluster, 'other')];
    const gateway = await opened(cluster.open());
    const load = new Load(gateway, { type: 'test.Work', senders: 24, keys: 8, send: { timeoutMs: 60_000 } });
    await load.more(60);
    // It sleeps with commands that it has taken and not begun.
    await until(() => ids(sleeper.printed, '+').length > ids(sleeper.printed, '-').length);
    sleeper.signal('SIGSTOP');
    await load.more(150);
    await load.end();
    await allCommitted(cluster);
    const asleep = sleeper.printed.length;
    const doneByOther = new Set(ids(other.printed, '-'));

    sleeper.signal('SIGCONT');
    const again = new Load(gateway, { type: 'test.Work', senders: 24, keys: 8, send: { timeoutMs: 60_000 } });
    await until(() => ids(sleeper.printed.slice(asleep), '+').length > 10, 60_000);
    await again.more(60);
    expect(await other.stop()).toBe(0);
    await again.more(60);
    await again.end();
    const begunAwake = ids(sleeper.printed.slice(asleep), '+');
    expect(begunAwake.filter((id) => doneByOther.has(id))).toEqual([]);
    expect([...load.wrong, ...again.wrong]).toEqual([]);
    const ended = new Set([...ids(sleeper.printed, '-'), ...ids(other.printed, '-')]);
    expect(ended).toEqual(new Set([...load.sent, ...again.sent]));
  });
});

describe('a topic that gets more partitions under load', () => {
  it('answers every request within seconds, from gateways that know of them and those that do not', async () => {
    const cluster = await freshCluster(['test'], { partitions: 2 });
    const service = await opened(cluster.open());
    service.serve('test.Work', async (received) => echo(received));
    await service.start();
    const send = { timeoutMs: 12_000 };
    const before = await opened(cluster.open());
    const loads = [new Load(before, { type: 'test.Work', senders: 10, keys: 60, send })];
    await loads[0]!.more(100);
    await asAdmin(cluster, (admin) =>
      admin.createPartitions({
        topicPartitions: [{ topic: commandsTopic(cluster.settings.prefix, 'test'), count: 8 }],
      }),
    );
    const after = await opened(cluster.open());
    loads.push(new Load(after, { type: 'test.Work', senders: 10, keys: 60, send }));
    await loads[1]!.more(300);
    await loads[0]!.more(300);
    await Promise.all(loads.map((load) => load.end()));
    expect(loads.flatMap(({ wrong }) => wrong)).toEqual([]);
    const ends = await asAdmin(cluster, (admin) =>
      admin.fetchTopicOffsets(commandsTopic(cluster.settings.prefix, 'test')),
    );
    expect(ends.filter(({ high }) => Number(high) > 0).length).toBeGreaterThan(2);
  });
});

describe('a command whose sender keeps it', () => {
  it('is not written again while it waits in the log, and is answered when its service is back', async () => {
    const cluster = await freshCluster(['test', 'other']);
    const gateway = await opened(cluster.open());
    const topic = commandsTopic(cluster.settings.prefix, 'test');
    const asked = command('test.Work', 'a');
    let settled = false;
    const answered = gateway.send(asked, { timeoutMs: 200, senderRetries: true });
    void answered.finally(() => (settled = true)).catch(() => undefined);
    const written = async () =>
      (await asAdmin(cluster, (admin) => admin.fetchTopicOffsets(topic))).reduce(
        (sum, { high }) => sum + Number(high),
        0,
      );
    await until(async () => (await written()) === 1);
    // A request is told when its time is up; that of the command has passed at least as often by then.
    for (let round = 0; round < 3; round += 1)
      await expect(gateway.send(command('other.Work', 'a'), { timeoutMs: 250 })).rejects.toThrow(
        'no answer in time',
      );
    expect([settled, await written()]).toEqual([false, 1]);
    const late = await opened(cluster.open());
    late.serve('test.Work', async (received) => echo(received));
    await late.start();
    expect(await answered).toEqual(echo(asked));
  });

  it('is given back to its sender when its service has finished with it without an answer', async () => {
    const cluster = await freshCluster(['test']);
    const gateway = await opened(cluster.open());
    const service = await opened(cluster.open());
    const handled: string[] = [];
    service.serve('test.Work', async (received) => {
      handled.push(received.id);
      return echo(received);
    });
    await service.start();
    // Its answers get lost.
    const { answers } = (gateway as unknown as { parts: { answers: { close(): Promise<void> } } }).parts;
    await answers.close();
    const asked = command('test.Work', 'a');
    const answered = gateway.send(asked, { timeoutMs: 300, senderRetries: true });
    await expect(answered).rejects.toThrow('no answer in time');
    expect(handled).toEqual([asked.id]);
  });
});
