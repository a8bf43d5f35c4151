import { describe, expect, it } from '@jest/globals';
import { monotonicMs, ok } from '#kernel';
import type { AnyCommands } from '#contracts';
import { busContract, command, gate } from './contract.js';
import type { InOrder } from './in-order.js';
import { InProcessBus } from './in-process-bus.js';
import { CommandTimeout } from './port.js';
import { until } from './testing/until.js';

busContract('InProcessBus', async (limits) => new InProcessBus<AnyCommands>(limits));

describe('InProcessBus', () => {
  it('forgets keys whose commands are done', async () => {
    const bus = new InProcessBus<AnyCommands>();
    bus.serve('test.Work', async () => ok({ data: null }));
    await Promise.all(Array.from({ length: 100 }, (_, n) => bus.send(command('test.Work', String(n)))));
    const { inOrder } = bus as unknown as { inOrder: InOrder };
    expect([inOrder.size, bus.status().inFlight, bus.status().handled]).toEqual([0, 0, 100]);
  });

  it('answers with the fault of a handler that throws at once, and goes on with the next of its key', async () => {
    const bus = new InProcessBus<AnyCommands>();
    bus.serve('test.Work', ({ data }) => {
      if (data === 'bad') throw new RangeError('at once');
      return Promise.resolve(ok({ data }));
    });
    const faulty = bus.send(command('test.Work', 'a', 'bad'));
    const next = bus.send(command('test.Work', 'a', 'good'));
    await expect(faulty).rejects.toThrow('at once');
    expect(await next).toEqual(ok({ data: 'good' }));
    await bus.stop();
    expect(bus.status().inFlight).toBe(0);
  });

  it('never begins a command that nobody waits for any longer, but for those that their senders keep', async () => {
    const bus = new InProcessBus<AnyCommands>({ graceMs: 5 });
    const handled: unknown[] = [];
    const first = gate();
    bus.serve('test.Work', async ({ data }) => {
      handled.push(data);
      if (data === 'first') await first.opened;
      return ok({ data: null });
    });
    const slow = bus.send(command('test.Work', 'a', 'first'));
    const late = bus.send(command('test.Work', 'a', 'request'), { timeoutMs: 5 });
    const kept = bus.send(command('test.Work', 'a', 'process'), { timeoutMs: 5, senderRetries: true });
    await expect(late).rejects.toThrow(CommandTimeout);
    await expect(kept).rejects.toThrow(CommandTimeout);
    const over = monotonicMs() + 20;
    await until(() => monotonicMs() > over);
    first.open();
    await slow;
    await until(() => bus.status().inFlight === 0);
    expect(handled).toEqual(['first', 'process']);
  });
});
