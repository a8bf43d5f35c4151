import { afterEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { BusOverloaded } from '#bus';
import { until } from '#bus/testing/until';
import type { Readiness } from '#hosting';
import { innovacion, invoice } from '../support/bodies.js';
import { startApp, type Answer, type TestApp } from '../support/app.js';

/** Parts that are slow on purpose, and more requests than there is room for. */
describe('more than a process can take', () => {
  let app: TestApp;
  afterEach(() => app.close());

  const told = async (asking: Promise<Answer>) => {
    const { status, headers, body } = await asking;
    return { status, code: body?.code, after: headers.get('retry-after') };
  };
  const isRefused = { status: 503, code: 'service_unavailable', after: expect.stringMatching(/^[1-9]$/) };

  it('a PAC that hangs: requests beyond the limit are refused immediately, the rest continue and are answered', async () => {
    app = await startApp({ TIMBRA_MAX_REQUESTS: '4' });
    // For as long as this test needs.
    const { sandbox } = app;
    const stamp = sandbox.stamp.bind(sandbox);
    let answer: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (answer = resolve));
    jest.spyOn(sandbox, 'stamp').mockImplementation(async (request) => {
      await hanging;
      return stamp(request);
    });
    let answered = 0;
    const waiting = Array.from({ length: 4 }, () =>
      app.api('POST', '/invoices', invoice()).finally(() => (answered += 1)),
    );
    await until(() => app.runtime.load.overload?.reason === 'requests');
    const refused = await Promise.all(Array.from({ length: 50 }, () => told(app.api('GET', '/customers'))));
    expect(refused).toEqual(refused.map(() => expect.objectContaining(isRefused)));
    expect(answered).toBe(0);
    // Health checks are still answered.
    expect((await fetch(app.baseUrl.replace('/v2', '/healthz'))).status).toBe(200);
    answer();
    for (const { status } of await Promise.all(waiting)) expect([200, 202]).toContain(status);
    expect((await app.api('GET', '/customers')).status).toBe(200);
    // A bus that has no room: nothing was begun, and the next try finds room.
    jest.spyOn(app.runtime.bus, 'send').mockRejectedValueOnce(new BusOverloaded(3));
    const full = await told(app.api('POST', '/customers', innovacion));
    expect(full).toMatchObject({ ...isRefused, after: '3' });
    expect((await app.api('POST', '/customers', innovacion)).status).toBe(201);
    expect((await app.api('POST', '/invoices', invoice())).status).toBe(200);
    expect(app.bugs()).toEqual([]);
  });

  it('a database that hangs: requests are refused while connections are missing, and admitted when they are back', async () => {
    // One organization reads as much as it likes here: otherwise it could not take every connection.
    const limits = {
      TIMBRA_DATABASE_POOL: '4',
      TIMBRA_MAX_DATABASE_WAIT_MS: '300',
      TIMBRA_MAX_READS_EACH: '0',
    };
    app = await startApp(limits);
    const locking = new pg.Client({ connectionString: app.runtime.config.databaseUrl ?? '' });
    await locking.connect();
    await locking.query('BEGIN; LOCK TABLE gateway.customers IN ACCESS EXCLUSIVE MODE');
    let answered = 0;
    const stuck = Array.from({ length: 8 }, () =>
      app.api('GET', '/customers').finally(() => (answered += 1)),
    );
    await until(() => app.runtime.load.overload?.reason === 'database');
    const refused = await Promise.all(Array.from({ length: 50 }, () => told(app.api('GET', '/products'))));
    expect(refused).toEqual(refused.map(() => expect.objectContaining(isRefused)));
    expect(answered).toBe(0);
    // Readiness has a connection of its own, waits behind nobody, and names what is short.
    const readyz = async () =>
      (await fetch(app.baseUrl.replace('/v2', '/readyz'))).json() as Promise<Readiness>;
    await until(async () => (await readyz()).checks.connections.waiting.includes('gateway'));
    expect(await readyz()).toMatchObject({ ready: false, checks: { database: { ok: true, problem: null } } });
    await locking.query('ROLLBACK');
    for (const { status } of await Promise.all(stuck)) expect(status).toBe(200);
    await locking.end();
    await until(() => app.runtime.load.overload === undefined);
    expect((await app.api('GET', '/customers')).status).toBe(200);
    // One that is away is no bug either.
    const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
    jest.spyOn(app.runtime.poolOf('gateway'), 'query').mockImplementation(() => {
      throw away;
    });
    const refusedToo = await told(app.api('GET', '/products'));
    jest.restoreAllMocks();
    expect(refusedToo).toMatchObject(isRefused);
    expect((await app.api('GET', '/products')).status).toBe(200);
    expect(app.bugs()).toEqual([]);
  });

  it('an event loop that is busy all the time: the same, and room again when it is not', async () => {
    app = await startApp({ TIMBRA_MAX_LOOP_DELAY_MS: '60' });
    let busy = true;
    const work = (): void => {
      for (const end = performance.now() + 250; performance.now() < end;);
      if (busy) setImmediate(work);
    };
    work();
    await until(() => app.runtime.load.overload?.reason === 'event_loop');
    expect(await told(app.api('GET', '/customers'))).toMatchObject(isRefused);
    busy = false;
    // By others on this machine it may be busy once more.
    await until(async () => (await app.api('GET', '/customers')).status === 200);
  });
});
