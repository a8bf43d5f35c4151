import { makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { FixedClock, newId } from '#kernel';
import { signerContract } from './contract.js';
import { ElsewhereSigner } from './testing-elsewhere.js';

const ISSUER = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' };
const keys = [makeKeyPair(), makeKeyPair()];

signerContract('keys in another process', async () => {
  const clock = new FixedClock(new Date('2026-11-21T18:00:00Z'));
  const signer = new ElsewhereSigner(clock);
  await signer.start();
  let made = 0;
  const newFiles = () => {
    made += 1;
    const number = `3000100000050000${String(made).padStart(4, '0')}`;
    return makeCertificado({ rfc: ISSUER.rfc, name: ISSUER.nombre, number, keys: keys[made % 2]! });
  };
  return {
    signer,
    clock,
    organization: async () => {
      const tenant = { organizationId: newId(), livemode: false };
      await signer.keep(tenant, newFiles());
      return { tenant, issuer: ISSUER };
    },
    replace: async (tenant, issuer) => {
      await signer.keep(tenant, newFiles());
      return issuer;
    },
    fail: () => signer.kill(),
    recover: () => signer.start(),
    close: () => signer.kill(),
  };
});
