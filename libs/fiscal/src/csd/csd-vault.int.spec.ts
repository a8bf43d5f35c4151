import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { FixedClock, newId, type Tenant } from '#kernel';
import { createSandboxPac, migrateSandboxPac, type SandboxPac } from '#pac';
import { openBench, type Bench } from '#hosting/testing/bench';
import { CsdVault } from './csd-vault.js';
import { Vault } from '#hosting/secrets/vault';

const KEMPER = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' };
const plain = (bytes: Buffer): Buffer => bytes;

describe('the vault of CSDs', () => {
  let bench: Bench;
  let sandbox: SandboxPac;
  let vault: Vault;
  const clock = new FixedClock(new Date('2026-11-21T18:00:00Z'));
  const tenantOf = (livemode = false): Tenant => ({ organizationId: newId(), livemode });
  /** As a process finds it that has opened nothing yet. */
  const opened = (): CsdVault => new CsdVault(vault, clock, sandbox);
  beforeAll(async () => {
    bench = await openBench();
    await migrateSandboxPac(bench.pool);
    sandbox = await createSandboxPac({
      ...{ pool: bench.pool, clock, systemNow: clock.now, seal: plain, open: plain },
    });
    vault = new Vault(bench.pool, 'signing', [randomBytes(32)]);
  });
  afterAll(() => bench.dispose());

  const numberOf = async (csds: CsdVault, tenant: Tenant, holder = KEMPER): Promise<string> => {
    const csd = await csds.current(tenant, holder);
    if (!csd.ok) throw new Error(csd.refusal.code);
    expect(csd.value.rfc).toBe(holder.rfc);
    return csd.value.noCertificado;
  };

  it('has one for each organization at once, and keeps it', async () => {
    const [tenant, csds] = [tenantOf(), opened()];
    const number = await numberOf(csds, tenant);
    expect(await numberOf(csds, tenant)).toBe(number);
    expect(await numberOf(opened(), tenant)).toBe(number);
    expect(await numberOf(csds, tenantOf())).not.toBe(number);
  });

  it('has another for another name, and for another RFC', async () => {
    const [tenant, csds] = [tenantOf(), opened()];
    const number = await numberOf(csds, tenant);
    expect(await numberOf(csds, tenant, { ...KEMPER, nombre: 'OTRA' })).not.toBe(number);
    const xochilt = { rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS CHAVEZ' };
    expect(await numberOf(csds, tenant, xochilt)).not.toBe(number);
  });

  it('returns the CSD of an RFC that the organization had, and of no other', async () => {
    const tenant = tenantOf();
    const number = await numberOf(opened(), tenant);
    expect(await opened().ofRfc(tenant, KEMPER.rfc)).toMatchObject({
      ok: true,
      value: { noCertificado: number },
    });
    for (const [whose, rfc] of [
      [tenant, 'CACX7605101P8'],
      [tenantOf(), KEMPER.rfc],
    ] as const)
      expect(await opened().ofRfc(whose, rfc)).toMatchObject({
        refusal: { code: 'invoice_cancellation_rfc_mismatch' },
      });
  });

  it('has none in Live before one was uploaded', async () => {
    const refused = { ok: false, refusal: { code: 'organization_incomplete' } };
    expect(await opened().current(tenantOf(true), KEMPER)).toMatchObject(refused);
    expect(await opened().ofRfc(tenantOf(true), KEMPER.rfc)).toMatchObject(refused);
  });
});
