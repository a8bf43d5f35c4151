import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '#kernel';
import { RateLimiter } from './rate-limit.js';
import { HttpRefusal } from './refusals.js';
import { startThings, type Things } from './testing/things.js';

describe('RateLimiter', () => {
  const exceeded = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof HttpRefusal) return error;
      throw error;
    }
    throw new Error('was allowed');
  };

  it('lets a burst through, then one for each token that comes back', () => {
    const clock = new FixedClock(new Date(0));
    const limiter = new RateLimiter({ create: { perMinute: 60, burst: 3 } }, () => clock.now().getTime());
    const remaining = () => limiter.take('create', 'a')?.headers['ratelimit-remaining'];
    expect([remaining(), remaining(), remaining()]).toEqual(['2', '1', '0']);
    const refused = exceeded(remaining);
    expect(refused.refusal).toMatchObject({ code: 'rate_limit_exceeded', params: { retryAfter: 1 } });
    expect(refused.headers['ratelimit-remaining']).toBe('0');
    clock.advance(999);
    exceeded(remaining);
    clock.advance(1);
    expect(remaining()).toBe('0');
    clock.advance(3_600_000);
    expect(remaining()).toBe('2');
  });

  it('counts each identity and class by itself, and leaves others alone', () => {
    const limiter = new RateLimiter({ create: { perMinute: 1 }, heavy: { perMinute: 1 } }, () => 0);
    limiter.take('create', 'a');
    limiter.take('create', 'b');
    limiter.take('heavy', 'a');
    exceeded(() => limiter.take('create', 'a'));
    expect(limiter.take('list', 'a')).toBeUndefined();
  });
});

describe('over HTTP', () => {
  let http: Things;
  beforeAll(async () => {
    http = await startThings({ rateLimits: { list: { perMinute: 2 }, write: { perMinute: 1 } } });
  });
  afterAll(() => http.app.close());

  it('answers 429 with Retry-After and the RateLimit headers', async () => {
    const first = await http.ask('/v2/things');
    expect([first.status, first.headers.get('ratelimit-limit')]).toEqual([200, '2']);
    const second = await http.ask('/v2/things');
    expect(second.headers.get('ratelimit-remaining')).toBe('0');
    expect(second.headers.get('ratelimit-policy')).toBe('"list";q=2;w=60');
    expect(second.headers.get('ratelimit')).toMatch(/^"list";r=0;t=(60|5\d)$/);
    const third = await http.ask('/v2/things', { headers: { 'accept-language': 'en' } });
    expect(third.body).toMatchObject({ ok: false, status: 429, code: 'rate_limit_exceeded' });
    expect(third.headers.get('ratelimit')).toMatch(/^"list";r=0;t=\d+$/);
    const seconds = Number(third.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(third.body.message).toBe(`The rate limit was exceeded (try again in ${seconds} s).`);
    expect((await http.ask('/v2/things/6743f1c2a1b2c3d4e5f60718')).status).toBe(200);
  });

  it('limits the guessing of keys by address', async () => {
    const guess = () => http.ask('/v2/things', { authorization: 'Bearer sk_test_guess_1' });
    expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
  });
});
