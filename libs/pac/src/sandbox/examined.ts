import type { Relation } from './relations.js';
import type { SealRefusal } from './seal.js';
import type { DocumentTriggers } from './triggers.js';

/** What the ledger keeps of a document that may be stamped. */
export interface Facts {
  readonly issuerRfc: string;
  readonly receiverRfc: string;
  readonly total: string;
  readonly sparesAcceptance: boolean;
  readonly relations: readonly Relation[];
}

/** A document as the sandbox has judged it: small, whatever its size, and plain data that threads can hand over. */
export interface Examined {
  /** The issuer's Sello; empty where the text is no CFDI. */
  readonly sello: string;
  readonly triggers: DocumentTriggers;
  readonly verdict: { readonly facts: Facts } | { readonly negativa: SealRefusal };
}
