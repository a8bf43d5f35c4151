import type { Detail, ErrorCode } from '#kernel';
import type { InvoiceSource } from './imported-invoices.js';

/** What reception is given: documents that others issued, by an upload, a mail or a download. */

/** A file that came: an XML, or a ZIP of them. */
export interface DocumentsFile {
  /** Its key in the content store. The sender put it there, to expire within a day. */
  readonly upload: string;
  /** As who sent it calls it: a text to show, never a path to follow. */
  readonly name: string;
  readonly source: InvoiceSource;
}

/** What became of one document. */
export interface DocumentOutcome {
  /** The name of the file; of a ZIP's, as the ZIP calls it. */
  readonly file: string;
  /** `duplicate`: the tenant has its UUID already, as the invoice `id`. `refused`: `code` says why. */
  readonly status: 'imported' | 'duplicate' | 'refused';
  readonly code: ErrorCode | null;
  readonly details: readonly Detail[];
  /** In upper case; null where none could be read. */
  readonly uuid: string | null;
  /** The invoice that it is now, or was before. */
  readonly id: string | null;
}

/** `zip`: whether the file was one. `outcomes` in the order of the ZIP; of an XML there is one. */
export interface FileImported {
  readonly zip: boolean;
  readonly outcomes: readonly DocumentOutcome[];
}
