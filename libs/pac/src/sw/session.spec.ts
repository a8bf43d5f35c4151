import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { FixedClock } from '#kernel';
import type { PacAccount } from '../port.js';
import { openScriptedServer, type ScriptedServer, type SeenRequest } from '../testing/scripted-server.js';
import { SwPac } from './sw-pac.js';

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
let server: ScriptedServer;
let clock: FixedClock;
/** Tokens that SW takes, in the order in which it hands them out. */
let valid: Set<string>;
let logins: number;

beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());
beforeEach(() => {
  clock = new FixedClock(new Date('2026-11-21T15:00:00Z'));
  valid = new Set();
  logins = 0;
  server.say((seen, response) => {
    const [status, body] = seen.path === '/v2/security/authenticate' ? login() : balance(seen);
    response.writeHead(status, { 'content-type': 'application/json', date: 'Sat, 21 Nov 2026 15:00:30 GMT' });
    response.end(JSON.stringify(body));
  });
});

function login(): readonly [number, object] {
  const token = `t${++logins}`;
  valid.add(token);
  const expires = Math.floor(clock.now().getTime() / 1_000) + 7_200;
  return [200, { data: { token, expires_in: expires, tokeny_type: 'Bearer' }, status: 'success' }];
}

const balance = ({ headers }: SeenRequest): readonly [number, object] =>
  valid.has(String(headers.authorization).replace('Bearer ', ''))
    ? [200, { data: { stampsBalance: 120, unlimited: false }, status: 'success' }]
    : [401, { message: 'AU1001 - El token ha expirado', messageDetail: null, data: null, status: 'error' }];

const sw = (over: { token?: string; user?: string | undefined } = {}): SwPac =>
  new SwPac(
    { url: server.url, apiUrl: server.url, user: 'u@x.mx', password: 'p', token: undefined, ...over },
    {
      certificates: { byNumber: async () => 'unavailable' },
      authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked here' }) },
      ...{ timeoutMs: 20_000, sandbox: false, now: clock.now },
    },
  );
const paths = (): readonly string[] => server.seen.map(({ path }) => path.replace(/.*\//, ''));

it('logs in with JSON, and asks with the token; the answer tells balance and clock', async () => {
  const well = { kind: 'well', stampsLeft: 120, clockAheadMs: 30_000 };
  expect(await sw().probe()).toEqual(well);
  expect(server.seen[0]).toMatchObject({ method: 'POST', body: '{"user":"u@x.mx","password":"p"}' });
  expect(server.seen[1]).toMatchObject({ path: '/management/v2/api/users/balance' });
  expect(server.seen[1]?.headers.authorization).toBe('Bearer t1');
});

it('keeps the token until shortly before its end, which is a time and not a duration', async () => {
  const pac = sw();
  await pac.probe();
  clock.advance(7_000_000);
  await pac.probe();
  expect(logins).toBe(1);
  clock.advance(100_000);
  await pac.probe();
  expect(logins).toBe(2);
});

it('shares one log-in among calls at the same moment', async () => {
  const pac = sw();
  const outcomes = await Promise.all([pac.probe(), pac.probe(), pac.probe(), pac.probe()]);
  expect(outcomes.every(({ kind }) => kind === 'well')).toBe(true);
  expect(logins).toBe(1);
});

it('renews a token that SW refuses once, and asks again', async () => {
  const pac = sw();
  await pac.probe();
  valid.clear();
  expect((await pac.probe()).kind).toBe('well');
  expect(paths()).toEqual(['authenticate', 'balance', 'balance', 'authenticate', 'balance']);
});

it('gives up where the new token is refused too', async () => {
  const pac = sw();
  server.say((seen, response) => {
    const [status, body] =
      seen.path === '/v2/security/authenticate' ? login() : balance({ ...seen, headers: {} });
    response.writeHead(status).end(JSON.stringify(body));
  });
  expect(await pac.probe()).toMatchObject({ kind: 'unavailable', trouble: 'account', code: 'AU1001' });
  expect(paths()).toEqual(['authenticate', 'balance', 'authenticate', 'balance']);
});

it('does without a log-in where it has a token that lasts, and never renews it', async () => {
  valid.add('lasting');
  expect((await sw({ token: 'lasting' }).probe()).kind).toBe('well');
  expect(await sw({ token: 'revoked' }).probe()).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  expect(paths()).toEqual(['balance', 'balance']);
});

it.each([
  [
    'a user that SW does not know',
    400,
    '{"message":"AU2000 - Usuario inválido","data":null,"status":"error"}',
    'account',
  ],
  ['an answer of a proxy', 502, '<html></html>', 'maintenance'],
  ['a token of no form', 200, '{"data":{"token":"a\\r\\nb"},"status":"success"}', 'maintenance'],
] as const)('sends no document after %s', async (_what, status, body, trouble) => {
  server.say({ status, body });
  const outcome = await sw().stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml: '<x/>' });
  expect(outcome).toMatchObject({ kind: 'unavailable', trouble });
  expect(paths()).toEqual(['authenticate']);
  expect(JSON.stringify(outcome)).not.toContain('u@x.mx');
});

