import type { DomainEvent, Refusal } from '#kernel';
import type { CreateReceipt } from './receipts.js';

/** Streams of imports: `import-<id>`. */
export const IMPORT_STREAM = 'import-';

/** The most receipts of one batch, and of one command that makes many. */
export const MAX_BATCH_RECEIPTS = 1_000;
export const MAX_AT_ONCE = 250;
/** The most lines of a file, and of its wrong lines in one answer. */
export const MAX_IMPORT_LINES = 100_000;
export const IMPORT_ERRORS_PAGE = 1_000;
/** Imports of a tenant that are under way: each waits for its turn, and takes the place of other work of the service meanwhile. */
export const MAX_IMPORTS_UNDER_WAY = 50;

/** What all receipts that are made at once have in common. */
export type ReceiptsContext = Pick<CreateReceipt, 'expiry' | 'issuer'>;

/** A receipt that is to be made, among others; its id is chosen by the caller, and the same whenever it asks again. */
export interface NewReceipt extends Pick<CreateReceipt, 'content' | 'folio_number'> {
  readonly id: string;
}

export interface CreateReceipts extends ReceiptsContext {
  readonly receipts: readonly NewReceipt[];
}

/** What became of one of many receipts. */
export type NewReceiptOutcome =
  | { readonly kind: 'created' }
  /** Its idempotency key has made that receipt before, or another of these has it. */
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** One receipt of a file, or what is wrong with it; `line`: where it begins in the file, from 1. */
export type ImportedReceipt =
  | (Pick<CreateReceipt, 'content' | 'folio_number'> & {
      readonly line: number;
      /** What columns of the file are called, by the receipt's fields: for what the rules say. */
      readonly columns?: Readonly<Record<string, string>>;
    })
  | { readonly line: number; readonly problem: Refusal };

/** A part of a file: enough for a second of work. */
export interface ImportPiece extends ReceiptsContext {
  readonly number: number;
  readonly receipts: readonly ImportedReceipt[];
}

export type ImportFormat = 'csv' | 'ndjson';

/** A file of which every piece has arrived. */
export interface ImportedFile {
  /** The name of its pieces. */
  readonly upload: string;
  readonly pieces: number;
  readonly format: ImportFormat;
  readonly bytes: number;
  readonly lines: number;
  readonly receipts: number;
}

export type ReceiptImportEvent =
  | DomainEvent<'ReceiptImportBegun', { file: ImportedFile; at: string }>
  /** `next`: the piece that follows; null: there is none, and the import is finished. */
  | DomainEvent<
      'ReceiptImportAdvanced',
      { piece: number; created: number; existing: number; failed: number; next: number | null; at: string }
    >;

/** An import as it is. */
export interface ReceiptImport {
  readonly id: string;
  readonly status: 'processing' | 'finished';
  readonly format: ImportFormat;
  /** Instants, ISO 8601 in UTC. */
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly bytes: number;
  readonly lines: number;
  readonly receipts: number;
  readonly processed: number;
  readonly created: number;
  readonly existing: number;
  readonly failed: number;
}

/** What is wrong with a line of a file. */
export interface ImportProblem {
  readonly line: number;
  readonly problem: Refusal;
}

export interface ImportWithProblems {
  readonly import: ReceiptImport;
  readonly problems: readonly ImportProblem[];
  readonly has_more: boolean;
}

/** The open receipts of an import, oldest first. */
export interface OpenOfImport {
  readonly import: ReceiptImport;
  /** One more than fit into a global invoice at most. */
  readonly receipts: readonly string[];
  /** When the first and the last of them were sold; null: there are none. */
  readonly from: string | null;
  readonly to: string | null;
}
