import type { CfdiRetencion, Comprobante, ComprobanteInput, RetencionInput } from '#cfdi';
import type { Detail, DomainEvent, ErrorCode } from '#kernel';
import type { InvoiceStamp } from './invoice-issue.js';
import type { FiscalDocument } from './invoicing.js';
import type { SurplusOutcome } from './surplus-stamps.js';

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

/** The document of a key of cancellations; those of surplus stamps have `parseSurplusKey`. */
export function parseCancellationKey(key: string): FiscalId {
  const id = key.startsWith(OF_RETENTION) ? key.slice(OF_RETENTION.length) : undefined;
  return id === undefined ? { kind: 'invoice', id: key } : { kind: 'retention', id };
}
const OF_RETENTION = 'retention-';

/** A stamp that a document has beside its own, as the stream of its cancellation is named after it. */
export interface SurplusId {
  /** Key of the stamping that it came from. */
  readonly stamping: string;
  readonly uuid: string;
}

/** The key of the cancellation of a surplus stamp: `surplus-<stamping key>.<uuid>`. */
export const surplusKey = ({ stamping, uuid }: SurplusId): string =>
  `${OF_SURPLUS}${stamping}.${uuid.toUpperCase()}`;

/** The surplus stamp of a key of cancellations; undefined where it is that of a document. */
export function parseSurplusKey(key: string): SurplusId | undefined {
  if (!key.startsWith(OF_SURPLUS)) return undefined;
  const end = key.lastIndexOf('.');
  return { stamping: key.slice(OF_SURPLUS.length, end), uuid: key.slice(end + 1) };
}
const OF_SURPLUS = 'surplus-';

/** The key of the n-th stamping of a document: `<invoice>.<number>`, `retention-<retention>.<number>`. */
export const stampingKey = (document: FiscalId, number: number): string =>
  `${cancellationKey(document)}.${number}`;

/** The document and the number of a stamping, from its key. */
export function parseStampingKey(key: string): FiscalId & { readonly number: number } {
  const [document = '', number = ''] = key.split('.');
  return { ...parseCancellationKey(document), number: Number(number) };
}

/** An attempt that a provider certainly did not take. */
export interface NotTaken {
  readonly pac: string;
  readonly attempt: number;
  readonly reason: string;
  readonly code?: string;
  /** It refused the document for a reason of its own (its copy of the LCO is older), so that another may take it. */
  readonly declined?: true;
}

/**
 * Where a surplus stamp is looked for: at its provider, which answers questions (`pac`), or only in the tax authority's metadata, for which
 * the issuer's FIEL must be here (`sat`): that provider is asked by sending, which would make the stamp.
 */
export type SurplusSearch = 'pac' | 'sat';

export type StampingEvent =
  /**
   * Signed and stored; from here on it may have reached the provider that `pac` names, which gets its bytes first (attempt 1). Older
   * ones have none: the sandbox. `account`: the fingerprint of the account there, which older ones and the sandbox have not.
   */
  | DomainEvent<
      'ComprobanteSealed',
      { xml_key: string; sello: string; no_certificado: string; at: string; pac?: string; account?: string }
    >
  /**
   * Written before the bytes go to a provider once more, or to another one. `after`: the attempt before it, which its provider
   * certainly did not take. `account` as above.
   */
  | DomainEvent<'StampSent', { pac: string; attempt: number; at: string; account?: string; after?: NotTaken }>
  | DomainEvent<
      'ComprobanteStamped',
      {
        stamp: InvoiceStamp;
        pac: string;
        duplicate: boolean;
        at: string;
        /** How often it had been sent. */
        attempt?: number;
        /** Other providers that perhaps have stamped it too: they, or the tax authority, are asked for a week. */
        watched?: readonly string[];
        /** Who can be asked for the surplus stamp of the first of them; absent where no operator has forced it. */
        search?: SurplusSearch;
      }
    >
  | DomainEvent<'StampRefused', { code: ErrorCode; details: readonly Detail[]; at: string; pac?: string }>
  /**
   * `certain`: the provider surely did not stamp it, by this attempt or an earlier one; otherwise it perhaps did, and stays the only one
   * that is asked.
   */
  | DomainEvent<
      'StampUncertain',
      {
        tries: number;
        certain: boolean;
        reason: string;
        retry_at: string;
        at: string;
        pac?: string;
        attempt?: number;
        code?: string;
        /** Its "not found" counts as the first one: what was said before can't be measured against now (the clock has jumped). */
        anew?: true;
        /** Another provider that perhaps has stamped it, where this one (`certain`) surely has not. */
        doubt?: string;
      }
    >
  /**
   * A provider that perhaps stamped it surely did not: it said so repeatedly after the settling time, or the tax authority's metadata
   * does not have it.
   */
  | DomainEvent<'StampRuledOut', { pac: string; by: 'asked' | 'metadata'; at: string }>
  /**
   * An operator sends it to another provider although the first one perhaps stamped it, told of the risk. `search`: who can be asked for
   * the surplus stamp that may come of it, if it is of the first one; `search_to`: if it is of the other. Older ones have none.
   */
  | DomainEvent<
      'StampForced',
      {
        from: string;
        to: string;
        by: string;
        at: string;
        search?: SurplusSearch;
        search_to?: SurplusSearch;
      }
    >
  /** The document has a stamp already, and this is a second one: valid at the tax authority too until it is cancelled. */
  | DomainEvent<
      'SurplusStampFound',
      {
        uuid: string;
        pac: string;
        stamp: InvoiceStamp;
        at: string;
        /** The document under that stamp, where it is to be cancelled (motive 02); absent where it is only reported. */
        cancel?: FiscalDocument;
      }
    >
  /** What became of a surplus stamp. */
  | DomainEvent<'SurplusStampSettled', { uuid: string; pac: string; outcome: SurplusOutcome; at: string }>
  | DomainEvent<'StampAbandoned', { reason: string; at: string }>;

/**
 * What a new document of an account would meet at its PACs: one of them at least may take it, none is configured, or each
 * of them surely refuses connections (the first is tried again after `retry_after_s`, in seconds).
 */
export type PacsReachable =
  | { readonly state: 'ready' }
  | { readonly state: 'none_configured' }
  | { readonly state: 'all_refuse'; readonly retry_after_s: number };

/** Whether the tax authority has an RFC registered, by the PACs' copies of its list; null: none of them says it now. */
export interface TaxpayerListed {
  readonly listed: boolean | null;
}

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

/** Whom a document was sent to, as its history tells it; absent in what older releases say. */
export interface SentTo {
  readonly pac?: string;
  /** How often it had been sent by then, to whomever. */
  readonly attempts?: number;
}

/** A stamp that a document has beside its own: found, or what has become of it since. */
export interface SurplusNews {
  readonly uuid: string;
  readonly pac: string;
  readonly status: 'found' | SurplusOutcome;
}

/**
 * Goes on with a document that is sealed. `due`: the time of the pause that has ended; a later one has its own turn. `look`: somebody asks
 * now, and no pause is used up. `watch`: it is stamped. Whatever the turn, of a stamped one the others that perhaps stamped it too are asked.
 */
export interface GoOnStamping {
  readonly retry: true;
  readonly due?: string;
  readonly look?: true;
  readonly watch?: true;
}
