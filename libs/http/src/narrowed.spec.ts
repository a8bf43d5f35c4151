import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { KeyLimits } from './key-limits.js';
import { startThings, type Things } from './testing/things.js';

/** A narrowed key at the door of a service that is behind a proxy. */

const KEY = 'sk_live_0123456789abcdef';
let limits: KeyLimits;
let http: Things;
const directory = {
  find: () =>
    Promise.resolve({
      kind: 'live' as const,
      organizationId: '6743f1c2a1b2c3d4e5f60718',
      keyId: 'k2',
      limits,
    }),
  isInForce: () => Promise.resolve(true),
};
beforeAll(async () => {
  http = await startThings({ trustProxy: 'loopback' }, { directory });
});
afterAll(() => http.app.close());

const from = (address: string, init: RequestInit = {}) =>
  http.call('/v2/things', {
    ...init,
    authorization: `Bearer ${KEY}`,
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json', 'accept-language': 'en' },
  });

describe('a narrowed key behind a proxy', () => {
  it('is used from the address that the proxy says, of either family', async () => {
    limits = { allowed_ips: ['203.0.113.0/24', '2001:db8::/32'] };
    for (const [address, status] of [
      ['203.0.113.9', 200],
      ['::ffff:203.0.113.9', 200],
      ['2001:db8::1', 200],
      ['198.51.100.1', 403],
      ['2001:db9::1', 403],
      // What the client has put before the proxy's own word is not believed.
      ['203.0.113.9, 198.51.100.1', 403],
    ] as const)
      expect([address, (await from(address)).status]).toEqual([address, status]);
  });

  it('is told from where it came, and nothing of from where it may', async () => {
    limits = { allowed_ips: ['203.0.113.0/24'] };
    const answer = await from('198.51.100.1');
    const body = await answer.text();
    expect([answer.status, body.includes('198.51.100.1'), body.includes('203.0.113')]).toEqual([
      403,
      true,
      false,
    ]);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  it('is refused before a wrong body is looked at', async () => {
    limits = { operations: ['read.things.list'] };
    const answer = await from('203.0.113.9', { method: 'POST', body: '{"wrong": ' });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'forbidden']);
  });
});
