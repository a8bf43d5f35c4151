import type { Detail, DomainEvent, ErrorCode } from '#kernel';
import type { JsonObject, Namespace } from './complements.js';
import type { CustomerSnapshot, IssuerSnapshot, RelatedDocuments } from './invoice-content.js';
import type { InvoiceStamp } from './invoice-issue.js';
import type { CancelMotive, FiscalDocument } from './invoicing.js';
import type { TaxType } from './taxes.js';
import type { SurplusSettled } from './surplus-stamps.js';

/** Streams of retentions: `retention-<id>`. */
export const RETENTION_STREAM = 'retention-';

/** The complements that SAT has for retentions, by SAT's own prefixes. */
export const RETENTION_COMPLEMENTS = [
  'arrendamientoenfideicomiso',
  'dividendos',
  'enajenaciondeacciones',
  'fideicomisonoempresarial',
  'intereses',
  'intereseshipotecarios',
  'operacionesconderivados',
  'pagosaextranjeros',
  'planesderetiro',
  'planesderetiro11',
  'plataformasTecnologicas',
  'premios',
  'sectorfinanciero',
] as const;
export type RetentionComplementType = (typeof RETENTION_COMPLEMENTS)[number];

/** A complement: one XML element, or SAT's attributes and elements by SAT's names, as the caller wrote them. */
export type RetentionComplement =
  | { readonly type: 'custom'; readonly data: string }
  | { readonly type: RetentionComplementType; readonly data: JsonObject };

/** A tax that was withheld. Amounts are decimal text in pesos. */
export interface RetentionTax {
  readonly base_ret: string | null;
  readonly impuesto: TaxType | null;
  readonly monto_ret: string;
  /** c_TipoPagoRet, two digits. */
  readonly tipo_pago_ret: string;
}

export interface RetentionPeriod {
  /** Months, 1 to 12. */
  readonly mes_ini: number;
  readonly mes_fin: number;
  readonly ejerc: number;
}

/** Amounts as the caller wrote them; null: left to us (the taxed part, and the sum of what is withheld). */
export interface RetentionTotals {
  readonly monto_tot_operacion: string;
  readonly monto_tot_exent: string;
  readonly monto_tot_grav: string | null;
  readonly monto_tot_ret: string | null;
  readonly imp_retenidos: readonly RetentionTax[];
  /** Of key 28 (RIF). */
  readonly utilidad_bimestral: string | null;
  readonly isr_correspondiente: string | null;
}

/** Everything that the caller decides about a retention; a draft may lack what stamping needs. */
export interface RetentionContent {
  /** Who got the payment, and from whom it was withheld. A foreigner has a country other than MEX. */
  readonly customer: CustomerSnapshot | null;
  /** c_CveRetenc, two digits. */
  readonly cve_retenc: string | null;
  /** Instant asked for, ISO 8601 in UTC; null: when it is issued. */
  readonly fecha_exp: string | null;
  readonly desc_retenc: string | null;
  readonly folio_int: string | null;
  readonly periodo: RetentionPeriod | null;
  readonly totales: RetentionTotals | null;
  /** One document at most (CfdiRetenRelacionados). */
  readonly related_documents: readonly RelatedDocuments[];
  readonly complements: readonly RetentionComplement[];
  readonly addenda: string | null;
  readonly namespaces: readonly Namespace[];
  readonly external_id: string | null;
  readonly idempotency_key: string | null;
  readonly pdf_custom_section: string | null;
}

/** What a retention says of which nothing was said. */
export const emptyRetention: RetentionContent = {
  customer: null,
  cve_retenc: null,
  fecha_exp: null,
  desc_retenc: null,
  folio_int: null,
  periodo: null,
  totales: null,
  related_documents: [],
  complements: [],
  addenda: null,
  namespaces: [],
  external_id: null,
  idempotency_key: null,
  pdf_custom_section: null,
};

/** The amounts of the document, decimal text with two decimals. */
export interface RetentionAmounts {
  readonly monto_tot_operacion: string;
  readonly monto_tot_grav: string;
  readonly monto_tot_exent: string;
  readonly monto_tot_ret: string;
}

