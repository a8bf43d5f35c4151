import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PacAccount } from '../port.js';
import type { ProbeOutcome } from '../real.js';
import { openScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';
import { MADE_AT, makeStampMaker } from '../testing/stamps.js';
import { FinkokPac } from './finkok-pac.js';
import { FINKOK_RFC } from './stamping.js';
import { fault, field, NEW, result, stampedAs } from './testing.js';

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
const maker = makeStampMaker(FINKOK_RFC);
let server: ScriptedServer;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());
const finkok = (): FinkokPac =>
  new FinkokPac(
    { url: server.url, user: 'u', password: 'p' },
    {
      certificates: maker.certificates,
      authority: { status: async () => ({ kind: 'unavailable', reason: '' }) },
      ...{ timeoutMs: 20_000, sandbox: false, now: () => MADE_AT },
    },
  );
const probe = (): Promise<ProbeOutcome> => finkok().probe(ACCOUNT);
const datetime = (text: string) => result('datetime', field('datetime', text));

it.each([
  ['2026-11-21T09:05:00', 0],
  ['2026-11-21 09:07:30', 150_000],
  ['2026-11-21T08:05:00.123456', -3_600_000],
])('tells the time of central Mexico: %s', async (text, clockAheadMs) => {
  server.say(datetime(text));
  expect(await probe()).toEqual({ kind: 'well', clockAheadMs });
  expect(server.seen).toHaveLength(1);
});

it('tells the credit of the issuer that the account has stamped for, where it is counted', async () => {
  const pac = finkok();
  const xml = await maker.document();
  const { timbre, cfdi } = await maker.stamp(xml);
  server.say(result('stamp', stampedAs(cfdi, timbre.uuid, NEW)));
  await pac.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml });
  const credit = (text: string) =>
    result(
      'report_credit',
      `<s0:result><s0:ReportTotalCredit>${field('credit', text)}</s0:ReportTotalCredit></s0:result>`,
    );
  server.say(datetime('2026-11-21T09:05:00'), credit('41'));
  expect(await pac.probe(ACCOUNT)).toEqual({ kind: 'well', clockAheadMs: 0, stampsLeft: 41 });
  expect(server.seen[1]?.body).toContain('<s:taxpayer_id>EKU9003173C9</s:taxpayer_id></s:report_credit>');
  for (const said of [credit('-1'), credit('muchos'), fault('x'), result('report_credit', '')]) {
    server.say(datetime('2026-11-21T09:05:00'), said);
    expect(await pac.probe(ACCOUNT)).toEqual({ kind: 'well', clockAheadMs: 0 });
  }
  // Another organization's issuer is another one.
  server.say(datetime('2026-11-21T09:05:00'));
  expect(await pac.probe({ ...ACCOUNT, organizationId: 'b'.repeat(24) })).toEqual({
    kind: 'well',
    clockAheadMs: 0,
  });
});

it.each([
  ['account', result('datetime', field('error', 'Invalid username or password'))],
  ['account', result('datetime', field('CodEstatus', '300'))],
  ['maintenance', fault('x')],
  ['maintenance', { status: 503, body: '' }],
  [undefined, result('datetime', field('datetime', 'mañana'))],
] as const)('is not well: %s', async (trouble, said) => {
  server.say(said);
  const outcome = await probe();
  expect(outcome.kind === 'unavailable' && { trouble: outcome.trouble }).toEqual({ trouble });
});
