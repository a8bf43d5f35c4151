import type { PacName } from '../doubles/index.js';

/** What both sides have written down: callers and Timbra on one, the PACs' doubles on the other. */

export type Kind = 'invoice' | 'retention';

/** A document that a caller asked for, and the first answer that had it. */
export interface Accepted {
  readonly kind: Kind;
  /** The caller's own name of it (external_id). */
  readonly key: string;
  readonly id: string;
  /** HTTP status of that answer. */
  readonly status: number;
  /** As that answer had them; null where it did not yet. */
  readonly uuid: string | null;
  readonly folio: string | null;
}

/** A document as Timbra shows it at the end. */
export interface Ours {
  readonly kind: Kind;
  readonly id: string;
  readonly key: string | null;
  readonly status: string;
  readonly uuid: string | null;
  /** Series and number; null of what has none. */
  readonly folio: string | null;
  /** Sello and RfcProvCertif of its stamped XML. */
  readonly sello: string | null;
  readonly certifiedBy: string | null;
  /** The PAC that its history names. */
  readonly pac: string | null;
  /** Stamps that its history has beside its own, and what became of them. */
  readonly surplus: readonly { readonly uuid: string; readonly pac: string; readonly outcome: string }[];
}

/** A stamp by the ledger of a PAC's double. */
export interface Stamp {
  readonly pac: PacName;
  readonly uuid: string;
  readonly sello: string;
}

/** A cancellation by the ledger of a PAC's double; `estatus`: EstatusUUID. */
export interface Cancellation {
  readonly pac: PacName;
  readonly uuid: string;
  readonly estatus: string;
}

export interface Books {
  readonly accepted: readonly Accepted[];
  /** Keys of requests that were refused with 503 before anything was issued, and never came again. */
  readonly refused: readonly string[];
  /** Ids of documents whose cancellation was answered as done. */
  readonly canceled: readonly string[];
  /** Ids of documents that an operator forced to another PAC. */
  readonly forced: readonly string[];
  readonly ours: readonly Ours[];
  readonly stamps: readonly Stamp[];
  readonly cancellations: readonly Cancellation[];
  /**
   * Documents that were forced away from a PAC that can't be asked without sending: its second stamp is looked for in the tax
   * authority's metadata, after 72 hours. `id` and `pac`.
   */
  readonly watched: readonly { readonly id: string; readonly pac: string }[];
  /** Ids of documents in doubt. */
  readonly doubts: readonly string[];
}
