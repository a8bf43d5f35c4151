import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { command } from '../contract.js';
import { commandMeta, decodeCommand, HEADER } from './codec.js';
import { readDeadLetters, replayDeadLetters, type DeadLetter, type OpenedLetter } from './dead-letters.js';
import type { KafkaBus } from './kafka-bus.js';
import { createPartitioner, partitionOf } from './partitioner.js';
import { kafkaClient } from './settings.js';
import { freshCluster, silent, type Cluster } from './testing/cluster.js';
import { echo } from './testing/echo.js';
import { until } from '../testing/until.js';
import { commandsTopic, deadLettersTopic } from './topics.js';
import type { AnyCommands } from '#contracts';

let cluster: Cluster;
let bus: KafkaBus<AnyCommands>;
let handled: string[];
/** Keys whose commands fail. */
let poisoned: Set<string>;
let attempts: number;

const open = async (firstPauseMs: number) => {
  bus = await cluster.open({ retry: { attempts: 3, firstPauseMs } });
  bus.serve('test.Work', async (received) => {
    if (poisoned.has(received.key)) {
      attempts += 1;
      throw Object.assign(new Error('can not be digested'), { name: 'Poison' });
    }
    handled.push(received.id);
    return echo(received);
  });
  await bus.start();
};

beforeEach(async () => {
  cluster = await freshCluster(['test']);
  [handled, poisoned, attempts] = [[], new Set(['bad']), 0];
  await open(50);
});
afterEach(() => bus.stop());

const topic = () => deadLettersTopic(cluster.settings.prefix);
const client = () => kafkaClient(cluster.settings, 'test', silent);
const letters = () => readDeadLetters(client(), topic());
const seen = async (): Promise<DeadLetter[]> => (await letters()).map(({ letter }) => letter);
/** So many letters, as soon as they are there: a fault's answer does not wait for its letter. */
const lettersOf = async (count: number): Promise<OpenedLetter[]> => {
  let found = await letters();
  await until(async () => found.length >= count || (found = await letters()).length >= count);
  return found;
};
const seenOf = async (count: number) => (await lettersOf(count)).map(({ letter }) => letter);
/** Writes a message as it is, past the bus. */
const inject = async (key: string | null, value: Buffer | null, headers = {}) => {
  const producer = client().producer({ createPartitioner });
  await producer.connect();
  await producer.send({
    topic: commandsTopic(cluster.settings.prefix, 'test'),
    messages: [{ key, value, headers }],
  });
  await producer.disconnect();
};

