import type { Detail, DomainEvent, ErrorCode } from '#kernel';
import type { CancellationStatus } from './invoice-issue.js';
import type { CancelMotive, FiscalDocument } from './invoicing.js';

/** Streams of cancellations: `cancellation-<invoice id>`, all requests of one invoice. */
export const CANCELLATION_STREAM = 'cancellation-';

export type CancellationEvent =
  | DomainEvent<
      'CancellationStarted',
      {
        number: number;
        document: FiscalDocument;
        motive: CancelMotive;
        substitution: string | null;
        at: string;
      }
    >
  | DomainEvent<
      'CancellationAnswered',
      {
        number: number;
        status: Exclude<CancellationStatus, 'none'>;
        receipt_key: string | null;
        at: string;
      }
    >
  | DomainEvent<
      'CancellationRejected',
      { number: number; code: ErrorCode; details: readonly Detail[]; at: string }
    >
  /** The service could not be reached, did not answer, or does not know the document yet. */
  | DomainEvent<
      'CancellationDelayed',
      { number: number; tries: number; reason: string; retry_at: string; at: string }
    >;
