import { describe, expect, it } from '@jest/globals';
import { ok } from '#kernel';
import { InProcessBus } from '#bus';
import { command } from '#bus/contract';
import type { CommandType } from '#contracts';
import { keepUpWithClocks } from './keep-up-with-clocks.js';

describe('a bus whose handlers keep up with Test clocks', () => {
  const heard = async (type: CommandType, livemode: boolean): Promise<string[]> => {
    const order: string[] = [];
    const bus = keepUpWithClocks(new InProcessBus(), {
      meet: async (time, { organizationId }) => void order.push(`met ${time} of ${organizationId}`),
    });
    bus.serve(type, async () => {
      order.push('handled');
      return ok({ data: undefined as never });
    });
    await bus.start();
    await bus.send({
      ...command(type, 'a'),
      ...{ type, data: {}, time: '2027-01-01T00:00:00.000Z' },
      tenant: { organizationId: 'o', livemode },
    });
    await bus.stop();
    return order;
  };

  it('looks whether a clock has moved before it handles a command of Test', async () =>
    expect(await heard('cancellation.follow', false)).toEqual([
      'met 2027-01-01T00:00:00.000Z of o',
      'handled',
    ]));

  it('has nothing to look for with Live, and with what deals with the organization itself', async () => {
    expect(await heard('cancellation.follow', true)).toEqual(['handled']);
    expect(await heard('organizations.destroy', false)).toEqual(['handled']);
  });
});