/** What is fixed the moment a retention is issued. */
export interface RetentionIssue {
  /** Counts the stampings of this retention. */
  readonly number: number;
  readonly issuer: IssuerSnapshot;
  /** Instant of issue, ISO 8601 in UTC, whole seconds. */
  readonly date: string;
  /** The same in the local time of the place of issue: FechaExp. */
  readonly fecha: string;
  readonly amounts: RetentionAmounts;
}

export interface CreateRetention {
  readonly content: RetentionContent;
  readonly issuer: IssuerSnapshot;
  readonly draft: boolean;
  /** What it was asked by, as a hash: see Idempotency-Key. */
  readonly request?: string;
}

/** A draft: `amounts` null while they can't be computed, `problems` what keeps it from its stamp. */
interface Drafted {
  readonly content: RetentionContent;
  readonly amounts: RetentionAmounts | null;
  readonly problems: readonly Detail[];
  readonly at: string;
}

/** As of an invoice (`InvoiceEvent`): what happens to it on its way to the stamp and to its cancellation. */
export type RetentionEvent =
  | DomainEvent<'RetentionDrafted', Drafted & { copied_from?: string }>
  | DomainEvent<'RetentionDraftEdited', Drafted>
  | DomainEvent<'RetentionDraftDeleted', { at: string }>
  /** The first event of a retention that never was: nobody makes it any more, who has the id. */
  | DomainEvent<'RetentionForgone', { at: string }>
  /** A key that an edit has claimed may go to others: the edit comes to nothing. */
  | DomainEvent<'RetentionClaimsForgone', { at: string }>
  | DomainEvent<'RetentionIssued', { content: RetentionContent; issue: RetentionIssue; at: string }>
  | DomainEvent<
      'RetentionStamped',
      { number: number; stamp: InvoiceStamp; at: string; pac?: string; attempts?: number }
    >
  | DomainEvent<'RetentionSurplusStampFound', { uuid: string; pac: string; at: string }>
  | DomainEvent<'RetentionSurplusStampSettled', SurplusSettled>
  /**
   * The provider or the tax authority refused it: a draft again; made without one, gone, or, where its maker was shown it
   * without its stamp (`kept`), failed.
   */
  | DomainEvent<
      'RetentionRefused',
      { number: number; code: ErrorCode; details: readonly Detail[]; at: string; kept?: true }
    >
  | DomainEvent<
      'RetentionStampingDelayed',
      { number: number; reason: string; at: string; pac?: string; attempts?: number }
    >
  /** Certainly never stamped, and given up. */
  | DomainEvent<'RetentionStampingFailed', { number: number; reason: string; at: string }>
  | DomainEvent<
      'RetentionCancellationRequested',
      {
        number: number;
        motive: CancelMotive;
        /** The UUID in its place, with motive 01. */
        substitution: string | null;
        document: FiscalDocument;
        at: string;
      }
    >
  | DomainEvent<
      'RetentionCancellationUpdated',
      {
        number: number;
        status: 'pending' | 'verifying' | 'rejected' | 'expired';
        at: string;
        receipt_key: string | null;
      }
    >
  | DomainEvent<
      'RetentionCancellationRefused',
      { number: number; code: ErrorCode; details: readonly Detail[]; at: string }
    >
  | DomainEvent<'RetentionCanceled', { number: number; at: string; receipt_key: string | null }>
  /** The tax authority was asked and has nothing new. */
  | DomainEvent<'RetentionStatusChecked', { at: string }>;

/** A retention that has no stamp, or not yet, as its PDF shows it. */
export interface UnstampedRetention {
  readonly content: RetentionContent;
  readonly amounts: RetentionAmounts | null;
  /** null: nobody has issued it yet, and the organization as it is will. */
  readonly issuer: IssuerSnapshot | null;
  readonly status: 'draft' | 'pending' | 'failed';
  readonly livemode: boolean;
  /** Instants, ISO 8601 in UTC. `date`: of its issue, once it has one. */
  readonly date: string | null;
  readonly created_at: string;
}
