import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ok, refuse, type Result, type Tenant } from '#kernel';
import { openCsd, type Csd } from '#cfdi';
import type { SandboxPac } from '#pac';
import { RUNTIME, SANDBOX_PAC, type Runtime } from '#platform';

interface Holder {
  readonly rfc: string;
  readonly nombre: string;
}

/** A CSD as it lies sealed in the vault. */
interface StoredCsd {
  readonly nombre: string;
  readonly cer: string;
  readonly key: string;
  readonly password: string;
}

/**
 * The digital seal certificates (CSD) of all organizations. Encrypted at rest; opened ones are kept in
 * memory for a while, as key objects that can sign and can't be read out.
 */
@Injectable()
export class CsdVault {
  private readonly open = new LRUCache<string, Promise<Result<Csd>>>({ max: 500, ttl: 10 * 60_000 });

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(SANDBOX_PAC) private readonly sandbox: SandboxPac,
  ) {}

  /**
   * The CSD that signs for an issuer. In Test every organization has one of its own RFC at once, from the
   * sandbox's authority; in Live it is refused with organization_incomplete until one was uploaded.
   */
  current(tenant: Tenant, holder: Holder): Promise<Result<Csd>> {
    if (tenant.livemode) return Promise.resolve(refuse('organization_incomplete'));
    const cacheKey = `${tenant.organizationId}/${holder.rfc}/${holder.nombre}`;
    const opened = this.open.get(cacheKey);
    if (opened) return opened;
    const opening = this.sandboxCsd(tenant, holder);
    this.open.set(cacheKey, opening);
    opening.then(
      (result) => result.ok || this.open.delete(cacheKey),
      () => this.open.delete(cacheKey),
    );
    return opening;
  }

  private async sandboxCsd(tenant: Tenant, holder: Holder): Promise<Result<Csd>> {
    const { vault, clock } = this.runtime;
    const name = `csd/test/${holder.rfc}`;
    const sealed = await vault.get(tenant.organizationId, name);
    let stored = sealed && (JSON.parse(sealed.toString()) as StoredCsd);
    // The certificate carries the legal name (CFDI40138): another name, another certificate.
    if (stored?.nombre !== holder.nombre) {
      const issued = await this.sandbox.issueCsd(holder);
      stored = {
        nombre: holder.nombre,
        cer: issued.cer.toString('base64'),
        key: issued.key.toString('base64'),
        password: issued.password,
      };
      await vault.put(tenant.organizationId, name, Buffer.from(JSON.stringify(stored)));
    }
    const csd = openCsd({
      cer: Buffer.from(stored.cer, 'base64'),
      key: Buffer.from(stored.key, 'base64'),
      password: stored.password,
      at: clock.now(),
    });
    return csd.ok ? ok(csd.value) : csd;
  }
}