describe('a command that fails at every attempt', () => {
  it('holds up only its own key, is answered with its fault, and ends in the dead letters', async () => {
    // Its pauses of one and four seconds are much longer than the others need, on a busy machine too.
    await bus.stop();
    await open(1_000);
    const asked = command('test.Work', 'bad', { amount: '1.10' });
    const failing = bus.send(asked).catch((error: unknown) => error);
    await until(() => attempts === 1);
    // While it waits for its next attempt, in partitions of its own and of others:
    const others = Array.from({ length: 50 }, (_, n) => command('test.Work', `good-${n}`));
    await Promise.all(others.map((other) => bus.send(other)));
    expect(attempts).toBeLessThan(3);
    expect(await failing).toMatchObject({ name: 'Poison', message: 'can not be digested' });
    expect(attempts).toBe(3);
    const [letter, ...more] = await lettersOf(1);
    expect(more).toEqual([]);
    expect(letter?.letter).toMatchObject({
      topic: commandsTopic(cluster.settings.prefix, 'test'),
      partition: partitionOf('bad', 3),
      offset: expect.stringMatching(/^\d+$/),
      ...{ key: 'bad', type: 'test.Work', id: asked.id, attempts: 3, replayed: false },
      error: { name: 'Poison', message: 'can not be digested' },
      writtenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(await decodeCommand(letter!.original.message)).toEqual(asked);
    expect(bus.status()).toMatchObject({ retried: 2, deadLettered: 1 });
  });

  it('lets the next ones of its key be tried once each, until one succeeds', async () => {
    const asked = [1, 2, 3].map((n) => command('test.Work', 'bad', n));
    const failed = await Promise.allSettled(asked.map((one) => bus.send(one)));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(attempts).toBe(3 + 1 + 1);
    expect((await seenOf(3)).map(({ id, attempts: tried }) => [id, tried])).toEqual([
      [asked[0]!.id, 3],
      [asked[1]!.id, 1],
      [asked[2]!.id, 1],
    ]);
    poisoned.clear();
    await bus.send(command('test.Work', 'bad'));
    poisoned.add('bad');
    await bus.send(command('test.Work', 'bad')).catch(() => undefined);
    expect(attempts).toBe(3 + 1 + 1 + 3);
  });

  it('is left to its sender, where that sends it again by itself', async () => {
    const answer = bus.send(command('test.Work', 'bad'), { senderRetries: true });
    await expect(answer).rejects.toMatchObject({ name: 'Poison' });
    expect([attempts, await seen()]).toEqual([1, []]);
  });

  it('is not buried where it was a question: its sender hears of the fault at once', async () => {
    const answer = bus.send(command('test.Work', 'bad'), { isQuestion: true });
    await expect(answer).rejects.toMatchObject({ name: 'Poison' });
    expect([attempts, await seen()]).toEqual([1, []]);
  });
});

describe('a message that is no command', () => {
  it('goes to the dead letters immediately, as it was', async () => {
    await inject('a', Buffer.from('{"cut off'), { [HEADER.type]: 'test.Work', 'x-else': 'kept' });
    await inject(null, null);
    await until(() => bus.status().deadLettered === 2);
    const found = (await lettersOf(2)).sort((a, b) => b.letter.key.length - a.letter.key.length);
    expect(found[0]?.letter).toMatchObject({ key: 'a', attempts: 1, error: { name: 'Unreadable' } });
    expect(found[0]?.original.message.value?.toString()).toBe('{"cut off');
    expect(found[0]?.original.message.headers?.['x-else']?.toString()).toBe('kept');
    expect(found[1]?.letter).toMatchObject({ attempts: 1, error: { name: 'Unreadable' } });
    await bus.send(command('test.Work', 'a'));
  });

  it('goes there too when nothing handles its type', async () => {
    const unknown = command('test.Unknown', 'a');
    await inject('a', Buffer.from(JSON.stringify(unknown)));
    expect((await seenOf(1))[0]).toMatchObject({ id: undefined, error: { name: 'NoHandler' } });
  });
});

describe('replay', () => {
  it('sends the original again, once, without an answer to its first sender', async () => {
    const asked = command('test.Work', 'bad');
    await bus.send(asked).catch(() => undefined);
    poisoned.clear();
    const before = await lettersOf(1);
    expect(commandMeta(before[0]!.original.message).answerTo).toBeDefined();
    await replayDeadLetters(client(), topic(), before);
    await until(() => handled.length === 1);
    expect(handled).toEqual([asked.id]);
    expect(await seen()).toMatchObject([{ id: asked.id, replayed: true }]);
    // Of a reader that had looked before: a second copy, which handlers know by its id.
    await replayDeadLetters(client(), topic(), before);
    await until(() => handled.length === 2);
    expect(handled).toEqual([asked.id, asked.id]);
    expect(await seen()).toHaveLength(1);
  });

  it('of one that still fails leaves another letter', async () => {
    const asked = command('test.Work', 'bad');
    await bus.send(asked).catch(() => undefined);
    await replayDeadLetters(client(), topic(), await lettersOf(1));
    expect((await seenOf(2)).map(({ id, replayed }) => [id, replayed])).toEqual([
      [asked.id, true],
      [asked.id, false],
    ]);
  });
});
