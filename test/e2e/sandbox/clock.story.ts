import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { invoice, triggered } from '../../support/bodies.js';
import { addEndingKey } from '../../support/ending-key.js';
import { answers, startReceiver } from '../../receivers/index.js';
import { upload } from '../organizations/certificate-files.js';
import { startSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { until } from '#bus/testing/until';
import { afterAll, beforeAll, describe, expect, it, jest } from '../../support/story.js';

/** The clock of a Test environment as an integrator moves it. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TestApp;
let user: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
});
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
/** Within what a busy machine may take between the two; clocks are moved by hours here. */
const near = (instant: string | number, expected: string | number): void =>
  expect(Math.abs(new Date(instant).getTime() - new Date(expected).getTime())).toBeLessThan(60_000);

/** Addresses of hosted pages have the port that the service was told, and it has taken another. */
const linkHere = (link: string): string => app.baseUrl.replace('/v2', '') + new URL(link).pathname;

describe('a Test clock', () => {
  it('is real time until it is moved, and runs on from where it was moved to', async () => {
    const test = await environment();
    near(await test.now(), Date.now());
    expect((await test.get('/sandbox/clock')).advancing_to).toBeNull();
    const there = await test.advance(30 * DAY);
    const first = await test.now();
    near(first, there);
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
    // In the local time of the place of issue: on the last evening of a year that is still the old one.
    const local = new Date(Date.parse(there) - 6 * HOUR).toISOString().slice(0, 10);
    expect(xml).toContain(` Fecha="${local}T`);
    expect(xml).toContain(` FechaTimbrado="${local}T`);
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
      await test.advance(73 * HOUR);
      expect(await test.get(`/invoices/${two.body.id}`)).toMatchObject({ status: 'failed' });
    } finally {
      app.sandbox.faults.clear();
    }
  });

  it('runs what came due in its order, each dated by when it was due', async () => {
    const test = await environment();
    const made: Json[] = [];
    for (let n = 0; n < 3; n += 1)
      made.push(await test.post('/invoices', triggered('SANDBOX-CANCEL-PENDING')));
    for (const { id } of made) await test.api('DELETE', `/invoices/${id}?motive=02`);
    await test.post('/customers?createEditLink=true', {});
    const began = await test.now();
    const sent = jest.spyOn(app.runtime.bus, 'send');
    await test.advance(16 * DAY);
    const times = sent.mock.calls
      .map(([command]) => command)
      .filter(({ type, tenant }) => type === 'cancellation.follow' && tenant.organizationId === test.id)
      .map(({ time }) => Date.parse(time));
    sent.mockRestore();
    expect(times.length).toBeGreaterThanOrEqual(3 * 25);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]).toBeLessThan(began + HOUR);
    expect(times.at(-1)).toBeGreaterThan(began + 14 * DAY);
  });

  it('lets a month pass in a second', async () => {
    const test = await environment();
    const { id } = await test.post('/invoices', triggered('SANDBOX-CANCEL-PENDING'));
    await test.api('DELETE', `/invoices/${id}?motive=02`);
    const began = performance.now();
    await test.advance(31 * DAY);
    // About half a second on two processors; the machine of the tests has other things to do.
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(await test.get(`/invoices/${id}`)).toMatchObject({ cancellation_status: 'pending' });
  });
});

