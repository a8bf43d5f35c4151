import type { Csd, SignatureDigest } from '#cfdi';
import type { Result, Tenant } from '#kernel';
import type { CsdHolder } from '#pac';

/**
 * The Signer port: what sealing and cancelling ask of whoever keeps the private keys of issuers. The vault of CSDs is
 * one adapter; another may ask an HSM, a KMS or a program of the issuer's own (docs/adr/0043-signer.md).
 *
 * Refusals are values, and final for the document that asked. What can't be reached just now rejects
 * (`SignerUnavailable`, or the error of a database): nothing was sealed, and the command that asked comes again.
 */
export interface Signer {
  /** Short name for logs: `vault`. */
  readonly name: string;
  /**
   * The certificate that seals for an issuer now. Refuses organization_incomplete where the organization has none in
   * that environment, and certificate_expired or certificate_not_yet_valid by the tenant's clock, however long the
   * certificate has been at hand.
   */
  current(tenant: Tenant, issuer: Issuer): Promise<Result<SigningCertificate>>;
  /**
   * The certificate that signs what an organization says of documents that it issued under an RFC: its present one, or
   * one before. Refuses as `current` does, and invoice_cancellation_rfc_mismatch where it never had one of that RFC.
   */
  ofRfc(tenant: Tenant, rfc: string): Promise<Result<SigningCertificate>>;
}

/** As the document names it, and the number of the CSD that its organization has chosen, where it has uploaded one. */
export type Issuer = Pick<CsdHolder, 'rfc' | 'nombre'> & { readonly certificate?: string };

/**
 * A certificate, with the way to its private key. It stays good for what it is used for: a certificate that is replaced
 * meanwhile still signs for the document that names it.
 */
export interface SigningCertificate extends Omit<Csd, 'privateKey'> {
  /**
   * Signs a text (a cadena original, or the canonical SignedInfo of a request): RSA, PKCS #1 v1.5, over its UTF-8
   * bytes, in base64. Never on the main thread. Rejects with SignerUnavailable.
   */
  sign(text: string, digest: SignatureDigest): Promise<string>;
}

/** Whoever keeps the keys can't be reached, or has no time. Nothing was signed that anybody has. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
}
