import type { DomainEvent } from '#kernel';

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

/** What a mail says of it. */
export interface CertificateNoticeAsked extends CertificateNotice {
  /** It ends by the organization's Test clock, and not in truth: the mail says so. */
  readonly test_clock?: true;
}

export type OrganizationExpiryEvent =
  /** `notice`: which one of {@link NOTICE_DAYS} it is; each is sent once, and none after a later one. */
  DomainEvent<'CertificateExpiring', CertificateNotice & { notice: number; at: string }>;
