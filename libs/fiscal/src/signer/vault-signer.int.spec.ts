import { randomBytes } from 'node:crypto';
import { openCsd } from '#cfdi';
import { makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { FixedClock, newId, type Tenant } from '#kernel';
import { createSandboxPac, migrateSandboxPac } from '#pac';
import { openBench } from '#hosting/testing/bench';
import { Vault } from '#hosting/secrets/vault';
import { CsdVault } from '../csd/csd-vault.js';
import { UploadedCertificates } from '../csd/uploaded.js';
import { signerContract } from './contract.js';
import type { Issuer } from './port.js';
import { VaultSigner } from './vault-signer.js';

const KEMPER = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' };
const plain = (bytes: Buffer): Buffer => bytes;

/** A vault that can be out of reach. */
async function openVault() {
  const bench = await openBench();
  const clock = new FixedClock(new Date('2026-11-21T18:00:00Z'));
  await migrateSandboxPac(bench.pool);
  const sandbox = await createSandboxPac({
    ...{ pool: bench.pool, clock, systemNow: clock.now, seal: plain, open: plain },
  });
  const real = new Vault(bench.pool, 'signing', [randomBytes(32)]);
  let away = false;
  const reach = <T>(work: () => Promise<T>): Promise<T> =>
    away ? Promise.reject(new Error('Connection terminated unexpectedly')) : work();
  const vault: Pick<Vault, 'get' | 'put' | 'remove' | 'onDestroyed'> = {
    get: (owner, name) => reach(() => real.get(owner, name)),
    put: (owner, name, value) => reach(() => real.put(owner, name, value)),
    remove: (owner, name) => reach(() => real.remove(owner, name)),
    onDestroyed: (listener) => real.onDestroyed(listener),
  };
  return {
    vault,
    signer: new VaultSigner(new CsdVault(vault, clock, sandbox), clock),
    clock,
    fail: () => void (away = true),
    recover: () => void (away = false),
    close: () => bench.dispose(),
  };
}

const newTenant = () => ({ organizationId: newId(), livemode: false });

signerContract('the vault, with certificates of the sandbox', async () => ({
  ...(await openVault()),
  organization: async () => ({ tenant: newTenant(), issuer: KEMPER }),
  // The certificate of Test carries the legal name: another name, another certificate.
  replace: async (_tenant, issuer) => ({ ...issuer, nombre: `${issuer.nombre} NUEVA` }),
}));

signerContract('the vault, with uploaded certificates', async () => {
  const harness = await openVault();
  const uploaded = new UploadedCertificates(harness.vault);
  const keys = [makeKeyPair(), makeKeyPair()];
  let made = 0;
  const upload = async ({ organizationId }: Tenant): Promise<Issuer> => {
    made += 1;
    const number = `3000100000050000${String(made).padStart(4, '0')}`;
    const opened = openCsd(makeCertificado({ name: KEMPER.nombre, number, keys: keys[made % 2]! }));
    if (!opened.ok) throw new Error(opened.refusal.code);
    const at = harness.clock.now().toISOString();
    await uploaded.keep(organizationId, 'csd', opened.value, { use: 'test', at });
    await uploaded.use(organizationId, number);
    return { ...KEMPER, certificate: number };
  };
  return {
    ...harness,
    organization: async () => {
      const tenant = newTenant();
      return { tenant, issuer: await upload(tenant) };
    },
    replace: upload,
  };
});
