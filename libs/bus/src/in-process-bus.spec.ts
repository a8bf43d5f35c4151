import { describe, expect, it } from '@jest/globals';
import { ok } from '#kernel';
import { busContract, command } from './contract.js';
import type { InOrder } from './in-order.js';
import { InProcessBus } from './in-process-bus.js';

busContract('InProcessBus', async (limits) => new InProcessBus(limits));

describe('InProcessBus', () => {
  it('forgets keys whose commands are done', async () => {
    const bus = new InProcessBus();
    bus.serve('test.Work', async () => ok({ position: '1' }));
    await Promise.all(Array.from({ length: 100 }, (_, n) => bus.send(command('test.Work', String(n)))));
    const { inOrder } = bus as unknown as { inOrder: InOrder };
    expect([inOrder.size, bus.status().inFlight, bus.status().handled]).toEqual([0, 0, 100]);
  });
});
