import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '#hosting';
import { until } from '#bus/testing/until';
import { browserPids } from '#pdf/testing/tools';
import { invoice } from '../support/bodies.js';
import { startApp, type TestApp } from '../support/app.js';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly correlationId?: string;
  readonly traceId?: string;
  readonly [field: string]: unknown;
}

/** Everything that the service logs, down to the last detail. */
describe('the log', () => {
  let app: TestApp;
  const text: string[] = [];
  const lines = () => text.map((line) => JSON.parse(line) as Line);
  const about = (logId: string | null) => lines().filter(({ correlationId }) => correlationId === logId);

  beforeAll(async () => {
    const log = createLogger({ level: 'trace', to: { write: (line) => void text.push(line) } });
    app = await startApp({}, { log });
  });
  afterAll(() => app.close());

  it('ties together what one request sets in motion, to the PAC and back', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const { status, headers: told } = await app.api('POST', '/invoices', invoice(), { headers });
    expect(status).toBe(200);
    const logId = told.get('x-service-log-id');
    const commands = () => about(logId).map(({ command }) => command);
    await until(() => commands().includes('invoicing.record-stamp') && about(logId).some(isRequest));
    expect(commands()).toEqual(
      expect.arrayContaining(['invoicing.create', 'stamping.stamp', 'invoicing.record-stamp']),
    );
    expect(about(logId)).toContainEqual(
      expect.objectContaining({ msg: 'the PAC was asked', operation: 'stamp', outcome: 'stamped' }),
    );
    expect(about(logId).find(isRequest)).toMatchObject({
      ...{ method: 'POST', route: '/v2/invoices', status: 200, traceId },
      client: expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$|^::1$/),
      caller: { kind: 'test', keyId: expect.any(String) },
    });
    // The trace goes along, without anybody who collects spans.
    expect(about(logId).map((line) => line.traceId)).toEqual(about(logId).map(() => traceId));
  });

  it('distinguishes requests of different callers, even if they overlap', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.api('POST', '/invoices', invoice())),
    );
    const logIds = answers.map(({ headers }) => headers.get('x-service-log-id'));
    expect(new Set(logIds).size).toBe(12);
    const stamped = (logId: string | null) => about(logId).filter(({ operation }) => operation === 'stamp');
    await until(() => logIds.every((logId) => about(logId).some(isRequest)));
    expect(logIds.map((logId) => stamped(logId).length)).toEqual(logIds.map(() => 1));
  });

  (process.platform === 'linux' ? it : it.skip)(
    'warns once that documents are printed without a sandbox, however many browsers come and go',
    async () => {
      const { id } = await app.post('/invoices', invoice());
      for (let browsers = 0; browsers < 2; browsers += 1) {
        expect((await app.api('GET', `/invoices/${id}/pdf`)).status).toBe(200);
        for (const pid of browserPids(process.pid)) process.kill(pid, 'SIGKILL');
      }
      const warned = lines().filter(({ msg }) => msg.includes('without its sandbox'));
      // Under root there is never one; for others it depends on the system.
      if (process.getuid?.() === 0) expect(warned).toEqual([expect.objectContaining({ level: 40 })]);
      else expect(warned.length).toBeLessThanOrEqual(1);
    },
  );

  it('has no key, password, token or link of any request, whatever went wrong with it', async () => {
    const password = 'contraseña-hunter2';
    const { test_key: key, user_key: userKey } = app.demo;
    const site = app.baseUrl.replace('/v2', '');
    const here = (link: string) => link.replace(/^https?:\/\/[^/]+/, site);
    const wrongKey = `sk_live_${'Zz9'.repeat(13)}`;
    await app.api('GET', `/invoices?key=${wrongKey}&token=${password}`, undefined, { key: wrongKey });
    await app.api('PUT', `/organizations/x/certificate`, { password, key: 'hunter2' }, { key: userKey });
    await app.api('POST', '/customers', `{"password":"${password}`, {
      headers: { 'content-type': 'application/json' },
    });
    const linked = await app.post('/customers?createEditLink=true', {
      email: 'cliente@example.com',
    });
    const link = String(linked.edit_link);
    await fetch(here(link));
    await fetch(`${here(link)}x`);
    await app.post(`/customers/${linked.id}/email-edit-link`);
    const made = await app.post('/invoices', invoice());
    const { url } = await app.get(`/invoices/${made.id}/download-url/xml`);
    const token = new URL(String(url)).searchParams.get('token') ?? '';
    expect((await fetch(here(url))).status).toBe(200);
    await fetch(`${here(url)}x`);
    const login = await fetch(`${site}/mailbox/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    const cookie = /timbra_mailbox=([\w-]+)/.exec(login.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect([cookie.length > 10, link.length > 40, token.length > 10]).toEqual([true, true, true]);
    await until(() => lines().filter(isRequest).length > 20);
    const all = text.join('');
    const secrets = [
      key,
      userKey,
      wrongKey,
      password,
      cookie,
      link.split('/').at(-1) ?? '',
      token,
      'hunter2',
    ];
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
    expect(all).not.toMatch(/PRIVATE KEY|Bearer /);
    expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
  });
});

const isRequest = ({ msg }: Line): boolean => msg === 'request';