describe('what comes due by a Test clock', () => {
  it('edit links end', async () => {
    const test = await environment();
    const { id, edit_link } = await test.post('/customers?createEditLink=true', {});
    const page = async () => (await fetch(linkHere(edit_link as string))).status;
    expect(await page()).toBe(200);
    await test.advance(6 * DAY);
    expect([await page(), typeof (await test.get(`/customers/${id}`)).edit_link]).toEqual([200, 'string']);
    await test.advance(DAY + HOUR);
    expect(await page()).toBe(410);
    expect(await test.get(`/customers/${id}`)).toMatchObject({ edit_link: null });
  });

  it('ZIP archives expire', async () => {
    const test = await environment();
    await test.post('/invoices', invoice());
    // Of the organization's month: in the last evening of one UTC has the next already.
    const [year = '', month = ''] = new Date((await test.now()) - 6 * HOUR).toISOString().split('-');
    const asked = await test.post('/invoices/zip-requests', { year: Number(year), month: Number(month) });
    const read = () => test.get(`/invoices/zip-requests/${asked.id}`);
    await until(async () => (await read()).status === 'finished');
    await test.advance(8 * DAY);
    // As if it had never been asked for.
    expect((await read()).status).toBe('none');
  });

  it('certificates warn, and the organization’s own notices stay as they are', async () => {
    const { id, key } = await app.newOrganization(user);
    const test = new Environment(id, key);
    const csd = await app.sandbox.issueCsd({ rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' });
    expect((await upload(app, id, csd, { key: user })).status).toBe(200);
    const { certificate } = await app.get(`/organizations/${id}`, { key: user });
    const notices = () =>
      app.runtime.pool.query<{ status: string; at: Date }>(
        `SELECT status FROM gateway.mails WHERE organization_id = $1 AND template = 'certificate-expiring'`,
        [id],
      );
    const ends = Date.parse(certificate.expires_at as string);
    await test.advance(ends - 29 * DAY - (await test.now()));
    // Of 60 days and of 30.
    expect((await notices()).rows).toEqual([{ status: 'sent' }, { status: 'sent' }]);
    const events = (await app.runtime.store.read(`organization-${id}`)).map(({ type }) => type);
    expect(events).toContain('CertificateSet');
    expect(events).not.toContain('CertificateExpiring');
    await test.advance(30 * DAY);
    expect((await notices()).rows).toHaveLength(4);
    const after = await test.api('POST', '/invoices', invoice());
    expect([after.status, after.body.code]).toEqual([400, 'certificate_expired']);
  });
});

describe('what no Test clock moves', () => {
  it('Live, other organizations, and the keys and invitations of its own', async () => {
    const [test, other] = [await environment(), await environment()];
    const as = { key: user };
    const live = await app.put(`/organizations/${test.id}/apikeys/live`, undefined, as);
    const ending = await app.put(
      `/organizations/${test.id}/apikeys/live`,
      { expires_at: new Date(Date.now() + DAY).toISOString() },
      as,
    );
    await app.post(`/organizations/${test.id}/team/invites`, { email: 'ana@example.com' }, as);
    const onboarding = await app.post(`/organizations/${test.id}/onboarding-link`, undefined, as);
    await test.advance(100 * DAY);
    near(await other.now(), Date.now());
    const customer = await app.post('/customers?createEditLink=true', {}, { key: live });
    near(customer.created_at, Date.now());
    near(customer.edit_link_expires_at, Date.now() + 7 * DAY);
    // The key that ends tomorrow, and the links, are as good as before.
    expect((await app.api('GET', '/customers', undefined, { key: ending })).status).toBe(200);
    expect((await fetch(linkHere(onboarding.url as string))).status).toBe(200);
    const again = await app.put(`/organizations/${test.id}/apikeys/live`, undefined, as);
    const [{ expires_at }] = await app.get(`/organizations/${test.id}/team/invites`, as);
    near(expires_at as string, Date.now() + 7 * DAY);
    const keys = await app.get(`/organizations/${test.id}/apikeys/live`, as);
    for (const { created_at } of keys as { created_at: string }[]) near(created_at, Date.now());
    expect([again, await test.now()]).toEqual([expect.any(String), expect.any(Number)]);
  });

  it('a Live key that has ended stays ended', async () => {
    const test = await environment();
    const { key: ending } = await addEndingKey(app, test.id, user);
    await until(async () => (await app.api('GET', '/customers', undefined, { key: ending })).status === 401);
    await test.advance(DAY);
    expect((await app.api('GET', '/customers', undefined, { key: ending })).status).toBe(401);
  });
});

describe('a request to move a clock', () => {
  const refused = async (test: Environment, advance_to: string, language = 'en') => {
    const { status, body } = await test.api('POST', '/sandbox/clock', { advance_to }, language);
    const { code, path, message } = body.errors?.[0] ?? {};
    return { status, root: body.code, code, path, message };
  };

  it('is refused for the past and for what is too far, in both languages', async () => {
    const test = await environment();
    const there = await test.advance(DAY);
    const past = new Date(Date.parse(there) - HOUR).toISOString();
    const far = new Date(Date.now() + 4 * 366 * DAY).toISOString();
    const asked = { status: 400, root: 'invalid_request', path: 'advance_to' };
    expect(await refused(test, past, 'es')).toMatchObject({ ...asked, code: 'too_small' });
    expect((await refused(test, past, 'es')).message).toMatch(
      /demasiado pequeño \(debe ser mayor que \d{4}-/,
    );
    expect((await refused(test, past)).message).toMatch(/too small \(must be greater than \d{4}-/);
    expect(await refused(test, far)).toMatchObject({ ...asked, code: 'too_large' });
    expect((await refused(test, far, 'es')).message).toMatch(/demasiado grande \(máximo \d{4}-/);
    near(await test.now(), there);
  });

  it('takes a date without a zone as the organization’s own', async () => {
    const test = await environment();
    const day = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10);
    const { now } = await test.post('/sandbox/clock', { advance_to: day });
    expect(now).toBe(`${day}T06:00:00.000Z`);
  });

  it('is for Test alone', async () => {
    const test = await environment();
    const live = await app.put(`/organizations/${test.id}/apikeys/live`, undefined, { key: user });
    for (const method of ['GET', 'POST']) {
      const answer = await app.api(method, '/sandbox/clock', method === 'POST' ? {} : undefined, {
        key: live,
      });
      expect([answer.status, answer.body.code]).toEqual([403, 'api_key_not_allowed']);
    }
    const person = (environment: string) =>
      app.api('GET', '/sandbox/clock', undefined, {
        key: user,
        headers: { 'x-organization-id': test.id, 'x-environment': environment },
      });
    expect((await person('test')).status).toBe(200);
    expect((await person('live')).status).toBe(403);
  });

  it('leaves no bug behind', () => expect(app.bugs()).toEqual([]));
});

describe('mails by a Test clock', () => {
  it('are tried again when their time has come, as the mail server recovers', async () => {
    const smtp = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] });
    const mailing = await startApp({
      TIMBRA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      TIMBRA_MAIL_FROM: 'facturas@timbra.example',
    });
    try {
      const { id } = await mailing.post('/invoices', invoice());
      smtp.manners = { mail: () => 451 };
      await mailing.post(`/invoices/${id}/email`, { email: 'ana@example.com' });
      expect(smtp.taken).toEqual([]);
      smtp.manners = {};
      const advance_to = new Date(Date.now() + HOUR).toISOString();
      expect(await mailing.post('/sandbox/clock', { advance_to })).toMatchObject({ now: advance_to });
      expect(smtp.taken.map(({ to }) => to)).toEqual([['ana@example.com']]);
    } finally {
      await mailing.close();
      await smtp.close();
    }
  });
});

describe('webhooks by a Test clock', () => {
  it('are tried again when their time has come, and no later', async () => {
    const receiver = await startReceiver({ behave: answers(500) });
    try {
      const test = await environment();
      await test.post('/webhooks', { url: receiver.url, enabled_events: ['invoice.stamped'] });
      await test.post('/invoices', invoice());
      await receiver.received(1);
      receiver.behave(answers(200));
      await test.advance(HOUR);
      // The answer comes after its retry, and with the success there is no other.
      expect(receiver.requests).toHaveLength(2);
      await test.advance(3 * DAY);
      expect(receiver.requests).toHaveLength(2);
      const [first, second] = receiver.requests;
      expect(second?.body).toBe(first?.body);
      // Of the request, not of the clock: receivers compare it with theirs.
      near(Number(second?.headers['webhook-timestamp']) * 1_000, Date.now());
    } finally {
      await receiver.close();
    }
  });
});

describe('a clock whose way takes longer than an answer may', () => {
  let slow: TestApp;
  beforeAll(async () => {
    slow = await startApp({ TIMBRA_STAMP_WAIT_MS: '300' });
  });
  afterAll(() => slow.close());

  it('is answered with 202, and goes on; a later instant extends it, an earlier one is refused', async () => {
    slow.sandbox.faults.set('stamp', 'outage', 1);
    const { body } = await slow.api('POST', '/invoices', invoice());
    slow.sandbox.faults.clear();
    // Its second try takes the PAC as long as this story needs.
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { sandbox } = slow;
    const stamp = sandbox.stamp.bind(sandbox);
    const status = jest.spyOn(sandbox, 'stamp').mockImplementation(async (request) => {
      await answered;
      return stamp(request);
    });
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const post = (advance_to: string) => slow.api('POST', '/sandbox/clock', { advance_to });
    const [first, second] = [at(HOUR), at(2 * HOUR)];
    const under = await post(first);
    expect(under).toMatchObject({ status: 202, body: { advancing_to: first } });
    expect(Date.parse(under.body.now as string)).toBeLessThan(Date.parse(first));
    expect(await slow.get('/sandbox/clock')).toMatchObject({ advancing_to: first });
    expect((await post(at(HOUR / 2))).body.errors).toMatchObject([{ path: 'advance_to', code: 'too_small' }]);
    expect(await post(first)).toMatchObject({ status: 202 });
    expect(await post(second)).toMatchObject({ status: 202, body: { advancing_to: second } });
    answer();
    await until(async () => (await slow.get('/sandbox/clock')).advancing_to === null);
    expect(await slow.get(`/invoices/${body.id}`)).toMatchObject({ status: 'valid' });
    near((await slow.get('/sandbox/clock')).now as string, second);
    status.mockRestore();
  });
});
