import {
  NOTICE_DAYS,
  type CertificateKind,
  type CertificateNotice,
  type OrganizationExpiryEvent,
} from '#contracts';

/** A certificate in use, and the last notice of its end. */
interface Tracked {
  readonly serialNumber: string;
  readonly expiresAt: string;
  /** One of NOTICE_DAYS; null: none yet. */
  readonly noticed: number | null;
}

/** The certificates in use that end some day. */
export type Expiry = Readonly<Record<CertificateKind, Tracked | null>>;

export const noExpiry: Expiry = { csd: null, fiel: null };

/** A certificate came into use. The same one again is no news: what was told of it stays told. */
export function trackCertificate(
  expiry: Expiry,
  kind: CertificateKind,
  {
    serial_number: serialNumber,
    expires_at: expiresAt,
  }: Pick<CertificateNotice, 'serial_number' | 'expires_at'>,
): Expiry {
  if (expiry[kind]?.serialNumber === serialNumber) return expiry;
  return { ...expiry, [kind]: { serialNumber, expiresAt, noticed: null } };
}

/** A certificate went out of use. */
export const untrackCertificate = (expiry: Expiry, kind: CertificateKind): Expiry => ({
  ...expiry,
  [kind]: null,
});

export function recordNotice(
  expiry: Expiry,
  { kind, serial_number, notice }: OrganizationExpiryEvent['data'],
): Expiry {
  const tracked = expiry[kind];
  if (tracked?.serialNumber !== serial_number) return expiry;
  return { ...expiry, [kind]: { ...tracked, noticed: notice } };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When the notices of a certificate are due that came into use at an instant: those still ahead. */
export const noticesAfter = (at: string, expiresAt: string): readonly string[] =>
  NOTICE_DAYS.map((days) => Date.parse(expiresAt) - days * DAY_MS)
    .filter((due) => due > Date.parse(at))
    .map((due) => new Date(due).toISOString());

/**
 * Days left, of those that have begun; 0: none. A notice comes a moment after it is due, and a clock may have been set back
 * a little since: an hour is no day.
 */
export function daysLeft(expiresAt: string, at: string): number {
  const leftMs = Date.parse(expiresAt) - Date.parse(at);
  return leftMs <= 0 ? 0 : Math.max(1, Math.ceil((leftMs - HOUR_MS) / DAY_MS));
}

export interface NotifyExpiry {
  readonly type: 'notify-expiry';
  readonly kind: CertificateKind;
  readonly serialNumber: string;
  readonly at: string;
}

/**
 * The notice that is due now, whichever look asks: of several that are overdue only the last one, once, with the days
 * that are left now. None of a certificate that is no longer in use.
 */
export function notifyExpiry(
  { kind, serialNumber, at }: NotifyExpiry,
  expiry: Expiry,
): readonly OrganizationExpiryEvent[] {
  const tracked = expiry[kind];
  if (tracked?.serialNumber !== serialNumber) return [];
  const { expiresAt: expires_at, noticed } = tracked;
  const days_left = daysLeft(expires_at, at);
  const notice = NOTICE_DAYS.findLast((days) => days >= days_left);
  if (notice === undefined || (noticed !== null && noticed <= notice)) return [];
  const data = { kind, serial_number: serialNumber, expires_at, days_left, notice, at };
  return [{ type: 'CertificateExpiring', data }];
}
