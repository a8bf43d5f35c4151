import type { Detail, DomainEvent, ErrorCode } from '#kernel';
import type { GlobalInformation, IssuerSnapshot } from './invoice-content.js';
import type { ReceiptSettings } from './organization-settings.js';

/**
 * Streams of automatic global invoices: `globals-<id>`, one of each organization and environment. They say which periods
 * are invoiced without being asked for, and what became of each.
 */
export const GLOBALS_STREAM = 'globals-';

/** A period of receipts, in the organization's time zone as it was when the period was opened. */
export interface ReceiptPeriod {
  /** The first instant of the period, ISO 8601 in UTC. */
  readonly from: string;
  /** The first instant after it: it names the period, as of each next one it is later. */
  readonly until: string;
  /** Local days, `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
  readonly global: GlobalInformation;
}

/** Receipts that a global invoice can't have, which are still open: somebody has to see to them. */
export interface LeftOut {
  readonly reason: 'other_currency' | 'withholdings';
  readonly receipts: number;
}

/** `at` and all instants are in the tenant's time. `until` names the period. */
export type GlobalsEvent =
  /** Will be invoiced when it is over. `warn_at`: its organization is told of it then; null: a day has no day before. */
  | DomainEvent<
      'ReceiptPeriodOpened',
      { period: ReceiptPeriod; warn_at: string | null; due_at: string; at: string }
    >
  /** The organization asks for it no more: no period that is open is invoiced. */
  | DomainEvent<'AutomaticGlobalsEnded', { at: string }>
  /** The day before its end: what would be invoiced as of now. */
  | DomainEvent<'ReceiptPeriodEnding', { until: string; receipts: number; total: string; at: string }>
  /** The n-th invoice of the period has its receipts; whether there are more is looked at next. */
  | DomainEvent<
      'GlobalInvoiceAsked',
      { until: string; number: number; invoice: string; receipts: number; at: string }
    >
  /** It was refused, or failed: its receipts are open again. Null: it is not tried any more. */
  | DomainEvent<
      'GlobalInvoiceNotMade',
      {
        until: string;
        number: number;
        invoice: string;
        code: ErrorCode;
        details: readonly Detail[];
        next_at: string | null;
        at: string;
      }
    >
  /** Nothing is left to be invoiced for now; it is looked at again, for receipts that come to it late. */
  | DomainEvent<'ReceiptPeriodSwept', { until: string; next_at: string; at: string }>
  | DomainEvent<
      'ReceiptPeriodClosed',
      { until: string; invoices: readonly string[]; left_out: readonly LeftOut[]; at: string }
    >;

/** Who issues the invoices that nobody asks for, and how they were set up; null: the organization is gone. */
export interface DescribedIssuer {
  readonly issuer: IssuerSnapshot | null;
  /** Why it can't issue anything now; null where it can. */
  readonly refusal: { readonly code: ErrorCode; readonly details: readonly Detail[] } | null;
  readonly time_zone: string;
  readonly receipts: ReceiptSettings;
  /** The series of its invoices that name none. */
  readonly series: string | null;
}
