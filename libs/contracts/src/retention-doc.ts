import type { Namespace } from './complements.js';
import type { CustomerSnapshot, IssuerSnapshot } from './invoice-content.js';
import type { CancellationDoc, RelatedDocumentsDoc, StampDoc } from './invoice-doc.js';
import type { CancellationStatus } from './invoice-issue.js';
import type { RetentionComplement, RetentionPeriod } from './retentions.js';

export type RetentionStatus = 'draft' | 'pending' | 'valid' | 'canceled' | 'failed';

export interface RetentionTaxDoc {
  readonly base_ret: number | null;
  readonly impuesto: string | null;
  readonly monto_ret: number;
  readonly tipo_pago_ret: string;
  /** Whether it is provisional (c_TipoPagoRet 04). */
  readonly pago_provisional: boolean;
  /** `base_ret` and `monto_ret` by the names of some clients. */
  readonly base: number | null;
  readonly monto: number;
}

export interface RetentionTotalsDoc {
  readonly monto_tot_operacion: number;
  readonly monto_tot_exent: number;
  /** Null only in a draft whose amounts can't be computed yet, as the next. */
  readonly monto_tot_grav: number | null;
  readonly monto_tot_ret: number | null;
  readonly imp_retenidos: readonly RetentionTaxDoc[];
  readonly utilidad_bimestral: number | null;
  readonly isr_correspondiente: number | null;
}

/** A retention as the API answers it: every field in every state, amounts as JSON numbers. */
export interface RetentionDoc {
  readonly id: string;
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly type: 'Retención';
  readonly status: RetentionStatus;
  readonly is_ready_to_stamp: boolean;
  readonly customer: CustomerSnapshot | null;
  readonly issuer_info: IssuerSnapshot | null;
  readonly cve_retenc: string | null;
  /** Of a draft: the one asked for. */
  readonly fecha_exp: string | null;
  readonly desc_retenc: string | null;
  readonly folio_int: string | null;
  readonly periodo: RetentionPeriod | null;
  readonly totales: RetentionTotalsDoc | null;
  readonly related_documents: readonly RelatedDocumentsDoc[];
  /** XML as text, typed ones as `{type, data}`. */
  readonly complements: readonly (string | Exclude<RetentionComplement, { readonly type: 'custom' }>)[];
  readonly addenda: string | null;
  readonly namespaces: readonly Namespace[];
  readonly external_id: string | null;
  readonly idempotency_key: string | null;
  readonly pdf_custom_section: string | null;
  readonly uuid: string | null;
  readonly verification_url: string | null;
  readonly stamp: StampDoc | null;
  readonly cancellation_status: CancellationStatus;
  readonly cancellation: CancellationDoc | null;
  readonly canceled_at: string | null;
  /** Where its receipt is (`GET /retentions/{id}/cancellation_receipt/xml`), once there is one. */
  readonly cancellation_receipt: string | null;
}

/** What a draft does not have yet: its date, too, is fixed only when it is issued. */
export type RetentionIssueDoc = Pick<RetentionDoc, 'fecha_exp' | 'issuer_info'>;
