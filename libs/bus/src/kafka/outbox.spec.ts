import { describe, expect, it } from '@jest/globals';
import type { ProducerBatch } from 'kafkajs';
import pino from 'pino';
import { gate } from '../contract.js';
import { isPermanent, Outbox, type Outgoing } from './outbox.js';

const message = (key: string, topic = 't', bytes = 1): Outgoing => ({
  ...{ topic, key, value: Buffer.alloc(bytes), headers: {} },
});

/** A broker that keeps what it is sent, or does what the test wants instead. */
class Broker {
  readonly requests: string[][] = [];
  fails: (keys: readonly string[]) => Error | undefined = () => undefined;
  before: Promise<void> = Promise.resolve();

  async sendBatch({ topicMessages = [], acks }: ProducerBatch) {
    expect(acks).toBe(-1);
    await this.before;
    const keys = topicMessages.flatMap(({ messages }) => messages.map(({ key }) => String(key)));
    const error = this.fails(keys);
    if (error) throw error;
    this.requests.push(keys);
    return [];
  }
}

const outboxOn = (broker: Broker) => new Outbox(broker, pino({ level: 'silent' }));
const refusedFor = (type: string) =>
  Object.assign(new Error('wrapped'), { cause: Object.assign(new Error(type), { type }) });

describe('the outbox', () => {
  it('writes what gathers while a request is under way as one, in order', async () => {
    const broker = new Broker();
    const outbox = outboxOn(broker);
    const hold = gate();
    broker.before = hold.opened;
    const first = outbox.write(message('a'));
    await Promise.resolve();
    await Promise.resolve();
    const rest = ['b', 'a', 'c'].map((key) => outbox.write(message(key)));
    hold.open();
    await Promise.all([first, ...rest]);
    expect(broker.requests).toEqual([['a'], ['b', 'a', 'c']]);
  });

  it('keeps a request below what a topic takes', async () => {
    const broker = new Broker();
    const outbox = outboxOn(broker);
    const mb = 1024 * 1024;
    await Promise.all(
      [5 * mb, 5 * mb, 20 * mb, 1].map((bytes, n) => outbox.write(message(String(n), 't', bytes))),
    );
    expect(broker.requests).toEqual([['0'], ['1'], ['2'], ['3']]);
  });

  it('writes failed messages again, before later ones', async () => {
    const broker = new Broker();
    const outbox = outboxOn(broker);
    let failures = 2;
    broker.fails = () => ((failures -= 1) >= 0 ? new Error('no broker') : undefined);
    const first = outbox.write(message('a'));
    await Promise.all([first, outbox.write(message('b'))]);
    expect(broker.requests).toEqual([['a', 'b']]);
    expect(outbox.healthy).toBe(true);
  });

  it('reports failing writes, and drops messages that no caller wants any more', async () => {
    const broker = new Broker();
    const outbox = outboxOn(broker);
    const failed = gate();
    let back = false;
    broker.fails = () => {
      failed.open();
      return back ? undefined : new Error('no broker');
    };
    let wanted = true;
    void outbox.write(message('a'), () => !wanted);
    const kept = outbox.write(message('b'));
    await failed.opened;
    await new Promise((resolve) => setImmediate(resolve));
    expect(outbox.healthy).toBe(false);
    wanted = false;
    back = true;
    await kept;
    expect(broker.requests).toEqual([['b']]);
  });

  it('fails the one message that can never be written, and no other', async () => {
    const broker = new Broker();
    const outbox = outboxOn(broker);
    broker.fails = (keys) => (keys.includes('bad') ? refusedFor('MESSAGE_TOO_LARGE') : undefined);
    const writes = ['a', 'bad', 'b'].map((key) => outbox.write(message(key)));
    const settled = await Promise.allSettled(writes);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(broker.requests).toEqual([['a'], ['b']]);
  });

  it('lets one topic not hold up another', async () => {
    const broker = new Broker();
    const outbox = outboxOn(broker);
    broker.fails = (keys) => (keys.includes('stuck') ? new Error('no leader') : undefined);
    void outbox.write(message('stuck', 'broken'));
    await outbox.write(message('a', 'whole'));
    expect(broker.requests).toEqual([['a']]);
    await outbox.close(1);
  });

  it('gives up what is left when it is closed and time is up', async () => {
    const broker = new Broker();
    const outbox = outboxOn(broker);
    broker.fails = () => new Error('no broker');
    void outbox.write(message('a'));
    await outbox.close(20);
    expect(broker.requests).toEqual([]);
  });
});

describe('an error of Kafka', () => {
  it('is permanent when the broker says so, however it is wrapped', () => {
    expect(isPermanent(refusedFor('MESSAGE_TOO_LARGE'))).toBe(true);
    expect(isPermanent(refusedFor('NOT_LEADER_FOR_PARTITION'))).toBe(false);
    expect(isPermanent(new Error('connection lost'))).toBe(false);
    expect(isPermanent('text')).toBe(false);
  });
});
