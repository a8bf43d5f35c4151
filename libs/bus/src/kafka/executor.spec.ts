import { describe, expect, it } from '@jest/globals';
import { gate } from '../contract.js';
import { Executor } from './executor.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the executor', () => {
  it('runs one key in order and other keys beside it', async () => {
    const executor = new Executor({ maxTasks: 10, maxBytes: 1_000 });
    const slow = gate();
    const log: string[] = [];
    executor.run('a', 1, async () => {
      await slow.opened;
      log.push('a1');
    });
    executor.run('a', 1, async () => void log.push('a2'));
    executor.run('b', 1, async () => void log.push('b1'));
    await turn();
    expect(log).toEqual(['b1']);
    slow.open();
    await executor.idle();
    expect(log).toEqual(['b1', 'a1', 'a2']);
    expect(executor.size).toBe(0);
  });

  it('has room until its tasks or its bytes are many, and again when some are done', async () => {
    const executor = new Executor({ maxTasks: 2, maxBytes: 100 });
    const gates = [gate(), gate()] as const;
    executor.run('a', 10, () => gates[0].opened);
    expect(executor.hasRoom()).toBe(true);
    executor.run('b', 10, () => gates[1].opened);
    expect(executor.hasRoom()).toBe(false);
    let came = false;
    const room = executor.room(60_000).then(() => (came = true));
    await turn();
    expect(came).toBe(false);
    gates[0].open();
    await room;
    expect(executor.hasRoom()).toBe(true);
    executor.run('c', 90, () => gates[1].opened);
    expect(executor.hasRoom()).toBe(false);
    gates[1].open();
    await executor.idle();
  });

  it('takes one task of any size when it has nothing else', () => {
    expect(new Executor({ maxTasks: 1, maxBytes: 0 }).hasRoom()).toBe(true);
  });

  it('wakes waiting callers after a while', async () => {
    const executor = new Executor({ maxTasks: 1, maxBytes: 1 });
    const slow = gate();
    executor.run('a', 1, () => slow.opened);
    await executor.room(1);
    expect(executor.hasRoom()).toBe(false);
    slow.open();
    await executor.idle();
  });
});
