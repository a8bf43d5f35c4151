import type { CfdiRetencion, Comprobante, ComprobanteInput, RetencionInput } from '#cfdi';
import type { Detail, DomainEvent, ErrorCode } from '#kernel';
import type { InvoiceStamp } from './invoicing.js';

/** Streams of stampings: `stamping-<invoice id>.<number>`, one per time the invoice was issued. */
export const STAMPING_STREAM = 'stamping-';

/** What is stamped and cancelled. */
export type FiscalKind = 'invoice' | 'retention';

/** A document of ours, as the streams of its stampings and of its cancellations are named after it. */
export interface FiscalId {
  readonly kind: FiscalKind;
  readonly id: string;
}

/** The key of a document's cancellations: an invoice's is its id, as it has always been; a retention says what it is. */
export const cancellationKey = ({ kind, id }: FiscalId): string =>
  kind === 'invoice' ? id : `${kind}-${id}`;

/** The document of a key of cancellations. */
export function parseCancellationKey(key: string): FiscalId {
  const id = key.startsWith(OF_RETENTION) ? key.slice(OF_RETENTION.length) : undefined;
  return id === undefined ? { kind: 'invoice', id: key } : { kind: 'retention', id };
}
const OF_RETENTION = 'retention-';

/** The key of the n-th stamping of a document: `<invoice>.<number>`, `retention-<retention>.<number>`. */
export const stampingKey = (document: FiscalId, number: number): string =>
  `${cancellationKey(document)}.${number}`;

/** The document and the number of a stamping, from its key. */
export function parseStampingKey(key: string): FiscalId & { readonly number: number } {
  const [document = '', number = ''] = key.split('.');
  return { ...parseCancellationKey(document), number: Number(number) };
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
export type StampAsked = (
  | { readonly comprobante: Comprobante | ComprobanteInput }
  | { readonly retencion: CfdiRetencion | RetencionInput }
) & {
  /** Number of the CSD that its issuer signs with; absent where none was uploaded. */
  readonly certificate?: string;
};
