import type { Detail, ErrorCode, MessageParams } from '#kernel';
import type { Place } from './command.js';
import type { InvoiceSource } from './imported-invoices.js';

/** What reception is given: documents that others issued, by an upload, a mail or a download. */

/** A file that came: an XML, or a ZIP of them. */
export interface DocumentsFile {
  /** Its key in the content store. The sender put it there, to expire within a day. */
  readonly upload: string;
  /** Of a long one: in how many pieces it lies there, under {@link pieceKey}. Absent: whole, under the key itself. */
  readonly pieces?: number;
  /** Bytes of each piece but the last. Absent: of any size, as gateways of before wrote them. */
  readonly piece_size?: number;
  /** As who sent it calls it: a text to show, never a path to follow. */
  readonly name: string;
  readonly source: InvoiceSource;
}

/** Where a piece of an upload lies, by its number from 0. */
export const pieceKey = (upload: string, piece: number): string => `${upload}.${piece}`;

/** What became of one document. */
export interface DocumentOutcome {
  /** The name of the file; of a ZIP's, as the ZIP calls it. */
  readonly file: string;
  /** `duplicate`: the tenant has its UUID already, as the invoice `id`. `refused`: `code` says why. */
  readonly status: 'imported' | 'duplicate' | 'refused';
  readonly code: ErrorCode | null;
  readonly details: readonly Detail[];
  /** What the code's sentence names. */
  readonly params?: MessageParams;
  /** In upper case; null where none could be read. */
  readonly uuid: string | null;
  /** The invoice that it is now, or was before. */
  readonly id: string | null;
}

/** `zip`: whether the file was one. `outcomes` in the order of the ZIP; of an XML there is one. */
export interface FileImported {
  readonly zip: boolean;
  /** Where suppliers are written that it has made: whoever answers a request waits for them. */
  readonly suppliers: readonly Place[];
  readonly outcomes: readonly DocumentOutcome[];
}

/** How many certificates of PACs one `stamping.verification-material` asks for at most. */
export const MOST_STAMP_CERTIFICATES = 50;

/** A certificate that PACs stamp with, by its number. */
export interface StampCertificate {
  readonly number: string;
  /** DER in base64; null: `why`. */
  readonly certificate: string | null;
  /**
   * `unknown`: nobody has published it; `unavailable`: it could not be had for now; `not_published`: of the tax authority's test
   * world, which publishes none.
   */
  readonly why: 'unknown' | 'unavailable' | 'not_trusted' | 'not_published' | null;
}

/** What seals and stamps are verified by. Certificates are DER in base64. */
export interface VerificationMaterial {
  /** Of the authorities that certify taxpayers, and those of the sandbox. */
  readonly live: readonly string[];
  readonly sandbox: readonly string[];
  /** In the order that was asked for. */
  readonly certificates: readonly StampCertificate[];
}
