import type { DocumentKind, PacAccount, Timbre } from './port.js';

/** A sealed document of which nobody knows whether it was stamped. */
export interface ProofRequest {
  /** Key of its stamping: under it a question that takes hours is taken up again. */
  readonly requestId: string;
  readonly kind: DocumentKind;
  readonly account: PacAccount;
  /** The sealed bytes that were sent. */
  readonly xml: string;
  /** Until when they may have reached a PAC: absence proves nothing before the tax authority shows what was stamped by then. */
  readonly sentUntil?: Date;
  /** Stamps of it that are known (UUIDs): another one is looked for. */
  readonly except?: readonly string[];
}

export type ProofOutcome =
  /** The tax authority has it, with this stamp. `pac`: who stamped, by name, or by RFC where it is none of ours. */
  | { readonly kind: 'stamped'; readonly timbre: Timbre; readonly pac: string }
  /** Proven: no PAC stamped what it had got until `until`, and none takes it any more (its Fecha is older than 72 hours). */
  | { readonly kind: 'absent'; readonly until: Date }
  /** Not known yet, or not to be known: nothing may be concluded. `asked`: it is on its way, and will be known. */
  | { readonly kind: 'later'; readonly reason: string; readonly asked: boolean };

/**
 * The last word on a document in doubt: what the tax authority itself has under its issuer, by whichever PAC. Takes hours, so it
 * is asked again and again with the same request; it does not matter which process asks.
 */
export interface SatProofs {
  prove(request: ProofRequest): Promise<ProofOutcome>;
}
