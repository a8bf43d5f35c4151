import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leastCpuMs } from '../../../test/support/cpu-time.js';
import { secretOf } from './auth.js';
import { testKeys } from './testing/app.js';
import { id, startThings, type Things } from './testing/things.js';

let http: Things;
beforeAll(async () => {
  http = await startThings();
});
afterAll(() => http.app.close());

describe('credentials', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  it.each([
    [`Bearer ${testKeys.test}`],
    [`bearer   ${testKeys.test} `],
    [basic(`${testKeys.test}:`)],
    [basic(`${testKeys.test}:`).replace('Basic', 'basic')],
    [basic(testKeys.test)],
  ])('takes %s', async (authorization) => {
    expect((await http.ask('/v2/orgs/me', { authorization })).body).toEqual({
      organizationId: id,
      livemode: false,
    });
  });

  it('distinguishes Live and Test', async () => {
    const { body } = await http.ask('/v2/orgs/me', { authorization: `Bearer ${testKeys.live}` });
    expect(body).toEqual({ organizationId: id, livemode: true });
  });

  it.each([
    [null, '/v2/things', 401, 'missing_credentials'],
    ['Bearer ', '/v2/things', 401, 'missing_credentials'],
    ['Basic Og==', '/v2/things', 401, 'missing_credentials'],
    ['Digest x', '/v2/things', 401, 'unauthorized'],
    ['Basic ñ', '/v2/things', 401, 'unauthorized'],
    ['Bearer sk_test_unknown_key', '/v2/things', 401, 'api_key_invalid'],
    ['Bearer sk_user_unknown_key', '/v2/orgs', 401, 'user_key_invalid'],
    ['Bearer a b c', '/v2/things', 401, 'api_key_invalid'],
    [`Bearer ${testKeys.user}`, '/v2/things', 400, 'organization_id_required'],
    [`Bearer ${testKeys.user}`, '/v2/orgs/me', 403, 'api_key_not_allowed'],
    [`Bearer ${testKeys.test}`, '/v2/orgs', 403, 'api_key_not_allowed'],
    [`Bearer ${testKeys.test}`, '/v2/orgs/live', 403, 'live_api_key_required'],
    [`Bearer ${testKeys.user}`, '/v2/orgs/live', 400, 'organization_id_required'],
  ])('%s on %s answers %d %s', async (authorization, path, status, code) => {
    const answer = await http.ask(path, { authorization });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });

  it('take next to no time to read, whatever is between them', () => {
    for (const inside of [' ', '\t', 'a ', '='])
      for (const scheme of ['a', 'Bearer', 'Basic']) {
        const header = `${scheme} x${inside.repeat(15_000 / inside.length)}x`;
        const read = () => {
          try {
            return secretOf(header);
          } catch {
            return undefined;
          }
        };
        expect([scheme, inside, leastCpuMs(read) < 5]).toEqual([scheme, inside, true]);
      }
  });

  it('are checked before the body', async () => {
    const answer = await http.ask('/v2/things', { method: 'POST', body: '{', authorization: null });
    expect(answer.body.code).toBe('missing_credentials');
  });

  it('are not asked for by public routes', async () => {
    expect((await http.ask('/v2/orgs/open', { authorization: null })).body).toEqual({ open: true });
    expect((await http.ask('/v2/orgs', { authorization: `Bearer ${testKeys.user}` })).body).toEqual({
      kind: 'user',
    });
  });
});
