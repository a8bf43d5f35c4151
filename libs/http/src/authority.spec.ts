import { describe, expect, it } from '@jest/globals';
import { authorise, type Authority, type RequestHead, type Standing } from './authority.js';
import type { Principal } from './auth.js';
import { errorBody, HttpRefusal, type ErrorBody } from './refusals.js';
import type { RouteRow } from './route-table.js';

const OURS = '6743f1c2a1b2c3d4e5f60718';
const ANA: Principal = { kind: 'user', userId: '6743f1c2a1b2c3d4e5f60719', keyId: 'k3' };

const row = (keys: RouteRow['keys'], more: Partial<RouteRow> = {}): RouteRow => ({
  ...{ operation: 'read.things.list', bodyLimit: 'none', rateClass: 'list', keys },
  ...more,
});
const documents = row(['test', 'live']);
const ofOrganization = row(['live', 'user']);

/** Ana does these operations in our organization, and belongs to no other. */
const people = (operations: readonly string[], more: Partial<Standing> = {}): Authority => ({
  standingOf: (userId, organizationId) =>
    Promise.resolve({
      ...{ suspended: false, closed: false },
      operations: userId === ANA.userId && organizationId === OURS ? new Set<string>(operations) : undefined,
      ...more,
    }),
});
const reader = people(['read.things.list']);
const nobody: Authority = {
  standingOf: () => Promise.reject(new Error('an organization’s key asks for nobody')),
};

const head = (headers: RequestHead['headers'] = {}, params: unknown = {}): RequestHead => ({
  ...{ headers, params, ip: '192.0.2.1' },
});
const forOurs = (more: RequestHead['headers'] = {}) => head({ 'x-organization-id': OURS, ...more });

/** What a request is refused with, in both languages. */
async function refused(asked: Promise<unknown>): Promise<ErrorBody> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HttpRefusal)) throw new Error(`not refused: ${String(error)}`);
  const [es, en] = [errorBody(error.refusal, 'es'), errorBody(error.refusal, 'en')];
  expect(es.message).not.toBe(en.message);
  return en;
}

