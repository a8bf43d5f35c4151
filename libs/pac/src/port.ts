import type { EstadoSat, PrintedReceptor, TimbreFiscalDigital } from '#cfdi';
import type { ReceiverCapabilities, ReceiverPac } from './pending-port.js';
import type { PacAccount, RefusalSource, Unavailable } from './port-words.js';

export type * from './port-words.js';

/**
 * The PAC port: what stamping and cancellation ask of a certification provider, whichever it is.
 *
 * Outcomes are values. The distinction that matters is what is *certain*: `refused` and `unavailable` say that the
 * document was certainly not stamped, `unknown` says that it perhaps was. After `unknown` a caller asks `find()`
 * before anything else, and never sends a document with other bytes in its place.
 */

/**
 * What a request is about: a Comprobante (CFDI 4.0), or a document of retentions (2.0), for which providers and tax
 * authority have services of their own.
 */
export type DocumentKind = 'comprobante' | 'retencion';

export interface StampRequest {
  readonly kind: DocumentKind;
  /** The caller's own id of this document's stamping; kept by the provider for support and comparison. */
  readonly requestId: string;
  readonly account: PacAccount;
  /** The sealed CFDI. A second attempt sends exactly these bytes again. */
  readonly xml: string;
}

/** The stamp: the attributes of a TimbreFiscalDigital 1.1 (uuid in upper case) and its XML. */
export interface Timbre extends TimbreFiscalDigital {
  /** The `tfd:TimbreFiscalDigital` node, to be put inside the document's Complemento. */
  readonly xml: string;
}

export type StampOutcome =
  /** `duplicate`: the provider had stamped these very bytes before (a real one says 307 and hands out that stamp). */
  | { readonly kind: 'stamped'; readonly timbre: Timbre; readonly duplicate: boolean }
  /** Certainly not stamped, and never will be as it is. `code` as the provider wrote it: CFDI40119, 401, 301. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly source: RefusalSource;
    }
  /** Certainly not stamped: the same bytes may be sent again, here or to another provider. */
  | Unavailable
  /** No (readable) answer: perhaps stamped. Ask `find()` first. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface FindRequest {
  readonly kind: DocumentKind;
  readonly account: PacAccount;
  /** The bytes that were sent. */
  readonly xml: string;
}

export type FindOutcome =
  | { readonly kind: 'found'; readonly timbre: Timbre }
  /**
   * The provider says that it never stamped it. Proof only when it says so repeatedly, and after the time that a lost request may
   * still take: the caller counts that.
   */
  | { readonly kind: 'not_found' }
  /** No (readable) answer to the question: nothing is known. */
  | Unavailable;

/** The printed expression's parts: what the tax authority's services know a document by. */
export interface DocumentKey {
  readonly kind: DocumentKind;
  readonly account: PacAccount;
  readonly uuid: string;
  readonly rfcEmisor: string;
  readonly receptor: PrintedReceptor;
  /** The document's Total as decimal text; of a retention its MontoTotOperacion. */
  readonly total: string;
  /** Last 8 characters of the issuer's Sello. */
  readonly selloTail: string;
}

export interface CancelRequest {
  /** Of the document to cancel. A retention needs nobody's acceptance. */
  readonly kind: DocumentKind;
  /** The caller's own id of the request: sent again under it, a request gets its answer again. */
  readonly requestId: string;
  readonly account: PacAccount;
  /** The request as the tax authority takes it, of one folio, signed with the issuer's CSD (`cancelacionXml` of libs/cfdi). */
  readonly xml: string;
}

export type CancelOutcome =
  /** Cancelled. `acuse` is the tax authority's receipt (XML), `at` an ISO 8601 instant in UTC. */
  | { readonly kind: 'accepted'; readonly acuse: string; readonly at: string }
  /** The receiver has to agree (72 hours of business days). */
  | { readonly kind: 'pending'; readonly acuse: string; readonly at: string }
  /** Received, and not yet visible in the tax authority's status service. */
  | { readonly kind: 'verifying'; readonly acuse: string; readonly at: string }
  /**
   * Certainly not cancelled by this request. `code`: EstatusUUID or CodEstatus (`codigoCancelacion` of libs/cfdi tells
   * what it means), or a code of the provider's. `related`: UUIDs of valid documents that stand in the way.
   */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly source: RefusalSource;
      readonly related?: readonly string[];
    }
  | Unavailable
  /** Perhaps received: ask `status()` before asking again. */
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * What ValidacionEFOS says: the issuer is on the list of article 69-B, or the RFC that it issued for (a cuenta de terceros), or
 * neither of them.
 */
export type EfosListing = 'listed' | 'third_party_listed' | 'not_listed';

export type StatusOutcome =
  /**
   * What the tax authority's status service says, in its own words. That of retentions says `estado` alone (its page
   * has no EsCancelable and no EstatusCancelacion); a provider may know more.
   */
  | ({
      readonly kind: 'status';
      readonly at: string;
      /** The newest receipt, where the provider hands it out. */
      readonly acuse?: string;
      /** Whether the issuer is on the list of article 69-B; absent where the service does not say. */
      readonly efos?: EfosListing;
    } & Pick<EstadoSat, 'estado' | 'esCancelable' | 'estatusCancelacion'>)
  | Unavailable;

/**
 * What a provider can do. `find`: `query`, where it answers a question by the sealed bytes; `resend`, where asking is sending again
 * (the same bytes get the stamp of the first time). With `resend`, `find()` answers unavailable and is not called.
 */
export interface PacCapabilities extends ReceiverCapabilities {
  readonly find: 'query' | 'resend';
  /** It also cancels documents that another provider stamped. */
  readonly cancelsForeign?: boolean;
}

/** A certification provider, or several behind one (failover). Methods answer with values; a throw is a bug. */
export interface Pac extends ReceiverPac {
  /** Short name for logs and for the record of who stamped: `sandbox`, `sw`, `finkok`. */
  readonly name: string;
  readonly capabilities: PacCapabilities;
  /**
   * Which account at the provider it works with: a fingerprint that tells accounts apart, and shows nothing of the account in clear.
   * A new password leaves it as it is. Absent: there is one account, for ever (the sandbox).
   */
  readonly account?: string;
  /** Stamps. The same bytes sent twice, also at the same time, get one UUID. */
  stamp(request: StampRequest): Promise<StampOutcome>;
  /** Whether these bytes were stamped: the way out of `unknown`. */
  find(request: FindRequest): Promise<FindOutcome>;
  cancel(request: CancelRequest): Promise<CancelOutcome>;
  status(request: DocumentKey): Promise<StatusOutcome>;
}

/**
 * Why the certificate of a number is not to be had: nobody could be asked, it is not one of the tax authority's, or (in a
 * provider's own sandbox alone) it is one of the test world, which the tax authority publishes nowhere.
 */
export type NoCertificate = 'unavailable' | 'unknown' | 'not_trusted' | 'not_published';

/** The certificates that PACs stamp with, by number, each judged by the tax authority's roots. */
export interface PacCertificates {
  /** The certificate in DER. Cached: it never changes. */
  byNumber(noCertificado: string): Promise<Buffer | NoCertificate>;
}
