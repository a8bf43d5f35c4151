import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { PacAccount, StampOutcome } from '../port.js';
import { openScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';
import { ProdigiaPac } from './prodigia-pac.js';
import { failed } from './testing.js';

/** Three wrong log-ins block an access at Prodigia: there is one. */

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
let server: ScriptedServer;
let pac: ProdigiaPac;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());
const open = (timeoutMs = 30_000): ProdigiaPac =>
  new ProdigiaPac(
    { url: server.url, contract: 'c', user: 'u', password: 'p' },
    {
      certificates: { byNumber: async () => 'unavailable' },
      authority: { status: async () => ({ kind: 'unavailable', reason: '' }) },
      ...{ timeoutMs, sandbox: false },
    },
  );
beforeEach(() => {
  pac = open();
});
const stamp = (): Promise<StampOutcome> =>
  pac.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml: '<x/>' });
const together = (n: number): Promise<StampOutcome[]> => Promise.all(Array.from({ length: n }, stamp));
const WRONG = { kind: 'unavailable', code: '1', trouble: 'account' };

it.each([
  ['codigo 1', failed(1)],
  ['HTTP 401', { status: 401, body: '' }],
])('of many documents one logs in wrongly (%s), and after it none', async (_what, said) => {
  server.say(said);
  for (const outcome of [...(await together(5)), await stamp()]) expect(outcome).toMatchObject(WRONG);
  expect(await pac.taxpayer('EKU9003173C9')).toMatchObject(WRONG);
  expect(server.seen).toHaveLength(1);
  // Whatever else is wrong at Prodigia meanwhile: this is what a person has to mend.
  for (const body of ['true', 'false']) {
    server.say({ body });
    expect(await pac.probe()).toMatchObject(WRONG);
    expect(server.seen).toHaveLength(0);
  }
});

it('a password that was changed there: what is under way meets it, and nothing after that', async () => {
  server.say(failed(301));
  await together(3);
  expect(server.seen).toHaveLength(3);
  server.say(failed(1));
  await stamp();
  await together(4);
  expect(server.seen).toHaveLength(1);
});

it('a contract that is refused, or a document, says that the log-in is right', async () => {
  server.say(failed(2));
  await stamp();
  await together(3);
  expect(server.seen).toHaveLength(4);
});

it('while the first one gets no answer, the others are certainly not sent', async () => {
  pac = open(150);
  server.say(() => undefined);
  const outcomes = await together(3);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['unavailable', 'unknown', 'unknown']);
  expect(server.seen).toHaveLength(2);
  server.say(failed(5), failed(1));
  await stamp();
  await together(3);
  expect(server.seen).toHaveLength(2);
});
