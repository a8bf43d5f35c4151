import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { invoice, triggered } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** The clock of a Test environment as an integrator moves it. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TestApp;
let user: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
}, 60_000);
afterAll(() => app.close());

/** An organization's Test environment, with a clock of its own. */
class Environment {
  constructor(
    readonly id: string,
    readonly key: string,
  ) {}
  api(method: string, path: string, body?: unknown, language?: string): Promise<Answer> {
    return app.api(method, path, body, { key: this.key, ...(language !== undefined && { language }) });
  }
  get(path: string): Promise<Json> {
    return app.get(path, { key: this.key });
  }
  post(path: string, body?: unknown): Promise<Json> {
    return app.post(path, body, { key: this.key });
  }
  async now(): Promise<number> {
    return Date.parse((await this.get('/sandbox/clock')).now as string);
  }
  /** Moves it by so long, from what it says now. */
  async advance(ms: number): Promise<string> {
    const advance_to = new Date((await this.now()) + ms).toISOString();
    expect(await this.api('POST', '/sandbox/clock', { advance_to })).toMatchObject({
      status: 200,
      body: { now: advance_to, advancing_to: null },
    });
    return advance_to;
  }
}

const environment = async (): Promise<Environment> => {
  const { id, key } = await app.newOrganization(user);
  return new Environment(id, key);
};
const near = (instant: string | number, expected: string | number, withinMs = 60_000): void =>
  expect(Math.abs(new Date(instant).getTime() - new Date(expected).getTime())).toBeLessThan(withinMs);

describe('a Test clock', () => {
  it('is real time until it is moved, and runs on from where it was moved to', async () => {
    const test = await environment();
    near(await test.now(), Date.now(), 5_000);
    expect((await test.get('/sandbox/clock')).advancing_to).toBeNull();
    const there = await test.advance(30 * DAY);
    const first = await test.now();
    near(first, there, 5_000);
    await sleep(20);
    expect(await test.now()).toBeGreaterThan(first);
  });

  it('dates new documents, also at the sandbox PAC', async () => {
    const test = await environment();
    const there = await test.advance(400 * DAY);
    const made = await test.post('/invoices', invoice());
    near(made.date, there);
    near(made.stamp.date, there);
    expect(made.status).toBe('valid');
    const xml = await test.get(`/invoices/${made.id}/xml`);
    expect(xml).toMatch(new RegExp(`Fecha="${there.slice(0, 4)}-`));
    expect(xml).toMatch(new RegExp(`FechaTimbrado="${there.slice(0, 4)}-`));
    const { data } = await test.get('/sandbox/stamps');
    near(data[0].stamped_at, there);
  });

  it('has a cancellation accepted that the receiver was silent about for 72 hours', async () => {
    const test = await environment();
    const { id } = await test.post('/invoices', triggered('SANDBOX-CANCEL-PENDING-SILENCE'));
    const canceled = await test.api('DELETE', `/invoices/${id}?motive=02`);
    expect(canceled.body).toMatchObject({ status: 'valid', cancellation_status: 'pending' });
    const there = await test.advance(72 * HOUR + 60_000);
    const after = await test.get(`/invoices/${id}`);
    expect(after).toMatchObject({ status: 'canceled', cancellation_status: 'accepted' });
    expect(Date.parse(after.cancellation.last_checked ?? there)).toBeLessThanOrEqual(Date.parse(there));
  });

  it('has a stamp tried again, and one given up after 71 hours', async () => {
    const test = await environment();
    const one = await test.api('POST', '/invoices', triggered('SANDBOX-OUTAGE'));
    expect(one.status).toBe(202);
    await test.advance(HOUR);
    expect(await test.get(`/invoices/${one.body.id}`)).toMatchObject({ status: 'valid' });
    app.sandbox.faults.set('stamp', 'outage');
    try {
      const two = await test.api('POST', '/invoices', invoice());
      expect(two.status).toBe(202);
      const began = performance.now();
      await test.advance(73 * HOUR);
      console.log(`73 hours with a dead PAC: ${Math.round(performance.now() - began)} ms`);
      expect(await test.get(`/invoices/${two.body.id}`)).toMatchObject({ status: 'failed' });
    } finally {
      app.sandbox.faults.clear();
    }
  });

  it('lets a month pass in a second', async () => {
    const test = await environment();
    const { id } = await test.post('/invoices', triggered('SANDBOX-CANCEL-PENDING'));
    await test.api('DELETE', `/invoices/${id}?motive=02`);
    const began = performance.now();
    await test.advance(31 * DAY);
    console.log(`a month with 28 looks at a cancellation: ${Math.round(performance.now() - began)} ms`);
    const quiet = await environment();
    const start = performance.now();
    await quiet.advance(31 * DAY);
    console.log(`a month in which nothing is due: ${Math.round(performance.now() - start)} ms`);
  });
});
