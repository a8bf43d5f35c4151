import type { Detail, ErrorCode } from '#kernel';

/** What happened to an invoice, in the API's words. */
export const INVOICE_HISTORY_TYPES = [
  'invoice.drafted',
  'invoice.edited',
  'invoice.issued',
  'invoice.stamped',
  'invoice.stamping_refused',
  'invoice.stamping_delayed',
  'invoice.stamping_failed',
  'invoice.surplus_stamp_found',
  'invoice.surplus_stamp_settled',
  'invoice.payment_received',
  'invoice.payment_reverted',
  'invoice.cancellation_requested',
  'invoice.cancellation_updated',
  'invoice.cancellation_refused',
  'invoice.canceled',
  'invoice.status_checked',
  'invoice.imported',
  'invoice.sat_status_recorded',
] as const;
export type InvoiceHistoryType = (typeof INVOICE_HISTORY_TYPES)[number];

/** What happened to a retention. */
export const RETENTION_HISTORY_TYPES = [
  'retention.drafted',
  'retention.edited',
  'retention.issued',
  'retention.stamped',
  'retention.stamping_refused',
  'retention.stamping_delayed',
  'retention.stamping_failed',
  'retention.surplus_stamp_found',
  'retention.surplus_stamp_settled',
  'retention.cancellation_requested',
  'retention.cancellation_updated',
  'retention.cancellation_refused',
  'retention.canceled',
  'retention.status_checked',
] as const;
export type RetentionHistoryType = (typeof RETENTION_HISTORY_TYPES)[number];

/** A field that an edit changed. Its values are there where both are short. */
export interface FieldChange {
  readonly field: string;
  readonly from?: string | number | boolean | null;
  readonly to?: string | number | boolean | null;
}

/** A stamp that a document has beside its own. */
export interface SurplusStamp {
  readonly uuid: string;
  readonly pac: string;
}

/** One event of an invoice or a retention. */
export interface HistoryEntry<Type extends InvoiceHistoryType | RetentionHistoryType> {
  /** Its place in the document's history, from 0. */
  readonly revision: number;
  readonly id: string;
  readonly type: Type;
  /** When it was written down, ISO 8601 in UTC. */
  readonly created_at: string;
  /** Who caused it: `key:<id>`, or a part of the service. */
  readonly actor: string;
  /** The log id of the request that set it in motion. */
  readonly correlation_id: string;
  readonly changes: readonly FieldChange[];
  /** What else the event says; money as decimal text. */
  readonly data: Readonly<Record<string, string | number | null | SurplusStamp>>;
  /** Why something was refused. */
  readonly refusal?: { readonly code: ErrorCode; readonly details: readonly Detail[] };
}

/** The requested part of a history, newest first. */
export interface HistoryPage {
  readonly take: number;
  readonly skip: number;
  /** `forward`: what is older than `from`, newest first; `backward`: what is newer than it, oldest first. */
  readonly direction: 'forward' | 'backward';
  /** The revision of an entry. */
  readonly from: number | null;
}

export interface History<Type extends InvoiceHistoryType | RetentionHistoryType> {
  readonly entries: readonly HistoryEntry<Type>[];
  /** How many there are in all. */
  readonly count: number;
}

export type InvoiceHistoryEntry = HistoryEntry<InvoiceHistoryType>;
export type InvoiceHistory = History<InvoiceHistoryType>;
export type RetentionHistoryEntry = HistoryEntry<RetentionHistoryType>;
export type RetentionHistory = History<RetentionHistoryType>;
