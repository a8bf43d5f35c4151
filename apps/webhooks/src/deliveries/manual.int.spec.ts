import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { answered, LEASE_MS, ORGANIZATION, WebhooksBench } from '../../../../test/support/webhooks-bench.js';
import { Redeliveries } from './manual.js';
import type { Sent } from './ports.js';

const tenant = { organizationId: ORGANIZATION, livemode: false };

describe('a delivery by hand', () => {
  let bench: WebhooksBench;
  beforeAll(async () => {
    bench = await WebhooksBench.open();
  });
  afterAll(() => bench.close());
  beforeEach(() => bench.clear());

  const given = async (answer: () => Sent | Promise<Sent>) => {
    const endpoint = await bench.addEndpoint();
    const [event = ''] = await bench.tell(endpoint);
    const { worker, requests } = await bench.deliverer(answer, { instance: 'this one' });
    await until(async () => (await bench.count('attempts', 'finished_at IS NOT NULL')) === 1);
    const [attempt] = await bench.rows<{ id: string }>('SELECT id FROM webhooks.attempts');
    const by = new Redeliveries(bench.pool, bench.clock.now, {
      ...{ instance: 'this one', leaseMs: LEASE_MS },
      lease: (ofEndpoint, ofOrganization) => worker.lease(ofEndpoint, ofOrganization),
    });
    const asked = { tenant, webhookId: endpoint, attemptId: attempt?.id ?? '' };
    return { endpoint, event, requests, by, asked };
  };
  const nothingWaits = () => until(async () => (await bench.count('deliveries')) === 0);

  it('sends the event once more at once, and answers the attempt that is under way', async () => {
    const { event, requests, by, asked, endpoint } = await given(() => answered(200));
    const attempt = await by.redeliver({ ...asked, commandId: 'first' });
    expect(attempt).toMatchObject({
      webhook: endpoint,
      event,
      attempt: 2,
      kind: 'manual',
      status_code: null,
    });
    await nothingWaits();
    expect(requests.map((request) => request.event)).toEqual([event, event]);
    expect(
      await bench.count('attempts', "id = $1 AND status_code = 200 AND kind = 'manual'", [attempt?.id]),
    ).toBe(1);
  });

  it('is made once by a command that comes twice', async () => {
    const { requests, by, asked } = await given(() => answered(200));
    const attempt = await by.redeliver({ ...asked, commandId: 'again' });
    await nothingWaits();
    expect(await by.redeliver({ ...asked, commandId: 'again' })).toMatchObject({
      id: attempt?.id,
      status_code: 200,
    });
    expect(requests).toHaveLength(2);
  });

  it('is not tried again', async () => {
    let status = 200;
    const { by, asked } = await given(() => answered(status));
    status = 500;
    await by.redeliver({ ...asked, commandId: 'failing' });
    await nothingWaits();
    expect(await bench.count('attempts', 'next_attempt_at IS NOT NULL')).toBe(0);
  });

  it('leaves what is tried by the schedule as it is', async () => {
    const { by, asked } = await given(() => answered(500));
    await by.redeliver({ ...asked, commandId: 'beside' });
    await until(async () => (await bench.count('attempts', 'finished_at IS NOT NULL')) === 2);
    expect(await bench.count('deliveries', "kind = 'automatic' AND attempts = 1")).toBe(1);
  });

  it('is of an attempt of its own tenant and endpoint alone', async () => {
    const { by, asked } = await given(() => answered(200));
    const other = await bench.addEndpoint();
    const commandId = 'foreign';
    expect(await by.redeliver({ ...asked, commandId, webhookId: other })).toBeNull();
    expect(await by.redeliver({ ...asked, commandId, tenant: { ...tenant, livemode: true } })).toBeNull();
    expect(await by.redeliver({ ...asked, commandId, attemptId: 'f'.repeat(24) })).toBeNull();
    await bench.pool.query('DELETE FROM webhooks.events');
    expect(await by.redeliver({ ...asked, commandId })).toBeNull();
  });

  it('has the room of its endpoint, however many are asked for at once', async () => {
    let answer = (): void => undefined;
    const answers = new Promise<void>((resolve) => (answer = resolve));
    let first = true;
    const { by, asked, requests } = await given(() => {
      if (!first) return answers.then(() => answered(200));
      first = false;
      return answered(200);
    });
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, n) => by.redeliver({ ...asked, commandId: `storm ${n}` })),
    );
    expect(made.filter((attempt) => attempt === undefined)).toHaveLength(30);
    await until(() => Promise.resolve(requests.length === 11));
    answer();
    await nothingWaits();
    // Those that were not made, or not found, keep no place.
    const none = Array.from({ length: 20 }, (_, n) => `none ${n}`);
    for (const commandId of none)
      expect(await by.redeliver({ ...asked, commandId, attemptId: 'f'.repeat(24) })).toBeNull();
    expect(await by.redeliver({ ...asked, commandId: 'once more' })).toBeDefined();
    await nothingWaits();
  });

  it('whose process died comes again, by the next one', async () => {
    const { asked } = await given(() => answered(200));
    const dead = new Redeliveries(bench.pool, bench.clock.now, {
      ...{ instance: 'dead', leaseMs: -1 },
      lease: () => ({ run: () => undefined, end: () => undefined }),
    });
    await dead.redeliver({ ...asked, commandId: 'lost' });
    await nothingWaits();
    const attempts = await bench.rows('SELECT attempt, error FROM webhooks.attempts ORDER BY attempt');
    expect(attempts).toEqual([
      { attempt: 1, error: null },
      { attempt: 2, error: 'interrupted' },
      { attempt: 3, error: null },
    ]);
  });
});
