import type { Comprobante, ComprobanteInput } from '#cfdi';
import type { Detail, DomainEvent, ErrorCode } from '#kernel';
import type { InvoiceStamp } from './invoicing.js';

/** Streams of stampings: `stamping-<invoice id>.<number>`, one per time the invoice was issued. */
export const STAMPING_STREAM = 'stamping-';

export const stampingKey = (invoiceId: string, number: number): string => `${invoiceId}.${number}`;

/** The invoice and the number of a stamping, from its key. */
export function parseStampingKey(key: string): { readonly invoiceId: string; readonly number: number } {
  const [invoiceId = '', number = ''] = key.split('.');
  return { invoiceId, number: Number(number) };
}

export type StampingEvent =
  /** Signed and stored; from here on it may have reached the provider. */
  | DomainEvent<'ComprobanteSealed', { xml_key: string; sello: string; no_certificado: string; at: string }>
  | DomainEvent<'ComprobanteStamped', { stamp: InvoiceStamp; pac: string; duplicate: boolean; at: string }>
  | DomainEvent<'StampRefused', { code: ErrorCode; details: readonly Detail[]; at: string }>
  /** `certain`: the provider surely did not stamp it; otherwise it perhaps did, and is asked before anything else. */
  | DomainEvent<
      'StampUncertain',
      { tries: number; certain: boolean; reason: string; retry_at: string; at: string }
    >
  | DomainEvent<'StampAbandoned', { reason: string; at: string }>;

/**
 * Asks for the stamp of a document. Invoicing has built it already and hands it over, ready to be sealed; its input
 * comes in its place where that is not at hand any more (a process that was started anew, a command of an older release),
 * and is built here. Both are plain JSON, amounts as decimal text.
 */
export interface StampAsked {
  readonly comprobante: Comprobante | ComprobanteInput;
  /** Number of the CSD that its issuer signs with; absent where none was uploaded. */
  readonly certificate?: string;
}
