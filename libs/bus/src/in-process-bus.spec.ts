import { describe, expect, it } from '@jest/globals';
import { ok } from '#kernel';
import type { AnyCommands } from '#contracts';
import { busContract, command } from './contract.js';
import type { InOrder } from './in-order.js';
import { InProcessBus } from './in-process-bus.js';

busContract('InProcessBus', async (limits) => new InProcessBus<AnyCommands>(limits));

describe('InProcessBus', () => {
  it('forgets keys whose commands are done', async () => {
    const bus = new InProcessBus<AnyCommands>();
    bus.serve('test.Work', async () => ok({ data: null }));
    await Promise.all(Array.from({ length: 100 }, (_, n) => bus.send(command('test.Work', String(n)))));
    const { inOrder } = bus as unknown as { inOrder: InOrder };
    expect([inOrder.size, bus.status().inFlight, bus.status().handled]).toEqual([0, 0, 100]);
  });
});
