import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ok } from '#kernel';
import { InProcessBus } from '#bus';
import type { Command } from '#contracts';
import { silent } from '#hosting/testing/bench';
import { ORGANIZATION, WebhooksBench } from '../../../../test/support/webhooks-bench.js';
import { Disabling } from './disabling.js';
import { DAY } from './schedule.js';

describe('endpoints that fail', () => {
  let bench: WebhooksBench;
  let told: Command[];
  let down: boolean;
  beforeAll(async () => {
    bench = await WebhooksBench.open();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    await bench.clear();
    told = [];
    down = false;
  });

  const disabling = (aheadMs = 0) => {
    const bus = new InProcessBus();
    const note = async (command: Command) => {
      if (down) throw new Error('not now');
      told.push(command);
      return ok({ data: undefined });
    };
    bus.serve('webhooks.disable', note);
    bus.serve('webhooks.note-failing', note);
    const { pool, clock } = bench;
    const ahead = { now: () => new Date(clock.now().getTime() + aheadMs) };
    return {
      bus,
      sweep: new Disabling({ pool, bus, clock: ahead, systemNow: clock.now, log: silent }).sweep,
    };
  };
  const started = async (aheadMs?: number) => {
    const { bus, sweep } = disabling(aheadMs);
    await bus.start();
    return sweep;
  };
  const past = (ms: number) => new Date(bench.clock.now().getTime() - ms);

  it('with 410 are disabled, by the same command however often it is asked', async () => {
    const endpoint = await bench.addEndpoint();
    await bench.setHealth(endpoint, { gone_at: past(0), failing_since: past(0) });
    const sweep = await started();
    await sweep();
    await sweep();
    expect(told).toMatchObject([
      {
        type: 'webhooks.disable',
        key: `${ORGANIZATION}.test`,
        data: { webhook_id: endpoint, reason: 'gone' },
      },
      { type: 'webhooks.disable' },
    ]);
    expect(told[0]?.id).toBe(told[1]?.id);
  });

  it('that could not be told of are told of by a later sweep', async () => {
    await bench.setHealth(await bench.addEndpoint(), { gone_at: past(0) });
    const sweep = await started();
    down = true;
    await sweep();
    expect(told).toEqual([]);
    down = false;
    await sweep();
    expect(told).toHaveLength(1);
  });

  it('are warned of after a day and after four, once each, and disabled after five', async () => {
    const endpoint = await bench.addEndpoint();
    const since = bench.clock.now();
    await bench.setHealth(endpoint, { failing_since: since });
    const sweep = await started();
    const days: number[] = [];
    for (let hours = 0; hours <= 121; hours += 1) {
      const before = told.length;
      await sweep();
      if (told.length > before && told.at(-1)?.type === 'webhooks.note-failing') days.push(hours / 24);
      bench.clock.advance(DAY / 24);
    }
    expect(days).toEqual([1, 4]);
    expect(told[0]?.data).toEqual({
      ...{ webhook_id: endpoint, since: since.toISOString() },
      disabled_at: new Date(since.getTime() + 5 * DAY).toISOString(),
    });
    expect(told.at(-1)).toMatchObject({ type: 'webhooks.disable', data: { reason: 'failing' } });
  });

  it('are warned of in the time of their organization', async () => {
    await bench.setHealth(await bench.addEndpoint(), { failing_since: past(DAY) });
    await (
      await started(30 * DAY)
    )();
    expect(told[0]?.data).toMatchObject({
      since: new Date(bench.clock.now().getTime() + 29 * DAY).toISOString(),
    });
  });

  it('are let be where they are disabled already', async () => {
    await bench.setHealth(await bench.addEndpoint({ status: 'disabled' }), { gone_at: past(0) });
    await (
      await started()
    )();
    expect(told).toEqual([]);
  });
});
