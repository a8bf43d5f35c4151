import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Admin } from 'kafkajs';
import { ok, refuse } from '#kernel';
import { currentDelivery } from '#bus';
import { command } from '#bus/contract';
import type { KafkaBus } from '#bus/kafka/kafka-bus';
import { kafkaClient } from '#bus/kafka/settings';
import { freshCluster, type Cluster } from '#bus/kafka/testing/cluster';
import { commandsGroup, commandsTopic } from '#bus/kafka/topics';
import { until } from '#bus/testing/until';
import type { AnyCommands, Command, CommandOutcome } from '#contracts';
import { NO_STREAM, PostgresEventStore, PostgresOutcomes } from '#event-store';
import { event, metadata, openBench, silent, type Bench } from '../testing/bench.js';
import { DatabaseClock } from './database-clock.js';

const refused = refuse('invalid_request', { path: 'total' });

describe('outcomes of commands over Kafka and PostgreSQL', () => {
  let bench: Bench;
  let cluster: Cluster;
  /** What the handler is to decide, and the commands that it was run for. */
  let refuses: boolean;
  let runs: string[];
  const open: KafkaBus<AnyCommands>[] = [];
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(async () => {
    cluster = await freshCluster(['test'], { partitions: 2 });
    refuses = true;
    runs = [];
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.stop()));
  });

  const gateway = async (): Promise<KafkaBus<AnyCommands>> => {
    const bus = await cluster.open({
      clock: new DatabaseClock(bench.pool),
      outcomes: new PostgresOutcomes({ pool: bench.pool, streamsOf: ({ key }) => [`thing-${key}`] }),
      retry: { attempts: 1, firstPauseMs: 1 },
    });
    open.push(bus);
    return bus;
  };
  const service = async (): Promise<KafkaBus<AnyCommands>> => {
    const store = new PostgresEventStore(bench.pool, currentDelivery);
    const bus = await gateway();
    bus.serve('test.Do', async ({ id, key }: Command): Promise<CommandOutcome> => {
      runs.push(id);
      if (refuses) return refused;
      await store.append(`thing-${key}`, NO_STREAM, [event('Done')], { ...metadata, commandId: id });
      return ok({ data: 'done' });
    });
    await bus.start();
    return bus;
  };
  const done = async ({ key }: Command) => (await bench.store.read(`thing-${key}`)).length;
  async function asAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = kafkaClient(cluster.settings, 'test', silent).admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }

  it('what was refused is not done by a copy of the message', async () => {
    const bus = await service();
    const asked = command('test.Do', 'copied');
    expect(await bus.send(asked)).toEqual(refused);
    refuses = false;
    expect(await bus.send(asked)).toEqual(refused);
    expect(await done(asked)).toBe(0);
    const other = command('test.Do', 'other');
    expect(await bus.send(other)).toEqual(ok({ data: 'done' }));
    expect(await done(other)).toBe(1);
  });

  it('a log that is read again from its beginning changes nothing, and does not run what was refused', async () => {
    const first = await service();
    const rejected = command('test.Do', 'rejected');
    expect(await first.send(rejected)).toEqual(refused);
    refuses = false;
    const accepted = command('test.Do', 'accepted');
    expect(await first.send(accepted)).toEqual(ok({ data: 'done' }));
    await first.stop();
    const topic = commandsTopic(cluster.settings.prefix, 'test');
    await asAdmin((admin) =>
      admin.resetOffsets({ groupId: commandsGroup(cluster.settings.prefix, 'test'), topic, earliest: true }),
    );
    runs = [];
    const second = await service();
    await until(() => second.status().handled === 2);
    expect(runs).toEqual([accepted.id]);
    expect([await done(rejected), await done(accepted)]).toEqual([0, 1]);
  });

  it('a request’s command ends 5 s after its wait; one that its sender keeps is done whenever its service is back', async () => {
    refuses = false;
    const sender = await gateway();
    const asked = command('test.Do', 'request');
    const kept = command('test.Do', 'process');
    const promised = sender.send(kept, { timeoutMs: 100, senderRetries: true });
    await expect(sender.send(asked, { timeoutMs: 100 })).rejects.toThrow('no answer in time');
    const clock = new DatabaseClock(bench.pool);
    const over = (await clock.ask()) + 5_100;
    await until(async () => (await clock.ask()) > over);
    const bus = await service();
    expect(await promised).toEqual(ok({ data: 'done' }));
    await until(() => bus.status().handled === 2);
    expect([runs, await done(asked), bus.status().deadLettered]).toEqual([[kept.id], 0, 0]);
  });
});
