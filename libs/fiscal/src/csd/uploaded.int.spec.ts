import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { FixedClock, newId, type Tenant } from '#kernel';
import { openCsd, sign, verifySello, type Csd } from '#cfdi';
import { makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { openBench, type Bench } from '#hosting/testing/bench';
import { Vault } from '#hosting/secrets/vault';
import { CsdVault } from './csd-vault.js';
import { UploadedCertificates } from './uploaded.js';

const keys = makeKeyPair();
const KEMPER = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' };
const OTHER = { rfc: 'URE180429TM6', nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA' };
const N1 = '30001000000500000001';
const N2 = '30001000000500000002';
const at = '2026-11-26T12:00:00.000Z';
const before = at;

function csdOf(number: string, holder = KEMPER): Csd {
  const opened = openCsd(makeCertificado({ keys, number, rfc: holder.rfc, name: holder.nombre }));
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.value;
}

describe('uploaded certificates', () => {
  let bench: Bench;
  let vault: Vault;
  let uploaded: UploadedCertificates;
  const clock = new FixedClock(new Date('2026-11-26T18:00:00Z'));
  /** The sandbox's are none of this spec: what asks for one finds no issuer. */
  const issuer = { issueCsd: () => Promise.reject(new Error('asked the sandbox')) };
  const opened = (): CsdVault => new CsdVault(vault, clock, issuer);
  beforeAll(async () => {
    bench = await openBench();
    vault = new Vault(bench.pool, 'signing', [randomBytes(32)]);
    uploaded = new UploadedCertificates(vault);
  });
  afterAll(() => bench.dispose());

  async function organization(...numbers: string[]): Promise<{ test: Tenant; live: Tenant; id: string }> {
    const id = newId();
    for (const number of numbers) {
      await uploaded.keep(id, 'csd', csdOf(number), { use: 'live', at });
      await uploaded.use(id, number);
    }
    return {
      id,
      test: { organizationId: id, livemode: false },
      live: { organizationId: id, livemode: true },
    };
  }

  it('sign in both environments when an organization has chosen them', async () => {
    const { test, live } = await organization(N1);
    for (const tenant of [test, live]) {
      const csd = await opened().current(tenant, { ...KEMPER, certificate: N1 });
      if (!csd.ok) throw new Error(csd.refusal.code);
      const { noCertificado, privateKey, certificado } = csd.value;
      expect(noCertificado).toBe(N1);
      const sello = await sign('||cadena||', privateKey);
      expect(verifySello('||cadena||', sello, Buffer.from(certificado, 'base64'))).toBe(true);
    }
  });

  it('of Test sign nothing in Live', async () => {
    const { id, test, live } = await organization();
    await uploaded.keep(id, 'csd', csdOf(N1), { use: 'test', at });
    await uploaded.use(id, N1);
    expect(await opened().current(test, { ...KEMPER, certificate: N1 })).toMatchObject({ ok: true });
    const incomplete = { refusal: { code: 'organization_incomplete' } };
    expect(await opened().current(live, { ...KEMPER, certificate: N1 })).toMatchObject(incomplete);
    expect(await opened().ofRfc(live, KEMPER.rfc)).toMatchObject(incomplete);
  });

  it('sign for no other RFC, no other organization, and not unless they are named', async () => {
    const { live } = await organization(N1);
    const { live: stranger } = await organization();
    const incomplete = { refusal: { code: 'organization_incomplete' } };
    expect(await opened().current(live, { ...OTHER, certificate: N1 })).toMatchObject(incomplete);
    expect(await opened().current(stranger, { ...KEMPER, certificate: N1 })).toMatchObject(incomplete);
    expect(await opened().current(live, KEMPER)).toMatchObject(incomplete);
  });

  it('cancel for their RFC, the latest one that is in use', async () => {
    const { id, live } = await organization(N1, N2);
    const csds = opened();
    expect(await csds.ofRfc(live, KEMPER.rfc)).toMatchObject({ value: { noCertificado: N2 } });
    // Another process takes one into use: no memory is asked.
    await uploaded.use(id, N1);
    expect(await csds.ofRfc(live, KEMPER.rfc)).toMatchObject({ value: { noCertificado: N1 } });
  });

  it('are destroyed: no row is left that opens', async () => {
    const { id, live } = await organization(N1);
    await uploaded.forget(id, 'csd', N1, { before, reason: 'removed' });
    expect(await opened().current(live, { ...KEMPER, certificate: N1 })).toMatchObject({ ok: false });
    expect(await opened().ofRfc(live, KEMPER.rfc)).toMatchObject({ ok: false });
    const { rows } = await bench.pool.query('SELECT FROM platform.secrets WHERE organization_id = $1', [id]);
    expect(rows).toHaveLength(0);
    // And again, as it may come twice.
    await uploaded.forget(id, 'csd', N1, { before, reason: 'removed' });
  });

  it('are forgotten with the data key of their organization, opened ones too', async () => {
    const { id, live } = await organization(N1);
    const csds = opened();
    expect(await csds.current(live, { ...KEMPER, certificate: N1 })).toMatchObject({ ok: true });
    await vault.destroy(id);
    expect(await csds.current(live, { ...KEMPER, certificate: N1 })).toMatchObject({ ok: false });
    await expect(uploaded.keep(id, 'csd', csdOf(N2), { use: 'live', at })).rejects.toMatchObject({
      name: 'DataKeyDestroyed',
    });
  });

  it('stay where they were uploaded again since', async () => {
    const { id, live } = await organization(N1);
    const later = '2026-11-27T12:00:00.000Z';
    await uploaded.keep(id, 'csd', csdOf(N1), { use: 'live', at: later });
    await uploaded.forget(id, 'csd', N1, { before, reason: 'removed' });
    expect(await opened().current(live, { ...KEMPER, certificate: N1 })).toMatchObject({ ok: true });
  });

  it('that were replaced by another of their RFC go; by one of another RFC they stay, to cancel', async () => {
    const { id, live } = await organization(N1, N2);
    await uploaded.forget(id, 'csd', N1, { before, reason: 'replaced' });
    expect(await opened().current(live, { ...KEMPER, certificate: N1 })).toMatchObject({ ok: false });
    await uploaded.keep(id, 'csd', csdOf(N1, OTHER), { use: 'live', at });
    await uploaded.use(id, N1);
    await uploaded.forget(id, 'csd', N2, { before, reason: 'replaced' });
    expect(await opened().ofRfc(live, KEMPER.rfc)).toMatchObject({ value: { noCertificado: N2 } });
    expect(await opened().ofRfc(live, OTHER.rfc)).toMatchObject({ value: { noCertificado: N1 } });
  });
});
