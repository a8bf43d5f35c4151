import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { FollowClockCommand } from '#contracts';
import {
  answered,
  ORGANIZATION,
  WebhooksBench,
  type Deliverer,
} from '../../../../test/support/webhooks-bench.js';
import { FollowClockHandler } from './follow-clock.js';
import { DAY } from './schedule.js';

const MINUTE = 60_000;

describe('deliveries of an organization with a test clock', () => {
  let bench: WebhooksBench;
  beforeAll(async () => {
    bench = await WebhooksBench.open();
  });
  afterAll(() => bench.close());
  beforeEach(() => bench.clear());

  /** The clock is so far ahead now; gives what is next by it. */
  const move = async (offset_ms: number, { worker }: Deliverer) => {
    const moved: string[] = [];
    const deliveries = {
      clockMoved: (organizationId: string) => {
        moved.push(organizationId);
        worker.clockMoved(organizationId);
      },
    };
    const handler = new FollowClockHandler(bench.pool, bench.clock.now, deliveries);
    const command = new FollowClockCommand({
      ...{
        id: randomUUID(),
        type: 'webhooks.follow-clock',
        key: `${ORGANIZATION}.test`,
        actor: 'process:clock',
      },
      ...{ tenant: { organizationId: ORGANIZATION, livemode: false }, correlationId: 'one' },
      ...{ time: bench.clock.now().toISOString(), data: { offset_ms } },
    });
    const outcome = await handler.execute(command);
    expect(moved).toEqual([ORGANIZATION]);
    if (!outcome.ok) throw new Error('it was refused');
    return outcome.value.data;
  };
  /** As the clock's driver does: until nothing is due or under way. */
  const settled = async (offset: number, deliverer: Deliverer) => {
    let answer = await move(offset, deliverer);
    // People are told, as is done elsewhere.
    await bench.pool.query(
      "UPDATE webhooks.health SET warned_at = $1::timestamptz WHERE failing_since <= $1::timestamptz - interval '1 day'",
      [bench.clock.now()],
    );
    await until(async () => (answer = await move(offset, deliverer)).under_way === 0);
    return answer.next_at === null
      ? undefined
      : new Date(answer.next_at).getTime() - bench.clock.now().getTime();
  };

  it('are tried three days long in a moment, in steps that the answers name', async () => {
    const endpoint = await bench.addEndpoint();
    await bench.tell(endpoint);
    const deliverer = await bench.deliverer(() => answered(500));
    const steps: number[] = [];
    for (let offset: number | undefined = 0; offset !== undefined && offset < 4 * DAY;) {
      steps.push(offset / MINUTE);
      offset = await settled(offset, deliverer);
    }
    expect(deliverer.requests).toHaveLength(10);
    expect(steps.slice(0, 4)).toEqual([0, 5 / 60, 65 / 60, 365 / 60]);
    // After a day of failures there is something to say.
    expect(steps.filter((step) => step === 24 * 60)).toHaveLength(1);
  });

  it('are moved once, however often the clock says where it is', async () => {
    await bench.tell(await bench.addEndpoint());
    const deliverer = await bench.deliverer(() => answered(500));
    await settled(0, deliverer);
    const first = await move(2_000, deliverer);
    expect(await move(2_000, deliverer)).toEqual(first);
    expect(first).toEqual({
      next_at: new Date(bench.clock.now().getTime() + 5_000).toISOString(),
      under_way: 0,
    });
  });

  it('of Live and of other organizations stay as they are', async () => {
    const endpoints = [
      await bench.addEndpoint({ livemode: true }),
      await bench.addEndpoint({ organizationId: 'other' }),
    ];
    for (const endpoint of endpoints) await bench.tell(endpoint);
    const deliverer = await bench.deliverer(() => answered(500));
    await until(async () => (await bench.count('deliveries', 'attempts = 1 AND leased_by IS NULL')) === 2);
    expect(await move(3 * DAY, deliverer)).toEqual({ next_at: null, under_way: 0 });
    expect(await bench.count('deliveries', 'due_at > $1', [bench.clock.now()])).toBe(2);
  });

  it('that are due are tried, however far the clock jumps', async () => {
    const endpoint = await bench.addEndpoint();
    await bench.tell(endpoint);
    const idle = await bench.deliverer(() => answered(200), {
      limits: { endpoint: 0, organization: 0, all: 0, claim: 0 },
    });
    await move(30 * DAY, idle);
    const { requests } = await bench.deliverer(() => answered(200));
    await until(() => requests.length === 1);
  });

  it('and keep the order are not waited for where they wait for another', async () => {
    const endpoint = await bench.addEndpoint({ ordered: true });
    await bench.tell(endpoint, 3);
    const deliverer = await bench.deliverer(() => answered(500));
    await until(async () => (await bench.count('deliveries', 'attempts = 1 AND leased_by IS NULL')) === 1);
    expect((await move(0, deliverer)).under_way).toBe(0);
  });

  it('count endpoints that must be told of as work under way', async () => {
    const endpoint = await bench.addEndpoint();
    await bench.setHealth(endpoint, { failing_since: bench.clock.now() });
    const deliverer = await bench.deliverer(() => answered(500));
    expect((await move(DAY, deliverer)).under_way).toBe(1);
  });
});
