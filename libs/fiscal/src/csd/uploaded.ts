import { createPrivateKey } from 'node:crypto';
import { readCertificado, type CertificateUse, type Csd } from '#cfdi';
import type { CertificateKind } from '#contracts';
import type { Vault } from '#hosting/secrets/vault';

/** An uploaded certificate as it lies sealed: its password is not kept, since the vault seals the key itself. */
interface Stored {
  readonly rfc: string;
  readonly use: CertificateUse;
  /** When it was uploaded the last time. */
  readonly kept_at: string;
  /** DER, base64. */
  readonly cer: string;
  /** PKCS#8 without encryption of its own, base64. */
  readonly key: string;
}

/** An uploaded certificate with its key, opened. */
export interface UploadedCsd {
  readonly csd: Csd;
  readonly use: CertificateUse;
}

/** Why a certificate is out of use. What was replaced may still have to sign for its RFC. */
export type OutOfUse = 'replaced' | 'removed';

/**
 * The certificates that organizations have uploaded, in the vault of signing: each under its number, which never changes what
 * it stands for; and for each RFC the number of the CSD that signs for it now.
 */
export class UploadedCertificates {
  constructor(private readonly vault: Pick<Vault, 'get' | 'put' | 'remove'>) {}

  /** Stores a certificate. It signs nothing before somebody names it. */
  async keep(
    organizationId: string,
    kind: CertificateKind,
    { rfc, noCertificado, certificado: cer, privateKey }: Csd,
    { use, at }: { readonly use: CertificateUse; readonly at: string },
  ): Promise<void> {
    const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const stored: Stored = { rfc, use, kept_at: at, cer, key };
    await this.vault.put(organizationId, nameOf(kind, noCertificado), Buffer.from(JSON.stringify(stored)));
    if (kind === 'fiel') await this.vault.put(organizationId, fielOfRfc(rfc), Buffer.from(noCertificado));
  }

  /** The FIEL of an RFC that was uploaded last, opened; undefined where the organization has none. */
  async fielOf(organizationId: string, rfc: string): Promise<UploadedCsd | undefined> {
    const number = (await this.vault.get(organizationId, fielOfRfc(rfc)))?.toString();
    return number === undefined ? undefined : this.openOne(organizationId, 'fiel', number);
  }

  /** The CSD of a number, opened; undefined where the organization has none of it. */
  csd(organizationId: string, number: string): Promise<UploadedCsd | undefined> {
    return this.openOne(organizationId, 'csd', number);
  }

  private async openOne(
    organizationId: string,
    kind: CertificateKind,
    number: string,
  ): Promise<UploadedCsd | undefined> {
    const stored = await this.read(organizationId, kind, number);
    if (stored === undefined) return undefined;
    const certificado = readCertificado(Buffer.from(stored.cer, 'base64'));
    if (!certificado.ok) throw new Error(`the stored certificate ${number} does not read`);
    const { fiel: _fiel, publicKey: _publicKey, ...facts } = certificado.value;
    const key = Buffer.from(stored.key, 'base64');
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    return { csd: { ...facts, privateKey }, use: stored.use };
  }

  /** The number of the CSD that signs for an RFC. */
  async numberFor(organizationId: string, rfc: string): Promise<string | undefined> {
    return (await this.vault.get(organizationId, pointerOf(rfc)))?.toString();
  }

  /** Lets a CSD sign for its RFC from now on; nothing where it is not there. */
  async use(organizationId: string, number: string): Promise<void> {
    const stored = await this.read(organizationId, 'csd', number);
    if (stored) await this.vault.put(organizationId, pointerOf(stored.rfc), Buffer.from(number));
  }

  /**
   * Destroys a certificate with its key, unless it was uploaded again after it went out of use. One that was replaced by that of
   * another RFC stays: it cancels what was issued under its own.
   */
  async forget(
    organizationId: string,
    kind: CertificateKind,
    number: string,
    { before, reason }: { readonly before: string; readonly reason: OutOfUse },
  ): Promise<void> {
    const stored = await this.read(organizationId, kind, number);
    if (stored === undefined || Date.parse(stored.kept_at) > Date.parse(before)) return;
    const signsForItsRfc = kind === 'csd' && (await this.numberFor(organizationId, stored.rfc)) === number;
    if (signsForItsRfc && reason === 'replaced') return;
    // The pointer first: it must never name what is not there.
    if (signsForItsRfc) await this.vault.remove(organizationId, pointerOf(stored.rfc));
    const fiel = kind === 'fiel' && (await this.vault.get(organizationId, fielOfRfc(stored.rfc)));
    if (fiel && fiel.toString() === number) await this.vault.remove(organizationId, fielOfRfc(stored.rfc));
    await this.vault.remove(organizationId, nameOf(kind, number));
  }

  private async read(
    organizationId: string,
    kind: CertificateKind,
    number: string,
  ): Promise<Stored | undefined> {
    const sealed = await this.vault.get(organizationId, nameOf(kind, number));
    return sealed && (JSON.parse(sealed.toString()) as Stored);
  }
}

const nameOf = (kind: CertificateKind, number: string): string => `${kind}/number/${number}`;
const pointerOf = (rfc: string): string => `csd/rfc/${rfc}`;
const fielOfRfc = (rfc: string): string => `fiel/rfc/${rfc}`;
