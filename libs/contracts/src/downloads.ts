import type { DomainEvent } from '#kernel';
import type { DownloadFormat, DownloadKind, SatPeriod } from './sat-downloads.js';

/** Streams of bulk downloads: `download-<id>`. */
export const DOWNLOAD_STREAM = 'download-';

/** The SAT has six years; a download is of a year of days at most, and a tenant has so many under way. */
export const DOWNLOAD_LIMITS = { years: 6, days: 366, underWay: 20 } as const;

/** What a download is for. Days are the SAT's own (Mexico City), `YYYY-MM-DD`, both included. */
export interface DownloadAsked {
  readonly rfc: string;
  readonly from: string;
  readonly to: string;
  readonly kind: DownloadKind;
  readonly format: DownloadFormat;
  /** `daily`: nobody asked for it, the organization's setting did. */
  readonly origin: 'request' | 'daily';
}

/** A part of a download: a day, `2026-11-27`, or a half of one that had too many documents, `2026-11-27.1`. */
export interface DownloadPartPeriod extends SatPeriod {
  readonly part: string;
}

/**
 * Why something did not come, or not yet: a code of the SAT's (300 to 5006), or one of these: `no_answer`, `unreadable`, `lost`
 * (the SAT knows the request no more), `rejected`, `error`, `expired`, `fiel_missing`, `fiel_expired`, `fiel_not_of_sat`.
 */
export interface DownloadTrouble {
  readonly code: string;
  /** What the SAT or the network said, as it came; never shown without the code. */
  readonly said: string;
}

/** What became of the documents of a package. Of metadata all are 0. */
export interface DownloadedCounts {
  readonly imported: number;
  /** The tenant had them before. */
  readonly duplicates: number;
  readonly refused: number;
}

/** A document that was not imported. */
export interface DownloadProblem {
  readonly file: string;
  readonly uuid: string | null;
  readonly code: string;
}

/** How the SAT's metadata and what is here differ. */
export interface DifferenceCounts {
  /** The SAT has it, and it is not here. */
  readonly missing_here: number;
  /** It is here, and the SAT has it not. */
  readonly missing_at_sat: number;
  /** Both have it, in another status. */
  readonly status: number;
}

export type DownloadEvent =
  | DomainEvent<'DownloadBegun', { asked: DownloadAsked; at: string }>
  /** The SAT has taken the request for a part; it is looked at next at `next_at`. */
  | DomainEvent<'DownloadPartRequested', { part: string; request: string; at: string; next_at: string }>
  /** Nothing new, or nobody answered: it is gone on with at `next_at`. Trouble: null while the SAT is at it. */
  | DomainEvent<
      'DownloadPartDelayed',
      { part: string; trouble: DownloadTrouble | null; at: string; next_at: string }
    >
  /** The request leads nowhere any more: another one is made at `next_at`. */
  | DomainEvent<
      'DownloadPartGivenUp',
      { part: string; trouble: DownloadTrouble; at: string; next_at: string }
    >
  | DomainEvent<
      'DownloadPartReady',
      { part: string; documents: number; packages: readonly string[]; at: string }
    >
  | DomainEvent<
      'DownloadPackageTaken',
      {
        part: string;
        package: string;
        counts: DownloadedCounts;
        /** The first of those that were refused. */
        problems: readonly DownloadProblem[];
        /** Invoices that the SAT has in another status: what became of them is asked. */
        ask: readonly string[];
        at: string;
      }
    >
  /** It had too many documents (5003). */
  | DomainEvent<'DownloadPartSplit', { part: string; into: readonly DownloadPartPeriod[]; at: string }>
  | DomainEvent<'DownloadPartFailed', { part: string; trouble: DownloadTrouble; at: string }>
  /** All metadata is here, and is compared with what is known. */
  | DomainEvent<'DownloadFetched', { at: string }>
  | DomainEvent<'DownloadReconciled', { differences: DifferenceCounts; at: string }>
  | DomainEvent<'DownloadFinished', { at: string }>
  /** None of its parts can be had: the SAT takes this FIEL no more, or it is gone. */
  | DomainEvent<'DownloadFailed', { trouble: DownloadTrouble; at: string }>
  | DomainEvent<'DownloadStopped', { at: string }>
  /** Nothing came of an attempt to begin it, and nothing will: another download may have its place. */
  | DomainEvent<'DownloadForgone', { at: string }>;

export type DownloadStatus = 'processing' | 'finished' | 'failed' | 'stopped';
export type DownloadDayStatus = 'waiting' | 'requested' | 'downloading' | 'finished' | 'failed';

/** A download as it is, without its days. */
export interface DownloadSummary extends Omit<DownloadAsked, 'rfc'>, DownloadedCounts {
  readonly id: string;
  readonly status: DownloadStatus;
  /** Instants, ISO 8601 in UTC. */
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly days_total: number;
  readonly days_finished: number;
  readonly days_failed: number;
  /** Documents that the SAT says there are, as far as is known. */
  readonly documents: number;
  /** Of metadata that was compared; otherwise null. */
  readonly differences: DifferenceCounts | null;
  readonly trouble: DownloadTrouble | null;
}

/** How far a day is. */
export interface DownloadDay extends DownloadedCounts {
  readonly date: string;
  readonly status: DownloadDayStatus;
  readonly documents: number;
  /** When it is gone on with; null: at once, or never. */
  readonly next_at: string | null;
  readonly trouble: DownloadTrouble | null;
}

export interface Download extends DownloadSummary {
  readonly days: readonly DownloadDay[];
  /** The first of the documents that were not imported. */
  readonly problems: readonly DownloadProblem[];
}

/** What is downloaded of every day, without being asked for; no kinds: nothing. */
export interface DailyDownloadSettings {
  readonly kinds: readonly DownloadKind[];
  readonly format: DownloadFormat;
}

export const DIFFERENCES = ['missing_here', 'missing_at_sat', 'status'] as const;
export type DifferenceType = (typeof DIFFERENCES)[number];

/** A document on which the SAT and this service differ. What only one of them knows is null of the other. */
export interface DownloadDifference {
  readonly type: DifferenceType;
  readonly uuid: string;
  readonly issuer_tax_id: string;
  readonly issuer_name: string;
  readonly receiver_tax_id: string;
  readonly receiver_name: string;
  /** Decimal text. */
  readonly total: string;
  /** The document's own local time, `2026-11-27T12:00:00`; of what only this service has, an instant. */
  readonly date: string;
  /** RFC of the PAC that stamped it. */
  readonly pac_tax_id: string | null;
  readonly sat_status: 'valid' | 'canceled' | null;
  readonly status: string | null;
  readonly invoice_id: string | null;
}

/** A stamped or imported document of a tenant, as its own list has it. */
export interface KnownDocument {
  readonly id: string;
  /** In upper case. */
  readonly uuid: string;
  readonly status: string;
  /** Whether others issued or stamped it: it was imported. */
  readonly imported: boolean;
  /** The other party: the customer, or the supplier. Its name as searches compare it. */
  readonly other_tax_id: string | null;
  readonly other_name: string | null;
  readonly total: string;
  /** Instant, ISO 8601 in UTC. */
  readonly date: string;
}
