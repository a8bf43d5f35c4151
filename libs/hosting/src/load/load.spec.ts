import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { until } from '#bus/testing/until';
import { EventStoreAway } from '#event-store';
import { isUnavailable } from './unavailable.js';
import { Load } from './load.js';
import { LoopDelay } from './loop-delay.js';
import { watchWaits } from './pool-waits.js';

describe('the load of a process', () => {
  const limits = { requests: 2, loopDelayMs: 100, databaseWaitMs: 100 };
  const load = (over: Partial<typeof limits> = {}, ms = 0, waits: number[] = [0]) =>
    new Load(
      { ...limits, ...over },
      { ms },
      waits.map((wait) => () => wait),
    );

  it('has room up to its limit of requests, and again when one is over', () => {
    const some = load();
    some.began();
    expect(some.overload).toBeUndefined();
    some.began();
    expect(some.overload).toEqual({ reason: 'requests', retryAfter: 1 });
    some.ended();
    expect(some.overload).toBeUndefined();
  });

  it.each([
    ['event_loop', load({}, 101)],
    ['database', load({}, 0, [0, 101])],
  ] as const)('is too much by its %s', (reason, some) => {
    expect(some.overload).toMatchObject({ reason, retryAfter: 2 });
  });

  it('knows no limit that is 0', () => {
    const some = load({ requests: 0, loopDelayMs: 0, databaseWaitMs: 0 }, 1e6, [1e6]);
    some.began();
    expect(some.overload).toBeUndefined();
  });
});

describe('the delay of the event loop', () => {
  it('shows where it lasts, and passes', async () => {
    const delay = new LoopDelay();
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const block = (ms: number) => {
      for (const end = performance.now() + ms; performance.now() < end;);
    };
    await pause(150);
    for (let n = 0; n < 6; n += 1) {
      block(300);
      await pause(0);
    }
    const busy = delay.ms;
    expect(busy).toBeGreaterThan(60);
    await until(() => delay.ms < busy / 4);
    delay.stop();
  });
});

describe('waiting for a connection', () => {
  it('is measured by the longest wait, with callbacks and without', async () => {
    const grants: (() => void)[] = [];
    const connect = (callback?: (error: undefined, client: string) => void) => {
      if (callback) return void grants.push(() => callback(undefined, 'client'));
      return new Promise((resolve) => grants.push(() => resolve('client')));
    };
    const pool = { connect } as unknown as pg.Pool;
    const waitMs = watchWaits(pool);
    expect(waitMs()).toBe(0);
    const first = pool.connect();
    const got: unknown[] = [];
    pool.connect((_error, client) => void got.push(client));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const before = waitMs();
    expect(before).toBeGreaterThan(10);
    grants[0]?.();
    expect(await first).toBe('client');
    expect(waitMs()).toBeGreaterThan(10);
    grants[1]?.();
    expect([got, waitMs()]).toEqual([['client'], 0]);
  });

  it('ends where the connection fails', async () => {
    const pool = { connect: () => Promise.reject(new Error('away')) } as unknown as pg.Pool;
    const waitMs = watchWaits(pool);
    await expect(pool.connect()).rejects.toThrow('away');
    expect(waitMs()).toBe(0);
  });
});

describe('a fault', () => {
  const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });
  it.each([
    ...['53300', '53100', '57P01', '57P03', '08006', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOSPC'].map((code) =>
      coded(code),
    ),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('failed', { cause: coded('ECONNRESET') }),
    new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
    new EventStoreAway(),
    // The socket of a database that is being started again.
    Object.assign(coded('ENOENT'), { syscall: 'connect' }),
    // Of another realm, as are those of Node's own modules here.
    { code: 'ECONNREFUSED', message: 'connect' },
  ])('is something that is away or full: %s', (error) => {
    expect(isUnavailable(error)).toBe(true);
  });

  it.each([
    coded('23505'),
    coded('42P01'),
    coded('ENOENT'),
    new TypeError('x is not a function'),
    'ECONNREFUSED',
    undefined,
  ])('is a bug: %s', (error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
