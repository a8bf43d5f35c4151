import type { DomainEvent } from '#kernel';

/** What is known of an uploaded certificate. Its key never leaves the vault of the service that signs. */
export interface CertificateFacts {
  /** NoCertificado: 20 digits. */
  readonly serial_number: string;
  readonly rfc: string;
  /** Holder as certified, with the régimen societario. */
  readonly legal_name: string;
  readonly valid_from: string;
  readonly expires_at: string;
  /** `live`: of the tax authority, good in both environments. `test`: good in Test alone. */
  readonly use: 'live' | 'test';
}

/** `replaces`: the number of the one that was in use before, where that was another one. */
type CertificateTaken = CertificateFacts & { readonly replaces: string | null; readonly at: string };

/** The certificate as it goes: `rfc` is its own. */
interface CertificateGone {
  readonly serial_number: string;
  readonly rfc: string;
  readonly at: string;
}

export type OrganizationCertificateEvent =
  /** A CSD came into use, whose RFC is the organization's from now on. It lies in the vault already. */
  | DomainEvent<'CertificateSet', CertificateTaken>
  | DomainEvent<'CertificateRemoved', CertificateGone>
  | DomainEvent<'FielSet', CertificateTaken>
  | DomainEvent<'FielRemoved', CertificateGone>;

/**
 * How long the key of a certificate stays in the vault that was removed or replaced. No document may be stamped later than
 * 72 hours after its date, so nothing that was under way can need it after that.
 */
export const KEPT_AFTER_USE_HOURS = 72;

/** What an uploaded certificate and its key say, as it is sealed in the gateway: base64, and the password. */
export interface CertificateUpload {
  readonly cer: string;
  readonly key: string;
  readonly password: string;
}
