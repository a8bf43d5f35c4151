import { invoice, universidad } from '../../support/bodies.js';
import { startApp, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** The five classes of the rate limits, on the real routes; counted by organization and by user. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    TIMBRA_RATE_DETAIL: '1000',
    TIMBRA_RATE_LIST: '2',
    TIMBRA_RATE_CREATE: '1001',
    TIMBRA_RATE_WRITE: '1002',
    TIMBRA_RATE_HEAVY: '1003',
  });
});
afterAll(() => app.close());

describe('the class of a route', () => {
  it.each([
    ['GET', '/invoices/:id', 'detail'],
    ['GET', '/customers/:id', 'detail'],
    ['GET', '/check', 'list'],
    ['POST', '/customers', 'create'],
    ['POST', '/invoices', 'create'],
    ['PUT', '/invoices/:id', 'write'],
    ['DELETE', '/products/:id', 'write'],
    ['POST', '/invoices/:id/stamp', 'heavy'],
    ['POST', '/invoices/:id/email', 'heavy'],
    ['GET', '/invoices/:id/pdf', 'heavy'],
  ])('%s %s is %s', async (method, path, expected) => {
    const { headers } = await app.api(
      method,
      path.replace(':id', '0123456789abcdef01234567'),
      method === 'GET' ? undefined : {},
    );
    expect(headers.get('ratelimit-policy')).toMatch(new RegExp(`^"${expected}";q=\\d+;w=60$`));
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"${expected}";r=\\d+;t=\\d+$`));
    expect(headers.get('ratelimit-limit')).toMatch(/^\d+$/);
  });
});

it('counts people to the organization that they act for', async () => {
  const key = await app.newUser();
  const { id, key: own } = await app.newOrganization(key);
  const { status, headers } = await app.api('GET', '/customers', undefined, {
    ...{ key, headers: { 'x-organization-id': id } },
  });
  expect([status, headers.get('ratelimit-remaining')]).toEqual([200, '1']);
  expect((await app.api('GET', '/customers', undefined, { key: own })).status).toBe(200);
  const refused = await app.api('GET', '/customers', undefined, {
    ...{ key, headers: { 'x-organization-id': id } },
  });
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded']);
  // What is refused uses up nothing of an organization, neither theirs nor another's.
  const stranger = await app.newUser();
  const other = await app.newOrganization(stranger);
  for (let n = 0; n < 3; n += 1) {
    const asked = await app.api('GET', '/customers', undefined, {
      ...{ key, headers: { 'x-organization-id': other.id } },
    });
    expect(asked.body.code).toBe('organization_id_not_allowed');
  }
  expect((await app.api('GET', '/customers', undefined, { key: other.key })).status).toBe(200);
});

it('counts each organization separately, and tells callers above the limit when to retry', async () => {
  const user = await app.newUser();
  const [one, two] = [await app.newOrganization(user), await app.newOrganization(user)];
  const list = (key: string) => app.api('GET', '/invoices', undefined, { key, language: 'en' });
  for (const remaining of ['1', '0']) {
    const { status, headers } = await list(one.key);
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, remaining]);
  }
  const refused = await list(one.key);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate_limit_exceeded', status: 429, ok: false },
  });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(refused.body.message).toContain(`${seconds} s`);
  expect((await list(two.key)).status).toBe(200);
  const made = await app.api('POST', '/invoices', invoice({ customer: universidad }), { key: one.key });
  expect([made.status, made.headers.get('ratelimit-limit')]).toEqual([200, '1001']);
});