it('a refused log-in is not tried again for ten seconds, whoever asks, and then is', async () => {
  const pac = sw();
  const request = { kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml: '<x/>' } as const;
  const refused = { kind: 'unavailable', trouble: 'account', code: 'AU2000' };
  const no = '{"message":"AU2000 - Usuario inválido","data":null,"status":"error"}';
  server.say({ status: 400, body: no });
  for (const outcome of await Promise.all([pac.stamp(request), pac.stamp(request), pac.probe()]))
    expect(outcome).toMatchObject(refused);
  clock.advance(9_999);
  expect(await pac.stamp(request)).toMatchObject(refused);
  expect(await pac.cancel(request)).toMatchObject(refused);
  expect(await pac.probe()).toMatchObject(refused);
  expect(paths()).toEqual(['authenticate']);
  clock.advance(1);
  expect(await pac.probe()).toMatchObject(refused);
  expect(paths()).toEqual(['authenticate', 'authenticate']);
  // Set back, the clock makes no longer pause of it.
  clock.advance(-3_600_000);
  await pac.probe();
  expect(paths()).toHaveLength(3);
});

it('after a refused log-in that is right again, all is well; one that got no answer is tried at once', async () => {
  const pac = sw();
  const [no, away] = ['{"message":"AU2000 - x","data":null,"status":"error"}', '<html></html>'];
  const well = JSON.stringify({ data: { token: 'lasting' }, status: 'success' });
  valid.add('lasting');
  const balances = JSON.stringify({ data: { stampsBalance: 1 }, status: 'success' });
  server.say({ status: 401, body: no }, { status: 502, body: away }, { body: well }, { body: balances });
  expect(await pac.probe()).toMatchObject({ trouble: 'account' });
  clock.advance(10_000);
  expect(await pac.probe()).toMatchObject({ trouble: 'maintenance' });
  expect(await pac.probe()).toMatchObject({ kind: 'well' });
  expect(paths()).toEqual(['authenticate', 'authenticate', 'authenticate', 'balance']);
});

it('sends no document where the log-in gets no answer, and none without credentials', async () => {
  const request = { kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml: '<x/>' } as const;
  server.say((_seen, response) => void response.destroy());
  expect(await sw().stamp(request)).toMatchObject({ kind: 'unavailable', trouble: 'not_reached' });
  server.say({ body: '' });
  expect(await sw({ user: undefined }).stamp(request)).toMatchObject({
    kind: 'unavailable',
    trouble: 'account',
  });
  expect(server.seen).toEqual([]);
});

it('knows an account without a limit, and taxpayers of its list', async () => {
  const pac = sw({ token: 'lasting' });
  const say = (body: object, status = 200): void => server.say({ status, body: JSON.stringify(body) });
  say({ data: { stampsBalance: 0, unlimited: true }, status: 'success' });
  expect(await pac.probe()).not.toHaveProperty('stampsLeft');
  say({ data: { contribuyenteRFC: 'EKU9003173C9', sncf: 'false' }, status: 'success' });
  expect(await pac.taxpayer('EKU9003173C9')).toEqual({ kind: 'listed' });
  expect(server.seen[0]?.path).toBe('/lrfc/EKU9003173C9');
  say({ message: 'CS1002 - RFC no encontrado', data: null, status: 'error' }, 400);
  expect(await pac.taxpayer('XAXX010101000')).toEqual({ kind: 'not_listed' });
  say({ message: 'Error', data: null, status: 'error' }, 500);
  expect((await pac.taxpayer('EKU9003173C9')).kind).toBe('unavailable');
});
