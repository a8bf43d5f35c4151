import type { PacAccount, RefusalSource, Unavailable } from './port-words.js';

/**
 * The receiver's side of cancellations, as a provider hands it on to the tax authority: which documents an RFC has received wait for its
 * word, and what it says of them.
 */

export interface PendingRequest {
  readonly account: PacAccount;
  /** The receiver. */
  readonly rfc: string;
}

/** A request to cancel a document that its receiver has to answer. Providers tell no more than the UUID, unless it is said here. */
export interface PendingCancellation {
  /** In upper case. */
  readonly uuid: string;
  /** When its issuer asked for it, ISO 8601 in UTC, where the provider says so. */
  readonly requestedAt?: string;
}

export type PendingOutcome =
  /** All that wait now; those that are missing have been decided, or never were. */
  | { readonly kind: 'listed'; readonly requests: readonly PendingCancellation[] }
  /** No (readable) answer to the question: nothing is known. */
  | Unavailable;

export interface AnswerRequest {
  readonly account: PacAccount;
  /** The answer as the tax authority takes it, of one folio, signed with the receiver's CSD (`respuestaXml` of libs/cfdi). */
  readonly xml: string;
}

export type AnswerOutcome =
  /** It counts (EstatusUUID 1000). `acuse`: the receipt, where the provider hands one out. */
  | { readonly kind: 'taken'; readonly acuse?: string }
  /**
   * Certainly not taken from this message. `code`: EstatusUUID (`findRespuestaCode` of libs/cfdi tells what it means: 1001 nothing waits,
   * 1002 it has an answer already, perhaps this one), CodEstatus, or a code of the provider's.
   */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly source: RefusalSource;
    }
  /** Certainly not presented: it may be sent again, here or through another provider. */
  | Unavailable
  /** Perhaps taken: the same answer may be sent again, and never another one. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** What a provider can do for receivers. */
export interface ReceiverCapabilities {
  /** It lists what waits for a receiver: `pendingCancellations`. */
  readonly listsPending?: boolean;
  /** It presents signed answers (`answerCancellation`), under its RFC: RfcPacEnviaSolicitud of the document. */
  readonly answersAs?: string;
}

/** A provider as a receiver meets it; what it cannot do, it lacks. */
export interface ReceiverPac {
  pendingCancellations?(request: PendingRequest): Promise<PendingOutcome>;
  answerCancellation?(request: AnswerRequest): Promise<AnswerOutcome>;
}
