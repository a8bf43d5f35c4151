import type { DomainEvent } from '#kernel';
import type { OrganizationDoc } from './organizations.js';

/** What an organization signs documents with, and what its person signs with. */
export type CertificateKind = 'csd' | 'fiel';

/** How many days before the end of a certificate its owner hears of it. */
export const NOTICE_DAYS = [60, 30, 7, 1] as const;

/** What a notice says of a certificate that is about to end. */
export interface CertificateNotice {
  readonly kind: CertificateKind;
  readonly serial_number: string;
  readonly expires_at: string;
  /** How many are left when it is sent, of days that have begun; 0: it has ended. */
  readonly days_left: number;
}

export type OrganizationExpiryEvent =
  /** `notice`: which one of {@link NOTICE_DAYS} it is; each is sent once, and none after a later one. */
  DomainEvent<'CertificateExpiring', CertificateNotice & { notice: number; at: string }>;

/** Whose mail it is and who gets it, when nobody's request says so. */
export interface OrganizationContact {
  readonly organization: OrganizationDoc;
  /** Addresses of the users that the organization belongs to. */
  readonly owners: readonly string[];
}
