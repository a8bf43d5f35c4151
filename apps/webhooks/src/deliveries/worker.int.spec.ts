import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { answered, WebhooksBench, type MadeRequest } from '../../../../test/support/webhooks-bench.js';
import { LIMITS } from './rooms.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const never = () => new Promise<never>(() => {});

describe('deliveries', () => {
  let bench: WebhooksBench;
  beforeAll(async () => {
    bench = await WebhooksBench.open();
  });
  afterAll(() => bench.close());
  beforeEach(() => bench.clear());

  const attempts = () =>
    bench.rows<{
      attempt: number;
      event_id: string;
      status_code: number;
      error: string | null;
      next_attempt_at: Date;
    }>('SELECT attempt, event_id, status_code, error, next_attempt_at FROM webhooks.attempts ORDER BY id');
  const nothingWaits = () => until(async () => (await bench.count('deliveries')) === 0);
  const postponed = (count = 1) =>
    until(async () => (await bench.count('deliveries', 'attempts > 0 AND leased_by IS NULL')) === count);
  const passed = (ms: number) => bench.clock.advance(ms);
  const eventsTo = (requests: readonly MadeRequest[], endpoint: string) =>
    requests.filter(({ to }) => to === endpoint).map(({ event }) => event);

  it('make each attempt after it is recorded, and are over with the first success', async () => {
    const endpoint = await bench.addEndpoint();
    const events = await bench.tell(endpoint, 3);
    const recorded: number[] = [];
    const { requests } = await bench.deliverer(async ({ event }) => {
      recorded.push(await bench.count('attempts', 'event_id = $1 AND finished_at IS NULL', [event]));
      return answered(200);
    });
    await nothingWaits();
    expect(eventsTo(requests, endpoint)).toEqual(events);
    expect(recorded).toEqual([1, 1, 1]);
    expect(await attempts()).toEqual(
      events.map((event_id) => ({
        attempt: 1,
        event_id,
        status_code: 200,
        error: null,
        next_attempt_at: null,
      })),
    );
  });

  it('are tried again by the schedule, with the same id and the same bytes, until one succeeds', async () => {
    const endpoint = await bench.addEndpoint();
    const [event] = await bench.tell(endpoint);
    const { requests } = await bench.deliverer(() => answered(requests.length < 3 ? 500 : 200));
    await postponed();
    passed(5 * SECOND);
    await until(() => requests.length === 2);
    await postponed();
    passed(59 * SECOND);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(requests).toHaveLength(2);
    passed(SECOND);
    await nothingWaits();
    expect(requests.map((request) => request.event)).toEqual([event, event, event]);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect((await attempts()).map(({ attempt, status_code }) => [attempt, status_code])).toEqual([
      ...[
        [1, 500],
        [2, 500],
        [3, 200],
      ],
    ]);
  });

  it('are given up 72 hours after they were first due', async () => {
    await bench.tell(await bench.addEndpoint());
    const { requests } = await bench.deliverer(() => answered(503));
    for (let made = 1; made <= 10; made += 1) {
      await until(() => requests.length === made);
      if (made < 10) await postponed();
      const [next] = await bench.rows<{ due_at: Date }>('SELECT due_at FROM webhooks.deliveries');
      if (next) passed(next.due_at.getTime() - bench.clock.now().getTime());
    }
    await nothingWaits();
    expect((await attempts()).at(-1)).toMatchObject({
      attempt: 10,
      error: 'answered 503',
      next_attempt_at: null,
    });
  });

  it('that came due too late are given up without an attempt', async () => {
    await bench.tell(await bench.addEndpoint());
    passed(73 * 60 * MINUTE);
    const { requests } = await bench.deliverer(() => answered(200));
    await nothingWaits();
    expect([requests, await attempts()]).toEqual([[], []]);
  });

  it('wait as long as the endpoint asks', async () => {
    await bench.tell(await bench.addEndpoint());
    await bench.deliverer(() => answered(429, { retry_after_ms: 10 * MINUTE }));
    await postponed();
    const [row] = await bench.rows<{ due_at: Date }>('SELECT due_at FROM webhooks.deliveries');
    expect(row?.due_at.getTime()).toBe(bench.clock.now().getTime() + 10 * MINUTE);
  });

  it('end with a 410, which is told', async () => {
    const endpoint = await bench.addEndpoint();
    await bench.tell(endpoint);
    let told = 0;
    await bench.deliverer(() => answered(410), { onGone: () => (told += 1) });
    await nothingWaits();
    await until(() => told === 1);
    expect(await bench.count('health', 'endpoint_id = $1 AND gone_at IS NOT NULL', [endpoint])).toBe(1);
  });

  it('by hand are tried once', async () => {
    const endpoint = await bench.addEndpoint();
    await bench.tell(endpoint, 1, { kind: 'manual' });
    const { requests } = await bench.deliverer(() => answered(500));
    await nothingWaits();
    expect(requests).toHaveLength(1);
  });

  it('to an endpoint that hangs have a bounded number under way, and delay nobody else', async () => {
    const [dead, healthy] = [await bench.addEndpoint(), await bench.addEndpoint()];
    await bench.tell(dead, 50);
    const { requests } = await bench.deliverer(({ to }) => (to === dead ? never() : answered(200)));
    await until(() => requests.length === 5);
    const events = await bench.tell(healthy, 100);
    await until(() => eventsTo(requests, healthy).length === 100);
    expect(eventsTo(requests, healthy).toSorted()).toEqual(events.toSorted());
    expect(eventsTo(requests, dead)).toHaveLength(5);
  });

  it('to an endpoint that fails go one at a time', async () => {
    const endpoint = await bench.addEndpoint();
    await bench.tell(endpoint, 60);
    let [now, most, made] = [0, 0, 0];
    await bench.deliverer(async () => {
      now += 1;
      made += 1;
      if (made > 20) most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return answered(500);
    });
    await postponed(60);
    expect(most).toBe(1);
  });

  it('are claimed without reading what waits for an endpoint that has no room', async () => {
    const [dead, healthy] = [await bench.addEndpoint(), await bench.addEndpoint()];
    await bench.tell(dead, 100_000);
    await bench.pool.query('ANALYZE webhooks.deliveries');
    const { requests } = await bench.deliverer(({ to }) => (to === dead ? never() : answered(200)));
    await until(() => requests.length === 5);
    const readBefore = await rowsRead();
    await bench.tell(healthy, 20);
    await until(() => eventsTo(requests, healthy).length === 20);
    // A claim that read them would read 100,000 each time. What connections read in the specs before may be counted late:
    // PostgreSQL leaves that for up to ten seconds with a connection that has nothing to do.
    expect((await rowsRead()) - readBefore).toBeLessThan(50_000);
  });

  /** Rows of the table that statements of ended transactions have read. */
  const rowsRead = async (): Promise<number> => {
    await bench.pool.query('SELECT pg_stat_force_next_flush()');
    const [row] = await bench.rows<{ n: string }>(
      `SELECT seq_tup_read + idx_tup_fetch AS n FROM pg_stat_user_tables WHERE relname = 'deliveries'`,
    );
    return Number(row?.n);
  };

  it('are fair: an organization with a thousand waiting takes no other out of its turn', async () => {
    for (let n = 0; n < 20; n += 1) await bench.tell(await bench.addEndpoint({ organizationId: 'many' }), 50);
    const lone = await bench.addEndpoint({ organizationId: 'few' });
    await bench.tell(lone, 2);
    const limits = { ...LIMITS, all: 16, claim: 8 };
    const { requests } = await bench.deliverer(() => answered(200), { limits });
    await nothingWaits();
    const places = requests.flatMap(({ to }, place) => (to === lone ? [place] : []));
    expect(Math.max(...places)).toBeLessThan(8);
  });

  describe('in order', () => {
    it('hold later events of a resource until the one before is delivered, and no other resource', async () => {
      const endpoint = await bench.addEndpoint({ ordered: true });
      const [first, second] = await bench.tell(endpoint, 2, { resource: 'a' });
      const [other] = await bench.tell(endpoint, 1, { resource: 'b' });
      let up = false;
      const { requests } = await bench.deliverer(({ event }) => answered(event === first && !up ? 500 : 200));
      await postponed();
      await until(() => requests.some(({ event }) => event === other));
      await until(async () => (await bench.count('deliveries')) === 2);
      expect(requests.map(({ event }) => event)).not.toContain(second);
      up = true;
      passed(5 * SECOND);
      await nothingWaits();
      expect(requests.map(({ event }) => event).filter((event) => event !== other)).toEqual([
        first,
        first,
        second,
      ]);
    });

    it('go on where one is given up', async () => {
      const endpoint = await bench.addEndpoint({ ordered: true });
      const [first, second] = await bench.tell(endpoint, 2);
      const { requests } = await bench.deliverer(({ event }) => answered(event === first ? 410 : 200));
      await until(() => requests.length === 1);
      await until(async () => (await bench.count('deliveries')) === 1);
      expect(requests[0]?.event).toBe(first);
      // It answered 410, so it is left alone for a while; by hand its organization lets it go.
      const another = await bench.deliverer(() => answered(200));
      await nothingWaits();
      expect(another.requests.map(({ event }) => event)).toEqual([second]);
    });

    it('are one at a time among several processes too', async () => {
      const endpoint = await bench.addEndpoint({ ordered: true });
      const seen: string[] = [];
      let now = 0;
      const answer = async ({ event }: MadeRequest) => {
        now += 1;
        expect(now).toBe(1);
        seen.push(event);
        await new Promise((resolve) => setTimeout(resolve, 1));
        now -= 1;
        return answered(200);
      };
      const events = await bench.tell(endpoint, 40);
      await Promise.all([bench.deliverer(answer), bench.deliverer(answer)]);
      await nothingWaits();
      expect(seen).toEqual(events);
    });
  });

  describe('with several processes', () => {
    it('are shared: each is made once', async () => {
      const endpoints = await Promise.all(Array.from({ length: 10 }, () => bench.addEndpoint()));
      for (const endpoint of endpoints) await bench.tell(endpoint, 100);
      const both = await Promise.all([
        bench.deliverer(() => answered(200)),
        bench.deliverer(() => answered(200)),
      ]);
      await nothingWaits();
      const all = both.flatMap(({ requests }) => requests.map(({ event, to }) => `${event} ${to}`));
      expect([all.length, new Set(all).size]).toEqual([1_000, 1_000]);
      expect(await bench.count('attempts', 'finished_at IS NOT NULL AND error IS NULL')).toBe(1_000);
    });

    it('of one that died are made again after its lease, and its attempts say that they were interrupted', async () => {
      const endpoint = await bench.addEndpoint();
      const [event] = await bench.tell(endpoint);
      const dead = await bench.deliverer(never);
      await until(() => dead.requests.length === 1);
      dead.takesNothing();
      const { requests } = await bench.deliverer(() => answered(200));
      await bench.pool.query("UPDATE webhooks.deliveries SET leased_until = now() - interval '1 second'");
      await nothingWaits();
      expect(requests.map((request) => request.event)).toEqual([event]);
      expect(await attempts()).toMatchObject([
        { attempt: 1, error: 'interrupted', status_code: null },
        { attempt: 2, error: null, status_code: 200 },
      ]);
    });

    it('of one that slept are not ended by it: another has taken them', async () => {
      const endpoint = await bench.addEndpoint();
      await bench.tell(endpoint);
      let wakeUp: () => void = () => {};
      const sleeper = await bench.deliverer(async () => {
        await new Promise<void>((resolve) => (wakeUp = resolve));
        return answered(200);
      });
      await until(() => sleeper.requests.length === 1);
      sleeper.takesNothing();
      const other = await bench.deliverer(never);
      await bench.pool.query("UPDATE webhooks.deliveries SET leased_until = now() - interval '1 second'");
      await until(() => other.requests.length === 1);
      wakeUp();
      await until(() => sleeper.worker.inFlight === 0);
      expect(await bench.count('deliveries', 'leased_by IS NOT NULL')).toBe(1);
      expect((await attempts()).map(({ error }) => error)).toEqual(['interrupted', null]);
    });

    it('that were claimed before a long sleep are not sent after it', async () => {
      const endpoint = await bench.addEndpoint();
      await bench.tell(endpoint);
      let now = 0;
      const held = { asked: false };
      const { queue, worker, requests } = await bench.deliverer(() => answered(200), {
        monotonic: () => now,
      });
      const claim = queue.claim.bind(queue);
      queue.claim = async (room) => {
        const result = await claim(room);
        if (result.claimed.length > 0) {
          held.asked = true;
          now += 60_000;
        }
        return result;
      };
      worker.wake();
      await until(() => held.asked);
      await until(() => worker.inFlight === 0);
      expect(requests).toEqual([]);
    });
  });

  it('whose result could not be stored at first are over once it can', async () => {
    await bench.tell(await bench.addEndpoint());
    const { queue, requests } = await bench.deliverer(() => answered(200));
    const finish = queue.finish.bind(queue);
    let failed = 0;
    queue.finish = (result) =>
      failed++ === 0 ? Promise.reject(new Error('connection lost')) : finish(result);
    await nothingWaits();
    expect(requests).toHaveLength(1);
  });

  it('of an endpoint that flaps: its health tells since when nothing succeeds', async () => {
    const endpoint = await bench.addEndpoint();
    let status = 500;
    const { worker } = await bench.deliverer(() => answered(status));
    const health = async () =>
      (await bench.rows<{ failing_since: Date | null }>('SELECT failing_since FROM webhooks.health'))[0]
        ?.failing_since;
    const tried = async (wanted: number) => {
      status = wanted;
      const before = await bench.count('attempts', 'finished_at IS NOT NULL');
      await bench.tell(endpoint);
      worker.wake();
      await until(async () => (await bench.count('attempts', 'finished_at IS NOT NULL')) > before);
    };
    const start = bench.clock.now();
    await tried(500);
    expect(await health()).toEqual(start);
    passed(SECOND);
    await tried(500);
    expect(await health()).toEqual(start);
    await tried(200);
    expect(await health()).toBeNull();
    passed(SECOND);
    await tried(500);
    expect(await health()).toEqual(bench.clock.now());
  });

  it('store whatever an endpoint answers', async () => {
    await bench.tell(await bench.addEndpoint());
    await bench.deliverer(() => answered(200, { response_body: 'a\u0000b\ud800c' }));
    await nothingWaits();
    const [row] = await bench.rows<{ response_body: string }>('SELECT response_body FROM webhooks.attempts');
    expect(row?.response_body).toBe('ab\ufffdc');
  });

  it('that could not be made are no fault of the endpoint', async () => {
    const endpoint = await bench.addEndpoint();
    await bench.tell(endpoint);
    const parts = { bodyOf: () => Promise.reject(new Error('no key')), headersOf: () => Promise.resolve({}) };
    await bench.deliverer(() => answered(200), { parts });
    await postponed();
    expect(await bench.count('health')).toBe(0);
    expect((await attempts())[0]).toMatchObject({
      error: 'the request could not be made',
      status_code: null,
    });
  });
});
