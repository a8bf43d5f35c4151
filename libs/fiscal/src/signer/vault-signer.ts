import { ok, refuse, type Clock, type Result, type Tenant } from '#kernel';
import { sign, type Csd } from '#cfdi';
import type { CsdVault } from '../csd/csd-vault.js';
import type { Issuer, Signer, SigningCertificate } from './port.js';

/** Signs with the keys that lie sealed in the vault, in this process: on libuv's threads. */
export class VaultSigner implements Signer {
  readonly name = 'vault';

  constructor(
    private readonly csds: Pick<CsdVault, 'current' | 'ofRfc'>,
    private readonly clock: Clock,
  ) {}

  async current(tenant: Tenant, issuer: Issuer): Promise<Result<SigningCertificate>> {
    return this.valid(tenant, await this.csds.current(tenant, issuer));
  }

  async ofRfc(tenant: Tenant, rfc: string): Promise<Result<SigningCertificate>> {
    return this.valid(tenant, await this.csds.ofRfc(tenant, rfc));
  }

  /** The vault judges validity when it opens a certificate, and keeps it open for a while. */
  private valid(tenant: Tenant, csd: Result<Csd>): Result<SigningCertificate> {
    if (!csd.ok) return csd;
    const now = this.clock.now(tenant);
    if (now < csd.value.validFrom) return refuse('certificate_not_yet_valid');
    if (now > csd.value.validTo) return refuse('certificate_expired');
    const { privateKey, ...certificate } = csd.value;
    return ok({ ...certificate, sign: (text, digest) => sign(text, privateKey, digest) });
  }
}
