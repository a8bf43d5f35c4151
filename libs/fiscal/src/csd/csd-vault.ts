import { LRUCache } from 'lru-cache';
import { ok, refuse, type Clock, type Result, type Tenant } from '#kernel';
import { openCsd, type Csd } from '#cfdi';
import type { CsdHolder, CsdIssuer } from '#pac';
import { UploadedCertificates } from './uploaded.js';
import type { Vault } from '#hosting/secrets/vault';

/** A CSD as it lies sealed in the vault. */
interface StoredCsd {
  readonly nombre: string;
  readonly cer: string;
  readonly key: string;
  readonly password: string;
}

type Holder = Pick<CsdHolder, 'rfc' | 'nombre'> & { readonly certificate?: string };

/**
 * The digital seal certificates (CSD) of all organizations: they seal documents and sign their cancellations.
 * Encrypted at rest; opened ones are kept in memory for a while, as key objects that can sign and can't be read out.
 */
export class CsdVault {
  private readonly open = new LRUCache<string, Promise<Result<Csd>>>({ max: 500, ttl: 10 * 60_000 });
  private readonly uploaded: UploadedCertificates;

  constructor(
    private readonly vault: Pick<Vault, 'get' | 'put' | 'remove' | 'onDestroyed'>,
    private readonly clock: Clock,
    /** Makes the certificates of Test. */
    private readonly issuer: CsdIssuer,
  ) {
    // Every key below begins with the organization: what it signed with is forgotten with its data key.
    vault.onDestroyed((id) => {
      for (const key of this.open.keys()) if (key.startsWith(`${id}/`)) this.open.delete(key);
    });
    this.uploaded = new UploadedCertificates(vault);
  }

  /**
   * The CSD that signs for an issuer: the one that its organization has uploaded, if it is of its RFC and good in the
   * environment. Else in Test every organization has one of its own RFC at once, from the sandbox's authority; in Live it is
   * refused with organization_incomplete. An uploaded one is found by its number, for which nothing else is ever kept: so it may
   * stay open, whatever another process does.
   */
  async current(tenant: Tenant, holder: Holder): Promise<Result<Csd>> {
    const { certificate } = holder;
    const uploaded = certificate === undefined ? undefined : await this.ofNumber(tenant, certificate);
    if (uploaded?.ok && uploaded.value.rfc === holder.rfc) return uploaded;
    if (tenant.livemode) return refuse('organization_incomplete');
    return this.ofSandbox(tenant, holder);
  }

  private ofSandbox(tenant: Tenant, holder: Holder): Promise<Result<Csd>> {
    return this.keep(`${tenant.organizationId}/${holder.rfc}/${holder.nombre}`, async () => {
      const stored = await this.readStored(tenant, holder.rfc);
      // The certificate carries the legal name (CFDI40138): another name, another certificate.
      return this.openStored(
        tenant,
        stored?.nombre === holder.nombre ? stored : await this.issue(tenant, holder),
      );
    });
  }

  /**
   * The CSD that an organization has, or had, for an RFC: what it issued under that one it may still cancel.
   * Refuses with invoice_cancellation_rfc_mismatch where it never had one.
   */
  async ofRfc(tenant: Tenant, rfc: string): Promise<Result<Csd>> {
    // Asked each time, since it may be another one by now.
    const number = await this.uploaded.numberFor(tenant.organizationId, rfc);
    const uploaded = number === undefined ? undefined : await this.ofNumber(tenant, number);
    if (uploaded?.ok) return uploaded;
    if (tenant.livemode) return refuse('organization_incomplete');
    return this.keep(`${tenant.organizationId}/${rfc}`, async () => {
      const stored = await this.readStored(tenant, rfc);
      return stored ? this.openStored(tenant, stored) : refuse('invoice_cancellation_rfc_mismatch');
    });
  }

  private ofNumber({ organizationId, livemode }: Tenant, number: string): Promise<Result<Csd>> {
    const environment = livemode ? 'live' : 'test';
    return this.keep(`${organizationId}/${environment}/number/${number}`, async () => {
      const uploaded = await this.uploaded.csd(organizationId, number);
      if (uploaded === undefined || (livemode && uploaded.use !== 'live'))
        return refuse('organization_incomplete');
      return ok(uploaded.csd);
    });
  }

  private keep(key: string, opening: () => Promise<Result<Csd>>): Promise<Result<Csd>> {
    const known = this.open.get(key);
    if (known) return known;
    const made = opening();
    this.open.set(key, made);
    made.then(
      (result) => result.ok || this.open.delete(key),
      () => this.open.delete(key),
    );
    return made;
  }

  private async readStored({ organizationId }: Tenant, rfc: string): Promise<StoredCsd | undefined> {
    const sealed = await this.vault.get(organizationId, nameOf(rfc));
    return sealed && (JSON.parse(sealed.toString()) as StoredCsd);
  }

  private async issue({ organizationId }: Tenant, { rfc, nombre }: Holder): Promise<StoredCsd> {
    const { cer, key, password } = await this.issuer.issueCsd({ rfc, nombre });
    const stored = { nombre, cer: cer.toString('base64'), key: key.toString('base64'), password };
    await this.vault.put(organizationId, nameOf(rfc), Buffer.from(JSON.stringify(stored)));
    return stored;
  }

  private openStored(tenant: Tenant, { cer, key, password }: StoredCsd): Result<Csd> {
    const csd = openCsd({
      cer: Buffer.from(cer, 'base64'),
      key: Buffer.from(key, 'base64'),
      password,
      at: this.clock.now(tenant),
    });
    return csd.ok ? ok(csd.value) : csd;
  }
}

const nameOf = (rfc: string): string => `csd/test/${rfc}`;
