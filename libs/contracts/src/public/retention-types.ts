import type { InvoiceCustomerV1, RelatedDocumentsV1 } from './invoice-types.js';
import type { DecimalText, Id, Instant, Reasons, Tenanted } from './primitives.js';

/** Retentions: what was withheld from a payment, with a document of its own (CFDI de retenciones). */

/** A tax that was withheld, in pesos. */
export interface WithheldTaxV1 {
  readonly base: DecimalText | null;
  /** ISR, IVA or IEPS; null where the document does not name it. */
  readonly type: string | null;
  readonly amount: DecimalText;
  /** Key of c_TipoPagoRet. */
  readonly payment_type: string;
}

export interface WithheldTaxesV1 {
  readonly total_count: number;
  readonly has_more: boolean;
  readonly data: readonly WithheldTaxV1[];
}

/** Months of a year, from 1 to 12. */
export interface RetentionPeriodV1 {
  readonly first_month: number;
  readonly last_month: number;
  readonly year: number;
}

/** Amounts of the whole document, in pesos. */
export interface RetentionTotalsV1 {
  /** What was paid. */
  readonly operation: DecimalText;
  readonly taxed: DecimalText;
  readonly exempt: DecimalText;
  readonly withheld: DecimalText;
}

/** What a retention says. Contents of complements are left to the API. */
export interface RetentionContentV1 {
  /** Who was paid, and from whom it was withheld. */
  readonly customer: InvoiceCustomerV1 | null;
  /** Key of c_CveRetenc. */
  readonly retention_key: string | null;
  /** In words, where the key alone does not say it. */
  readonly description: string | null;
  /** The issuer's own number. */
  readonly internal_folio: string | null;
  readonly period: RetentionPeriodV1 | null;
  readonly taxes: WithheldTaxesV1;
  readonly related_documents: RelatedDocumentsV1;
  /** Which complements it has. */
  readonly complements: readonly string[];
  readonly external_id: string | null;
}

/** A draft of a retention was made. It has no fiscal validity. */
export interface RetentionDraftedV1 extends Tenanted {
  readonly content: RetentionContentV1;
  /** null where they can't be computed yet. */
  readonly totals: RetentionTotalsV1 | null;
  /** What stands in the way of stamping it. */
  readonly problems: Reasons;
  /** The retention that it is a copy of. */
  readonly copied_from: Id | null;
}

/** A draft of a retention was changed; the event has all of it as it is now. */
export interface RetentionEditedV1 extends Tenanted {
  readonly content: RetentionContentV1;
  readonly totals: RetentionTotalsV1 | null;
  readonly problems: Reasons;
}

/** A draft of a retention was deleted. */
export type RetentionDeletedV1 = Tenanted;

/**
 * The retention has its date and amounts and is on its way to the stamp. It is no tax document yet: what follows is
 * `retention.stamped`, `retention.stamping_refused` or `retention.stamping_failed` with the same number.
 */
export interface RetentionIssuedV1 extends Tenanted {
  /** Counts how often this retention was issued, from 1. */
  readonly number: number;
  readonly issuer: { readonly legal_name: string; readonly tax_id: string; readonly tax_system: string };
  /** Instant of issue. */
  readonly date: Instant;
  /** The same in the local time of the place of issue, without a zone: the FechaExp of the document. */
  readonly fecha: string;
  readonly content: RetentionContentV1;
  readonly totals: RetentionTotalsV1;
}

/** The retention is stamped: a tax document from now on. */
export interface RetentionStampedV1 extends Tenanted {
  readonly number: number;
  /** Folio fiscal. */
  readonly uuid: string;
  /** When the provider stamped it. */
  readonly stamp_date: Instant;
  readonly sat_cert_number: string;
  readonly issuer_cert_number: string;
  readonly rfc_provider_cert: string;
  /** The tax authority's page about it. */
  readonly verification_url: string;
}

/** Provider or tax authority refused the retention: a draft again where it was one, otherwise it does not exist. */
export interface RetentionStampingRefusedV1 extends Tenanted {
  readonly number: number;
  readonly code: string;
  readonly reasons: Reasons;
}

/** Nobody can say yet whether the retention is stamped; the work goes on. */
export interface RetentionStampingDelayedV1 extends Tenanted {
  readonly number: number;
  readonly reason: string;
}

/** The retention was certainly never stamped, and is given up. */
export interface RetentionStampingFailedV1 extends Tenanted {
  readonly number: number;
  readonly reason: string;
}

/** The cancellation of the retention was asked for. */
export interface RetentionCancellationRequestedV1 extends Tenanted {
  /** Counts the requests for this retention, from 1. */
  readonly number: number;
  readonly uuid: string;
  readonly motive: '01' | '02' | '03' | '04';
  /** Folio fiscal of the document in its place (motive 01). */
  readonly substitution: string | null;
}

/** How the request stands with the tax authority. After `rejected` and `expired` the retention is valid as before. */
export interface RetentionCancellationUpdatedV1 extends Tenanted {
  readonly number: number;
  readonly cancellation_status: 'pending' | 'verifying' | 'rejected' | 'expired';
}

/** The tax authority did not take the request to cancel the retention. */
export interface RetentionCancellationRefusedV1 extends Tenanted {
  readonly number: number;
  readonly code: string;
  readonly reasons: Reasons;
}

/** The retention is canceled with the tax authority. */
export interface RetentionCanceledV1 extends Tenanted {
  readonly number: number;
}