describe('an organization’s key', () => {
  const test: Principal = { kind: 'test', organizationId: OURS, keyId: 'k1' };

  it('acts for its organization, whatever the headers say, and nobody is asked about people', async () => {
    for (const headers of [{}, { 'x-organization-id': '0'.repeat(24), 'x-environment': 'live' }])
      expect(await authorise(test, documents, head(headers), nobody)).toBe(test);
  });

  it('is refused where a route takes another kind', async () => {
    expect(await refused(authorise(test, ofOrganization, head(), nobody))).toMatchObject({
      code: 'live_api_key_required',
    });
    expect(await refused(authorise(test, row(['user']), head(), nobody))).toMatchObject({
      code: 'api_key_not_allowed',
    });
  });

  it('is refused what it is narrowed to leave out', async () => {
    const narrowed: Principal = { ...test, kind: 'live', limits: { operations: ['write.things.create'] } };
    expect(await refused(authorise(narrowed, documents, head(), nobody))).toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('a person at a route of documents', () => {
  it('acts for the organization of the header, in Test by default', async () => {
    const acted = (headers: RequestHead['headers']) => authorise(ANA, documents, forOurs(headers), reader);
    const expected = { organizationId: OURS, keyId: ANA.keyId, person: ANA.userId };
    expect(await acted({})).toEqual({ kind: 'test', ...expected });
    expect(await acted({ 'x-environment': 'test' })).toEqual({ kind: 'test', ...expected });
    expect(await acted({ 'x-environment': ' Live ' })).toEqual({ kind: 'live', ...expected });
    expect(await acted({ 'x-organization-id': OURS.toUpperCase() })).toEqual({ kind: 'test', ...expected });
  });

  it.each([
    ['no header', {}, 'organization_id_required', 'required'],
    ['an empty one', { 'x-organization-id': '  ' }, 'organization_id_required', 'required'],
    ['another’s', { 'x-organization-id': '0'.repeat(24) }, 'organization_id_not_allowed', 'not_allowed'],
    ['no id', { 'x-organization-id': "' OR 1" }, 'organization_id_not_allowed', 'not_allowed'],
    ['me', { 'x-organization-id': 'me' }, 'organization_id_not_allowed', 'not_allowed'],
    ['two', { 'x-organization-id': `${OURS}, ${OURS}` }, 'organization_id_not_allowed', 'not_allowed'],
    ['two lines', { 'x-organization-id': [OURS, OURS] }, 'organization_id_not_allowed', 'not_allowed'],
  ])('is refused with %s', async (_, headers, code, subcode) => {
    expect(await refused(authorise(ANA, documents, head(headers), reader))).toMatchObject({
      ...{ code, status: 400, location: 'headers', path: 'x-organization-id' },
      errors: [{ code: subcode, location: 'headers', path: 'x-organization-id' }],
    });
  });

  it('is refused for an organization that is deleted', async () => {
    const closed = people(['read.things.list'], { closed: true });
    expect(await refused(authorise(ANA, documents, forOurs(), closed))).toMatchObject({
      code: 'organization_id_not_allowed',
    });
  });

  it.each(['production', 'test, live', 'tést'])('is refused in the environment %s', async (environment) => {
    expect(
      await refused(authorise(ANA, documents, forOurs({ 'x-environment': environment }), reader)),
    ).toMatchObject({
      ...{ code: 'invalid_request', location: 'headers', path: 'x-environment' },
      errors: [{ code: 'invalid_value' }],
    });
  });

  it('is refused what the role leaves out, and told what that is', async () => {
    const error = await refused(authorise(ANA, documents, forOurs(), people(['write.things.create'])));
    expect(error).toMatchObject({ code: 'forbidden', status: 403, errors: [{ code: 'not_allowed' }] });
    expect(error.message).toContain('read.things.list');
  });

  it('is refused in the environment that a route does not take', async () => {
    const live = authorise(ANA, row(['test']), forOurs({ 'x-environment': 'live' }), reader);
    expect(await refused(live)).toMatchObject({ code: 'api_key_not_allowed' });
    expect(await refused(authorise(ANA, row(['live']), forOurs(), reader))).toMatchObject({
      code: 'live_api_key_required',
    });
  });

  it('is refused at a route that is no matter of people', async () => {
    const forKeys = row(['test', 'live'], { forPeople: false });
    expect(await refused(authorise(ANA, forKeys, forOurs(), reader))).toMatchObject({
      code: 'api_key_not_allowed',
    });
  });
});

describe('a person at a route of an organization', () => {
  const at = (id: string, authority = reader, headers: RequestHead['headers'] = {}) =>
    authorise(ANA, ofOrganization, head(headers, { organization_id: id }), authority);

  it('is themself', async () => {
    expect(await at(OURS)).toBe(ANA);
    expect(await at(OURS.toUpperCase())).toBe(ANA);
  });

  it('finds none where they do not belong, whatever the header says', async () => {
    for (const id of ['0'.repeat(24), 'me', '', `${OURS} `, `${OURS},${OURS}`])
      expect(await refused(at(id, reader, { 'x-organization-id': OURS }))).toMatchObject({
        ...{ code: 'organization_not_found', status: 404, location: 'params', path: 'organization_id' },
        errors: [],
      });
  });

  it('is refused what the role leaves out', async () => {
    expect(await refused(at(OURS, people([])))).toMatchObject({ code: 'forbidden' });
  });

  it('has no organization in what is their own', async () => {
    expect(await authorise(ANA, row(['user']), head(), people([]))).toBe(ANA);
  });
});

describe('a person who is suspended', () => {
  const suspended = people(['read.things.list'], { suspended: true });

  it.each([
    ['their own', row(['user'])],
    ['documents', documents],
    ['an organization', ofOrganization],
    ['keys alone', row(['test', 'live'], { forPeople: false })],
  ])('is told so before anything else, at a route of %s', async (_, route) => {
    for (const asked of [head(), forOurs(), head({}, { organization_id: OURS })])
      expect(await refused(authorise(ANA, route, asked, suspended))).toMatchObject({
        ...{ code: 'user_suspended', status: 403 },
      });
  });
});
