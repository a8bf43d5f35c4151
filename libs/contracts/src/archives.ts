import type { DomainEvent } from '#kernel';
import type { InvoiceType } from './invoice-content.js';
import type { ReadModel } from './read-model.js';

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

/** An invoice of an archive: its place, and where its parts are kept. */
export interface ArchivedDocument extends ArchivePlace {
  readonly uuid: string;
  readonly xml_key: string;
  readonly timbre_xml: string;
  readonly receipt_key: string | null;
}

/** A piece of the ZIP: whole entries, in the content store under `key`, their directory records under `<key>.dir`. */
export interface ArchivePart {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly entries: number;
}

/** `number` counts how often the archive was made: it is made again after it failed, expired or grew old. */
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
        /** Where the next piece continues; null: the archive is complete. */
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

/** One row an archive. */
export const archivesReadModel = {
  projection: 'notifications.archives',
  table: 'gateway.archives',
  stream: ARCHIVE_STREAM,
} as const satisfies ReadModel;
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
  readonly doc: ArchiveDoc;
}

/** A ZIP request as the API answers it. */
export interface ArchiveDoc {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly year: number;
  readonly month: number;
  readonly issuer_type: ArchiveFilters['issuer_type'];
  readonly invoice_types: readonly InvoiceType[];
  readonly start_date: string;
  readonly end_date: string;
  readonly status: ArchiveRow['status'];
  readonly document_count: number;
  readonly processed_document: number;
  readonly failed_documents: readonly string[];
  readonly scheduled_at: string;
  readonly expires_at: string | null;
}
