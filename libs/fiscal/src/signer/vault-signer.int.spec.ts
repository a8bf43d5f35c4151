import { randomBytes } from 'node:crypto';
import { FixedClock, newId } from '#kernel';
import { createSandboxPac, migrateSandboxPac } from '#pac';
import { openBench } from '#hosting/testing/bench';
import { Vault } from '#hosting/secrets/vault';
import { CsdVault } from '../csd/csd-vault.js';
import { signerContract } from './contract.js';
import { VaultSigner } from './vault-signer.js';

const KEMPER = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' };
const plain = (bytes: Buffer): Buffer => bytes;

signerContract('the vault', async () => {
  const bench = await openBench();
  const clock = new FixedClock(new Date('2026-11-21T18:00:00Z'));
  await migrateSandboxPac(bench.pool);
  const sandbox = await createSandboxPac({
    ...{ pool: bench.pool, clock, systemNow: clock.now, seal: plain, open: plain },
  });
  const vault = new Vault(bench.pool, 'signing', [randomBytes(32)]);
  let away = false;
  const reach = <T>(work: () => Promise<T>): Promise<T> =>
    away ? Promise.reject(new Error('Connection terminated unexpectedly')) : work();
  const csds = new CsdVault(
    {
      get: (owner, name) => reach(() => vault.get(owner, name)),
      put: (owner, name, value) => reach(() => vault.put(owner, name, value)),
      onDestroyed: (listener) => vault.onDestroyed(listener),
    },
    clock,
    sandbox,
  );
  return {
    signer: new VaultSigner(csds, clock),
    clock,
    organization: async () => ({ tenant: { organizationId: newId(), livemode: false }, issuer: KEMPER }),
    // The certificate of Test carries the legal name: another name, another certificate.
    replace: async (_tenant, issuer) => ({ ...issuer, nombre: `${issuer.nombre} NUEVA` }),
    fail: () => void (away = true),
    recover: () => void (away = false),
    close: () => bench.dispose(),
  };
});
