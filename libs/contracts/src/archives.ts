import type { DomainEvent } from '#kernel';
import type { Command } from './command.js';
import type { InvoiceType } from './invoice-content.js';

/** Streams of monthly archives (the API's ZIP requests): `archive-<id>`; the id follows from tenant and filters. */
export const ARCHIVE_STREAM = 'archive-';

/** Which invoices go into an archive: those of a month of the organization's own time zone. */
export interface ArchiveFilters {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly issuer_type: 'issuing' | 'receiving';
  /** In the order of {@link ARCHIVE_TYPES}, each once. */
  readonly invoice_types: readonly InvoiceType[];
}

export const ARCHIVE_TYPES: readonly InvoiceType[] = ['I', 'E', 'T', 'N', 'P'];

export interface ArchiveAsked {
  readonly filters: ArchiveFilters;
  /** First and last instant of the month, ISO 8601 in UTC. */
  readonly start_date: string;
  readonly end_date: string;
}

/** The place of an invoice in an archive's order: oldest first. */
export interface ArchivePlace {
  /** Instant, ISO 8601 in UTC. */
  readonly sort_at: string;
  readonly id: string;
}

/** A piece of the ZIP: whole entries, in the content store under `key`, their directory records under `<key>.dir`. */
export interface ArchivePart {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly entries: number;
}

/** `number` counts how often the archive was made: it is made anew after it failed, expired or grew old. */
export type ArchiveEvent =
  | DomainEvent<'ArchiveRequested', ArchiveAsked & { number: number; document_count: number; at: string }>
  /** The next piece is stored: `processed` invoices more, of them the `failed` ones are not in it. */
  | DomainEvent<
      'ArchivePartAdded',
      {
        number: number;
        /** Counts from 1. */
        part: number;
        /** Null where all of its invoices failed. */
        stored: ArchivePart | null;
        processed: number;
        failed: readonly string[];
        /** Where the next piece goes on; null: that was all. */
        last: ArchivePlace | null;
        at: string;
      }
    >
  /** All pieces in order, the ZIP's end last; `size` is that of the whole file. */
  | DomainEvent<
      'ArchiveFinished',
      { number: number; parts: readonly string[]; size: number; expires_at: string; at: string }
    >
  /** Not one document could be put in. */
  | DomainEvent<'ArchiveFailed', { number: number; reason: string; at: string }>
  | DomainEvent<'ArchiveExpired', { number: number; at: string }>;

/**
 * `request-archive` asks for an archive: again without effect while it is good, refused with zip_request_no_invoices
 * where nothing fits. The other two are sent by the service's own process: one piece after the other, and the end of
 * its life.
 */
export type ArchivesCommand =
  | Command<'notifications.request-archive', ArchiveAsked>
  | Command<'notifications.add-archive-part', { number: number; part: number }>
  | Command<'notifications.expire-archive', { number: number }>;

/** One row an archive. */
export const archivesReadModel = {
  projection: 'notifications.archives',
  table: 'notifications.archives',
} as const;
export interface ArchiveRow {
  readonly id: string;
  readonly revision: number;
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly year: number;
  readonly month: number;
  readonly issuer_type: string;
  /** The types one after the other: IETNP. */
  readonly invoice_types: string;
  /** `none`: there was a file, which is gone. */
  readonly status: 'created' | 'processing' | 'finished' | 'failed' | 'none';
  /** Keys of the content store whose bytes make the file; empty until it is finished. */
  readonly parts: readonly string[];
  /** Of the file, in bytes, as bigint comes from the database. */
  readonly size: string;
  readonly doc: Readonly<Record<string, unknown>>;
}
