import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { invoice } from '../support/bodies.js';
import { PATIENT } from '../support/limits.js';
import { Chapters, LONG } from './chapters.js';
import type { Answer } from '../crash/client.js';
import { RetryingClient } from './client.js';
import { World, type Replica, type ServiceName } from './world.js';

/** Many at once, replicas that come and go, a service that hangs, more than can be done, and orderly ends: all under load. */

let world: World;
let chapters: Chapters;
let client: RetryingClient;
beforeAll(async () => {
  // Long enough for who has just chosen a gateway that goes, in a process that has much to do.
  const envOf = { gateway: { TIMBRA_DRAIN_MS: '5000' } };
  world = await World.start({ env: PATIENT, envOf });
  await world.start('gateway');
  chapters = new Chapters(world);
  client = new RetryingClient({ gateways: world.gateways, key: world.demo.test_key, answerMs: 150_000 });
}, 180_000);
afterAll(() => world?.stop(), 60_000);

const atOnce = (times: number, request: string, body?: (n: number) => unknown) =>
  Promise.all(Array.from({ length: times }, (_, n) => client.attempt(request, body?.(n))));
/** How many answers of each kind: `200`, `409 idempotency_key_in_use`, `no answer`. */
const tally = (answers: readonly (Answer | undefined)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const kind = !answer
      ? 'no answer'
      : answer.status < 300
        ? String(answer.status)
        : `${answer.status} ${answer.body.code}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

describe('100 clients at once, by two gateways', () => {
  it('with one idempotency key make one invoice', async () => {
    const body = invoice({ idempotency_key: 'one', series: 'KEY' });
    expect(tally(await atOnce(100, 'POST /invoices', () => body))).toEqual({
      '200': 1,
      '409 idempotency_key_in_use': 99,
    });
  });

  it('on one series use 100 folios without a gap', async () => {
    const answers = await atOnce(100, 'POST /invoices', () => invoice({ series: 'ONE' }));
    expect(tally(answers)).toEqual({ '200': 100 });
    expect(answers.map((answer) => answer?.body.folio_number as number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    );
  });

  it('on one draft stamp it once, and cancel it once', async () => {
    const draft = await client.send('POST /invoices', { ...invoice(), status: 'draft' });
    const { '200': stamped, ...late } = tally(await atOnce(100, `POST /invoices/${draft.body.id}/stamp`));
    expect(stamped).toBe(1);
    for (const kind of Object.keys(late))
      expect(['409 stamping_in_progress', '409 invoice_already_stamped']).toContain(kind);
    const { '200': canceled, ...others } = tally(
      await atOnce(100, `DELETE /invoices/${draft.body.id}?motive=02`),
    );
    expect(canceled).toBe(1);
    for (const kind of Object.keys(others))
      expect(['409 invoice_cancellation_in_progress', '409 invoice_not_cancelable']).toContain(kind);
  });

  it('leave nothing that the checker minds', async () => {
    const load = chapters.load({ clients: 4 });
    await load.more(5);
    const { books } = await chapters.check();
    expect(books.invoices.length).toBeGreaterThanOrEqual(107);
  }, 300_000);
});

describe('replicas', () => {
  it('go from 2 to 3 to 1, one of them killed, and every caller gets an answer', async () => {
    const services: readonly ServiceName[] = ['invoicing', 'stamping'];
    await Promise.all(services.map((service) => world.start(service)));
    const load = chapters.load({ clients: 10, cancels: 0.2 });
    await load.more(LONG ? 200 : 30);
    await Promise.all(services.map((service) => world.start(service)));
    await load.more(LONG ? 200 : 30);
    for (const service of services) {
      const [first, second] = world.of(service) as [Replica, Replica];
      const ended = world.end(first);
      await world.kill(second);
      expect(await ended).toBe(0);
    }
    await load.more(LONG ? 200 : 30);
    await chapters.check();
    expect(load.client.journal.faults).toEqual([]);
    expect(services.map((service) => world.of(service).length)).toEqual([1, 1]);
  }, 600_000);
});

describe('SIGTERM under load', () => {
  it('drains each process within its deadline, and no request that was accepted fails', async () => {
    const load = chapters.load({ clients: 8, cancels: 0.2, mails: 0.1 });
    const services: readonly ServiceName[] = LONG
      ? ['invoicing', 'stamping', 'cancellation', 'notifications', 'organizations', 'customers', 'gateway']
      : ['invoicing', 'stamping', 'gateway'];
    for (const service of services) {
      await load.more(10);
      const [old] = world.of(service) as [Replica];
      await world.start(service);
      const since = Date.now();
      expect(await world.end(old)).toBe(0);
      expect(Date.now() - since).toBeLessThan(30_000);
    }
    await load.more(10);
    await load.stop();
    const { tries, faults } = load.client.journal;
    expect([faults, tries.get('no answer') ?? 0]).toEqual([[], 0]);
    await chapters.check();
  }, 600_000);
});

describe('overload', () => {
  const LIMIT = LONG ? 400 : 40;
  const N = 3 * LIMIT;

  it(
    'is answered 503 with Retry-After, at once beyond the limit; never collapses, and is over when it is over',
    async () => {
      const [invoicing] = world.of('invoicing') as [Replica];
      const narrow = await world.start('gateway', { TIMBRA_MAX_REQUESTS: String(LIMIT) });
      const crowd = new RetryingClient({
        gateways: () => [`${narrow.url}/v2`],
        key: world.demo.test_key,
        answerMs: 120_000,
      });
      const body = (n: number) =>
        invoice({ external_id: `over-${n}`, idempotency_key: `key-over-${n}`, series: 'OVER' });
      const [known] = (await client.send('GET /invoices?limit=1')).body.data as { id: string }[];
      // Nothing is worked off any more, and more comes than may wait.
      invoicing.process.signal('SIGSTOP');
      const since = Date.now();
      const times: number[] = [];
      const waiting = Promise.all(
        Array.from({ length: N }, async (_, n) => {
          const answer = await crowd.attempt('POST /invoices', body(n));
          times.push(Date.now() - since);
          return answer;
        }),
      );
      let reads = 0;
      // By the other gateways, reads go on meanwhile.
      for (
        const others = new RetryingClient({
          gateways: () => world.gateways().filter((url) => !url.startsWith(narrow.url)),
          key: world.demo.test_key,
        });
        times.length < N;
        reads += 1
      ) {
        expect((await others.attempt(`GET /invoices/${known?.id}`))?.status).toBe(200);
        await sleep(100);
      }
      expect(reads).toBeGreaterThan(20);
      const answers = await waiting;
      expect(tally(answers)).toEqual({ '503 service_unavailable': N });
      expect(answers.every((answer) => (answer?.retryAfterMs ?? 0) > 0)).toBe(true);
      expect(times.filter((ms) => ms < 15_000).length).toBeGreaterThanOrEqual(N - LIMIT);
      invoicing.process.signal('SIGCONT');
      // A client that retries as told finds the invoice or creates it, once.
      const load = chapters.load({ clients: 8 });
      await load.more(20, 300_000);
      for (let from = 0; from < N; from += 20)
        await Promise.all(
          Array.from({ length: Math.min(20, N - from) }, async (_, n) => {
            const { status, body: answer } = await client.send('POST /invoices', body(from + n));
            expect([200, 202, 409]).toContain(status);
            if (status === 409) expect(answer.code).toBe('idempotency_key_in_use');
          }),
        );
      const { books } = await chapters.check({ settleMs: 600_000 });
      const over = books.invoices.filter(({ external_id: id }) => id?.startsWith('over-'));
      expect(over).toHaveLength(N);
    },
    LONG ? 1_800_000 : 600_000,
  );
});
