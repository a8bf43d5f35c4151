import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { hashOf, startProdigia, type ProdigiaDouble } from '../../../../test/doubles/index.js';
import type { PacAccount, StampOutcome } from '../port.js';
import { makeIssuer } from '../testing/issuer.js';
import { ProdigiaPac } from './prodigia-pac.js';

/** What the double can do to Prodigia alone, beyond the fault matrix that all adapters pass. */

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
const issuer = makeIssuer();
let prodigia: ProdigiaDouble;
let pac: ProdigiaPac;
const open = (password: string): ProdigiaPac =>
  new ProdigiaPac(
    { url: `${prodigia.url}/servicio/rest`, contract: prodigia.contract, user: prodigia.user, password },
    {
      certificates: { byNumber: async (number) => prodigia.world.certificate(number) ?? 'unknown' },
      authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked' }) },
      ...{ timeoutMs: 30_000, sandbox: false },
    },
  );
beforeAll(async () => {
  prodigia = await startProdigia();
  pac = open(prodigia.password);
});
afterAll(() => prodigia.close());
beforeEach(() => void prodigia.faults.clear());

const stamp = (xml: string, by = pac): Promise<StampOutcome> =>
  by.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml });

it.each(['bad_seal', 'wrong_rfc', 'wrong_uuid', 'other_stamp'] as const)(
  'a stamp with %s does not count, and the true one does',
  async (kind) => {
    const xml = await issuer.document('comprobante');
    prodigia.faults.next(kind, { operation: 'stamp' });
    expect((await stamp(xml)).kind).toBe('unknown');
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: true });
  },
);

it.each([
  ['filled', 'number'],
  ['filled', 'text'],
  ['not_ok', 'text'],
] as const)(
  'stamped before, answered as "%s" with codigo as %s: the first stamp',
  async (duplicates, codes) => {
    const xml = await issuer.document('comprobante');
    prodigia.faults.set({ codes });
    const first = await stamp(xml);
    expect(first).toMatchObject({ kind: 'stamped', duplicate: false });
    prodigia.faults.set({ duplicates });
    expect(await stamp(xml)).toEqual({ ...first, duplicate: true });
  },
);

it('307 without the stamp: unknown, until it comes along', async () => {
  const xml = await issuer.document('comprobante');
  const first = await stamp(xml);
  prodigia.faults.set({ duplicates: 'empty' });
  expect((await stamp(xml)).kind).toBe('unknown');
  prodigia.faults.clear();
  expect(await stamp(xml)).toEqual({ ...first, duplicate: true });
});

it('a contract that is refused or used up, and maintenance, send nobody away for good', async () => {
  const xml = await issuer.document('comprobante');
  for (const [settings, trouble] of [
    [{ balance: 0 }, 'balance'],
    [{ accountRefused: true }, 'account'],
    [{ outOfService: true }, 'maintenance'],
  ] as const) {
    prodigia.faults.clear().set(settings);
    expect(await stamp(xml)).toMatchObject({ kind: 'unavailable', trouble });
  }
  expect(await pac.probe()).toMatchObject({ kind: 'unavailable', trouble: 'maintenance' });
  prodigia.faults.clear().set({ accountRefused: true });
  expect(await pac.probe()).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  prodigia.faults.clear();
  expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: false });
});

it('a wrong password does not block the access, however many documents come', async () => {
  const xml = await issuer.document('comprobante');
  const wrong = open('otra');
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => stamp(xml, wrong)));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  expect((await stamp(xml)).kind).toBe('stamped');
});

it('documents that the PAC refuses by itself, and the SAT’s codes', async () => {
  prodigia.faults.set({ notInLco: ['EKU9003173C9'] });
  const xml = await issuer.document('comprobante');
  expect(await stamp(xml)).toMatchObject({ kind: 'refused', code: '402', source: 'pac' });
  expect((await pac.taxpayer('EKU9003173C9')).kind).toBe('not_listed');
  const refusal = { code: 'CFDI40145', message: 'El nombre no corresponde.', operation: 'stamp' } as const;
  prodigia.faults.clear().next('refuse', refusal);
  expect(await stamp(xml)).toMatchObject({ kind: 'refused', code: 'CFDI40145', source: 'sat' });
  expect((await pac.taxpayer('EKU9003173C9')).kind).toBe('listed');
});

it('probes, and sends the bytes as they were sealed', async () => {
  expect(await pac.probe()).toMatchObject({ kind: 'well' });
  const xml = await issuer.document('comprobante');
  await stamp(xml);
  expect(prodigia.ledger.calls.filter(({ hash }) => hash === hashOf(xml))).toHaveLength(1);
});
