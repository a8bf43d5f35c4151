import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { hashOf, startFinkok, type FinkokDouble } from '../../../../test/doubles/index.js';
import type { PacAccount, StampOutcome } from '../port.js';
import { signedCancellation } from '../sandbox/testing.js';
import { makeIssuer } from '../testing/issuer.js';
import { FinkokPac } from './finkok-pac.js';

/** What the double can do to Finkok alone, beyond the fault matrix that all adapters pass. */

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
const issuer = makeIssuer();
let finkok: FinkokDouble;
let pac: FinkokPac;
const open = (password: string): FinkokPac =>
  new FinkokPac(
    { url: finkok.url, user: finkok.user, password },
    {
      certificates: { byNumber: async (number) => finkok.world.certificate(number) ?? 'unknown' },
      authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked' }) },
      ...{ timeoutMs: 30_000, sandbox: false },
    },
  );
beforeAll(async () => {
  finkok = await startFinkok();
  pac = open(finkok.password);
});
afterAll(() => finkok.close());
beforeEach(() => void finkok.faults.clear());

const stamp = (xml: string): Promise<StampOutcome> =>
  pac.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml });
const find = (xml: string) => pac.find({ kind: 'comprobante', account: ACCOUNT, xml });
const operation = 'stamp';

it.each(['bad_seal', 'wrong_rfc', 'wrong_uuid', 'other_stamp'] as const)(
  'a stamp with %s does not count, and the true one does',
  async (kind) => {
    const xml = await issuer.document('comprobante');
    finkok.faults.next(kind, { operation });
    expect((await stamp(xml)).kind).toBe('unknown');
    expect((await find(xml)).kind).toBe('found');
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: true });
  },
);

it.each(['filled', 'previously', 'empty'])(
  'stamped before, answered as "%s": the first stamp',
  async (how) => {
    const xml = await issuer.document('comprobante');
    const first = await stamp(xml);
    finkok.faults.set({ duplicates: how });
    expect(await stamp(xml)).toEqual({ ...first, duplicate: true });
  },
);

it('307 without the stamp, which is found only after a second: asked for until then', async () => {
  const xml = await issuer.document('comprobante');
  const first = await stamp(xml);
  finkok.faults.set({ duplicates: 'empty', foundAfterMs: 600 });
  expect(await stamp(xml)).toEqual({ ...first, duplicate: true });
});

it.each(['absent', 'repeated'] as const)('lists that are %s', async (lists) => {
  finkok.faults.set({ lists });
  const xml = await issuer.document('comprobante');
  expect(await find(xml)).toEqual({ kind: 'not_found' });
  const stamped = await stamp(xml);
  if (stamped.kind !== 'stamped') throw new Error(JSON.stringify(stamped));
  const request = { kind: 'comprobante', requestId: 'c', account: ACCOUNT } as const;
  const cancelled = await pac.cancel({
    ...{ ...request, xml: signedCancellation({ uuid: stamped.timbre.uuid }, issuer.csd) },
  });
  expect(cancelled.kind).toBe('verifying');
});

it.each([
  ['fault', 'before', false],
  ['fault_after', 'after', true],
  ['708', 'before', false],
  ['708', 'after', true],
] as const)('%s may come %s the stamp: asked for', async (name, when, stamped) => {
  const xml = await issuer.document('comprobante');
  finkok.faults.next('named', { name, when, operation });
  expect((await stamp(xml)).kind).toBe('unknown');
  expect((await find(xml)).kind).toBe(stamped ? 'found' : 'not_found');
});

it('an account that is refused or used up sends nobody away for good', async () => {
  const xml = await issuer.document('comprobante');
  finkok.faults.set({ balance: 0 });
  expect(await stamp(xml)).toMatchObject({ kind: 'unavailable', trouble: 'balance' });
  finkok.faults.clear().set({ accountRefused: true });
  expect(await stamp(xml)).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  expect(await pac.probe(ACCOUNT)).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  finkok.faults.clear();
  expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: false });
  expect(
    await open('otra').stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml }),
  ).toMatchObject({ kind: 'unavailable', code: '300', trouble: 'account' });
});

it('an issuer that is not registered is registered, and stamped', async () => {
  finkok.faults.set({ notRegistered: ['EKU9003173C9'] });
  const xml = await issuer.document('comprobante');
  expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: false });
});

it('documents that the PAC refuses by itself', async () => {
  finkok.faults.set({ notInLco: ['EKU9003173C9'] });
  const xml = await issuer.document('comprobante');
  expect(await stamp(xml)).toMatchObject({ kind: 'refused', code: '402', source: 'pac' });
  expect(await find(xml)).toEqual({ kind: 'not_found' });
});

it('probes: clock and credit', async () => {
  await stamp(await issuer.document('comprobante'));
  finkok.faults.set({ balance: 41, clockSkewMs: 3_600_000 });
  const probe = await pac.probe(ACCOUNT);
  if (probe.kind !== 'well') throw new Error(JSON.stringify(probe));
  expect(probe.stampsLeft).toBe(41);
  expect(Math.round((probe.clockAheadMs ?? 0) / 60_000)).toBe(60);
});

it('sends the bytes as they were sealed', async () => {
  const xml = await issuer.document('comprobante');
  await stamp(xml);
  expect(finkok.ledger.calls.filter(({ hash }) => hash === hashOf(xml))).toHaveLength(1);
});
