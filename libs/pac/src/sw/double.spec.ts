import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { hashOf, startSw, type SwDouble } from '../../../../test/doubles/index.js';
import type { PacAccount, StampOutcome } from '../port.js';
import { SwPac } from './sw-pac.js';
import { makeIssuer } from '../testing/issuer.js';

/** What the double can do to SW alone, beyond the fault matrix that all adapters pass. */

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
const issuer = makeIssuer();
let sw: SwDouble;
let pac: SwPac;
let alarms: string[];
let ahead = 0;
beforeAll(async () => {
  sw = await startSw();
  pac = new SwPac(
    { url: sw.url, apiUrl: sw.url, user: sw.user, password: sw.password, token: undefined },
    {
      certificates: { byNumber: async (number) => sw.world.certificate(number) ?? 'unknown' },
      authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked' }) },
      ...{ timeoutMs: 30_000, sandbox: false, alarm: (_pac, what) => alarms.push(what) },
      now: () => new Date(Date.now() + ahead),
    },
  );
});
afterAll(() => sw.close());
beforeEach(() => {
  alarms = [];
  sw.faults.clear();
});

const stamp = (xml: string): Promise<StampOutcome> =>
  pac.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml });

it.each(['bad_seal', 'wrong_rfc', 'wrong_uuid', 'other_stamp'] as const)(
  'a stamp with %s does not count, and the true one does',
  async (kind) => {
    const xml = await issuer.document('comprobante');
    sw.faults.next(kind, { operation: 'stamp' });
    expect((await stamp(xml)).kind).toBe('unknown');
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: true });
  },
);

it('CO1000 may come before the stamp and after it: it is found by sending again', async () => {
  for (const [when, duplicate] of [
    ['before', false],
    ['after', true],
  ] as const) {
    const xml = await issuer.document('comprobante');
    sw.faults.next('named', { name: 'CO1000', operation: 'stamp', when });
    expect((await stamp(xml)).kind).toBe('unknown');
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate });
  }
});

it('307 with the document in messageDetail is the first stamp', async () => {
  const xml = await issuer.document('comprobante');
  const first = await stamp(xml);
  sw.faults.set({ duplicates: 'detail' });
  expect(await stamp(xml)).toEqual({ ...first, duplicate: true });
});

it('an account that is refused, or used up, sends nobody away for good', async () => {
  const xml = await issuer.document('comprobante');
  sw.faults.set({ balance: 0 });
  expect(await stamp(xml)).toMatchObject({ kind: 'unavailable', trouble: 'balance' });
  sw.faults.clear().set({ accountRefused: true });
  expect(await stamp(xml)).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  expect(await pac.probe()).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  sw.faults.clear();
  // A refused log-in is everybody's for ten seconds.
  expect(await stamp(xml)).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  ahead += 10_000;
  expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: false });
});

it('documents that the PAC refuses by itself', async () => {
  sw.faults.set({ notInLco: ['EKU9003173C9'] });
  const xml = await issuer.document('comprobante');
  expect(await stamp(xml)).toMatchObject({ kind: 'refused', code: '402', source: 'pac' });
  sw.faults
    .clear()
    .next('refuse', { code: 'CFDI40145', message: 'El nombre no corresponde.', operation: 'stamp' });
  expect(await stamp(xml)).toMatchObject({ kind: 'refused', code: 'CFDI40145', source: 'sat' });
});

it('probes, and asks the list of taxpayers', async () => {
  sw.faults.set({ balance: 41 });
  const probe = await pac.probe();
  expect(probe).toMatchObject({ kind: 'well', stampsLeft: 41 });
  expect((await pac.taxpayer('EKU9003173C9')).kind).toBe('listed');
});

it('sends the bytes as they were sealed', async () => {
  const xml = await issuer.document('comprobante');
  await stamp(xml);
  expect(sw.ledger.calls.filter(({ hash }) => hash === hashOf(xml))).toHaveLength(1);
});
