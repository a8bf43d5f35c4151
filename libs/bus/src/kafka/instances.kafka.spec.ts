import { afterEach, describe, expect, it } from '@jest/globals';
import { ok } from '#kernel';
import { command, gate } from '../contract.js';
import { Answers } from './answers.js';
import { SESSION_MS } from './group-watch.js';
import type { KafkaBus } from './kafka-bus.js';
import { partitionOf } from './partitioner.js';
import { kafkaClient } from './settings.js';
import { freshCluster, silent, type Cluster } from './testing/cluster.js';
import { echo } from './testing/echo.js';
import { Load } from './testing/load.js';
import { answersTopic } from './topics.js';
import type { AnyCommands } from '#contracts';

/** Names of instances that would read the same partition of three, and one that would read another. */
const [SAME, SAME_TOO, OTHER] = (() => {
  const names = Array.from({ length: 50 }, (_, n) => `gateway-${n}`);
  const of = (partition: number) => names.filter((name) => partitionOf(name, 3) === partition);
  return [of(0)[0]!, of(0)[1]!, of(1)[0]!] as const;
})();

const open: KafkaBus<AnyCommands>[] = [];
const opened = async (bus: Promise<KafkaBus<AnyCommands>>): Promise<KafkaBus<AnyCommands>> => {
  open.push(await bus);
  return bus;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.stop()));
});

const service = async (
  cluster: Cluster,
  handler = async (received: Parameters<typeof echo>[0]) => echo(received),
) => {
  const bus = await opened(cluster.open());
  bus.serve('test.Work', handler);
  await bus.start();
  return bus;
};

describe('several instances that ask', () => {
  it('get each its own answers, and none of the others’', async () => {
    const cluster = await freshCluster(['test']);
    await service(cluster);
    const gateways = await Promise.all(
      [SAME, SAME_TOO, OTHER].map((instance) => opened(cluster.open({ instance }))),
    );
    const foreign: unknown[] = [];
    const answers = gateways.flatMap((gateway, g) =>
      Array.from({ length: 100 }, async (_, n) => {
        const asked = command('test.Work', `key-${n % 7}`, { g, n });
        const outcome = await gateway.send(asked);
        if (!outcome.ok || outcome.value.data !== asked.id) foreign.push({ asked, outcome });
        return asked.id;
      }),
    );
    expect(new Set(await Promise.all(answers)).size).toBe(300);
    expect(foreign).toEqual([]);
    expect(gateways.map((gateway) => gateway.status().pending)).toEqual([0, 0, 0]);
  });

  it('are not disturbed by one that joins, and one that goes', async () => {
    const cluster = await freshCluster(['test']);
    await service(cluster);
    const steady = await opened(cluster.open({ instance: SAME }));
    const load = new Load(steady, { type: 'test.Work', senders: 10, keys: 5, send: { timeoutMs: 3_000 } });
    await load.more(50);
    const guest = await opened(cluster.open({ instance: SAME_TOO }));
    const asked = command('test.Work', 'guest');
    expect(await guest.send(asked)).toEqual(echo(asked));
    await load.more(50);
    await guest.stop();
    await load.more(50);
    await load.end();
    // An answer that had been held up by a rebalance of the askers would have run into the time-out.
    expect(load.wrong).toEqual([]);
    expect(load.answered.size).toBe(load.sent.length);
  });

  it('may ask the same command at the same time: both are answered', async () => {
    const cluster = await freshCluster(['test']);
    await service(cluster);
    const gateways = await Promise.all([SAME, OTHER].map((instance) => opened(cluster.open({ instance }))));
    const asked = command('test.Work', 'a');
    const answers = await Promise.all([...gateways, ...gateways].map((gateway) => gateway.send(asked)));
    expect(answers).toEqual([echo(asked), echo(asked), echo(asked), echo(asked)]);
  });

  it('hear nothing of an answer that comes too late, and the next answer is the next command’s', async () => {
    const cluster = await freshCluster(['test']);
    const slow = gate();
    await service(cluster, async (received) => {
      if (received.data === 'slow') await slow.opened;
      return echo(received);
    });
    const gateway = await opened(cluster.open({ instance: SAME }));
    const late = gateway.send(command('test.Work', 'a', 'slow'), { timeoutMs: 500 });
    await expect(late).rejects.toThrow('no answer in time');
    slow.open();
    const next = command('test.Work', 'a', 'quick');
    expect(await gateway.send(next)).toEqual(echo(next));
    expect(gateway.status().pending).toBe(0);
  });
});

describe('instances that start one after the other', () => {
  it('read partitions of their own while there are any, and take over those of instances that are gone', async () => {
    const { settings } = await freshCluster(['test']);
    const topic = answersTopic(settings.prefix);
    const kafka = kafkaClient(settings, 'test', silent);
    const listen = (instance: string) =>
      Answers.open({
        ...{ kafka, topic, partitions: 3, sessionMs: SESSION_MS, instance, log: silent },
        onAnswer: () => undefined,
      });
    const running = [await listen(SAME), await listen(SAME_TOO), await listen(OTHER)];
    try {
      expect(new Set(running.map(({ partition }) => partition)).size).toBe(3);
      const gone = running.splice(1, 1)[0]!;
      await gone.close();
      running.push(await listen('gateway-another'));
      expect(running.at(-1)?.partition).toBe(gone.partition);
    } finally {
      await Promise.all(running.map((answers) => answers.close()));
    }
  });
});

describe('instances that start at the same time', () => {
  it('do not stay on one partition while others are free', async () => {
    const { settings } = await freshCluster(['test'], { partitions: 12 });
    const topic = answersTopic(settings.prefix);
    const kafka = kafkaClient(settings, 'test', silent);
    const names = Array.from({ length: 200 }, (_, n) => `gateway-${n}`);
    const same = names.filter((name) => partitionOf(name, 12) === 0).slice(0, 4);
    const running = await Promise.all(
      same.map((instance) =>
        Answers.open({
          ...{ kafka, topic, partitions: 12, sessionMs: SESSION_MS, instance, log: silent },
          onAnswer: () => undefined,
        }),
      ),
    );
    try {
      // All of them would read partition 0. Three choices each do not promise that none is shared.
      expect(new Set(running.map(({ partition }) => partition)).size).toBeGreaterThan(1);
    } finally {
      await Promise.all(running.map((answers) => answers.close()));
    }
  });
});

describe('the trace of a request', () => {
  it('is carried to the handler, and on to the commands that it sends', async () => {
    const { currentTraceparent, withTraceparent } = await import('../trace-context.js');
    const cluster = await freshCluster(['first', 'second']);
    const bus = await opened(cluster.open());
    bus.serve('second.Work', async () => ok({ data: currentTraceparent() }));
    bus.serve('first.Work', async () => {
      const second = await bus.send(command('second.Work', 'a'));
      return ok({ data: [currentTraceparent(), second.ok && second.value.data] });
    });
    await bus.start();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const traced = await withTraceparent(traceparent, () => bus.send(command('first.Work', 'a')));
    expect(traced).toEqual(ok({ data: [traceparent, traceparent] }));
    expect(await bus.send(command('second.Work', 'a'))).toEqual(ok({ data: undefined }));
  });
});
