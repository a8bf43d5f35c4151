import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ok } from '#kernel';
import { command, gate } from '../contract.js';
import type { KafkaBus, KafkaBusOptions } from './kafka-bus.js';
import { freshCluster } from './testing/cluster.js';
import { echo } from './testing/echo.js';
import { until } from '../testing/until.js';
import type { AnyCommands } from '#contracts';

const open: KafkaBus<AnyCommands>[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.stop()));
});
const opened = async (options?: Partial<KafkaBusOptions>): Promise<KafkaBus<AnyCommands>> => {
  const bus = await (await freshCluster(['test'])).open(options);
  open.push(bus);
  return bus;
};

describe('commands of one key', () => {
  it('are handled in order, one at a time, over 1,000 commands with retries among them', async () => {
    const bus = await opened({ retry: { attempts: 3, firstPauseMs: 5 } });
    const [tries, working, done] = [
      new Map<string, number>(),
      new Set<string>(),
      new Map<string, number[]>(),
    ];
    const overlaps: string[] = [];
    bus.serve('test.Work', async (received) => {
      if (working.has(received.key)) overlaps.push(received.key);
      working.add(received.key);
      await new Promise((resolve) => setImmediate(resolve));
      working.delete(received.key);
      const n = received.data as number;
      const tried = (tries.get(received.id) ?? 0) + 1;
      tries.set(received.id, tried);
      // Every seventh fails once, every 31st twice.
      if ((n % 7 === 0 && tried === 1) || (n % 31 === 0 && tried <= 2))
        throw new Error(`try ${tried} of ${n}`);
      done.set(received.key, [...(done.get(received.key) ?? []), n]);
      return echo(received);
    });
    await bus.start();
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => bus.send(command('test.Work', `key-${n % 20}`, n))),
    );
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(overlaps).toEqual([]);
    expect([...done.values()].flat()).toHaveLength(1_000);
    for (const ns of done.values()) expect(ns).toEqual([...ns].sort((a, b) => a - b));
    // The last are answered a moment before they count as settled.
    await until(() => bus.status().inFlight === 0);
    expect(bus.status()).toMatchObject({ handled: 1_000, deadLettered: 0 });
    expect(bus.status().retried).toBeGreaterThan(140);
  });
});

describe('backpressure', () => {
  it('takes at most the bound, and loses no command that waits in the log', async () => {
    const bus = await opened({ limits: { maxTasks: 10, maxBytes: 1_000_000 } });
    const slow = gate();
    let most = 0;
    bus.serve('test.Work', async (received) => {
      most = Math.max(most, bus.status().inFlight);
      await slow.opened;
      return echo(received);
    });
    await bus.start();
    const answers = Array.from({ length: 200 }, (_, n) => bus.send(command('test.Work', `key-${n}`)));
    await until(() => bus.status().inFlight === 10);
    slow.open();
    expect((await Promise.all(answers)).every((outcome) => outcome.ok)).toBe(true);
    expect(most).toBe(10);
  });
});

describe('large commands', () => {
  it('of 15 MB travel, as do their answers', async () => {
    const bus = await opened();
    bus.serve('test.Work', async ({ data }) => ok({ data }));
    await bus.start();
    // Hardly compressible: what arrives at the broker is large too.
    const text = randomBytes(11_250_000).toString('base64');
    const outcome = await bus.send(command('test.Work', 'a', { text }));
    expect(outcome.ok && (outcome.value.data as { text: string }).text === text).toBe(true);
  });

  it('that no topic takes are refused to their sender, and delay no other', async () => {
    const bus = await opened();
    bus.serve('test.Work', async (received) => echo(received));
    await bus.start();
    const huge = bus.send(command('test.Work', 'a', randomBytes(40_000_000).toString('base64')));
    const small = Array.from({ length: 10 }, () => command('test.Work', 'a'));
    const answers = small.map((asked) => bus.send(asked));
    await expect(huge).rejects.toThrow(/larger than|too large/i);
    expect(await Promise.all(answers)).toEqual(small.map(echo));
  });
});

describe('a restart', () => {
  it('continues where the previous one stopped: handled commands do not come again', async () => {
    const cluster = await freshCluster(['test']);
    const handled: string[] = [];
    const run = async () => {
      const bus = await cluster.open();
      open.push(bus);
      bus.serve('test.Work', async (received) => {
        handled.push(received.id);
        return echo(received);
      });
      await bus.start();
      return bus;
    };
    const first = await run();
    const before = Array.from({ length: 50 }, (_, n) => command('test.Work', `key-${n}`));
    await Promise.all(before.map((asked) => first.send(asked)));
    await first.stop();
    const second = await run();
    const after = command('test.Work', 'last');
    await second.send(after);
    expect(handled).toHaveLength(51);
    expect(new Set(handled).size).toBe(51);
  });

  it('finds the commands that were sent while no process handled them', async () => {
    const cluster = await freshCluster(['test']);
    const gateway = await cluster.open();
    open.push(gateway);
    const asked = command('test.Work', 'early');
    const answer = gateway.send(asked);
    const late = await cluster.open();
    open.push(late);
    late.serve('test.Work', async (received) => echo(received));
    await late.start();
    expect(await answer).toEqual(echo(asked));
  });
});
