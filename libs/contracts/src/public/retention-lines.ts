import type { RetentionAmounts, RetentionContent, RetentionEvent } from '../retentions.js';
import {
  cancellationRequestV1,
  cancellationStateV1,
  issuerV1,
  lateV1,
  reasonsV1,
  refusalV1,
  settledV1,
  stampV1,
  surplusV1,
} from './document-lines.js';
import { excerpt } from './excerpt.js';
import { customerV1, relatedV1 } from './invoice-lines.js';
import { internal, type Lines } from './lines.js';
import type { RetentionContentV1, RetentionTotalsV1 } from './retention-types.js';

const contentV1 = (content: RetentionContent): RetentionContentV1 => ({
  customer: content.customer && customerV1(content.customer),
  retention_key: content.cve_retenc,
  description: content.desc_retenc,
  internal_folio: content.folio_int,
  period: content.periodo && {
    first_month: content.periodo.mes_ini,
    last_month: content.periodo.mes_fin,
    year: content.periodo.ejerc,
  },
  taxes: excerpt(content.totales?.imp_retenidos ?? [], (tax) => ({
    ...{ base: tax.base_ret, type: tax.impuesto, amount: tax.monto_ret },
    payment_type: tax.tipo_pago_ret,
  })),
  related_documents: relatedV1(content.related_documents),
  complements: [...new Set(content.complements.map(({ type }) => type))],
  external_id: content.external_id,
});

const totalsV1 = (amounts: RetentionAmounts): RetentionTotalsV1 => ({
  operation: amounts.monto_tot_operacion,
  taxed: amounts.monto_tot_grav,
  exempt: amounts.monto_tot_exent,
  withheld: amounts.monto_tot_ret,
});

/** The public events of retentions. */
export const retentionLines: Lines<RetentionEvent> = {
  RetentionDrafted: [
    {
      as: 'retention.drafted.v1',
      data: ({ content, amounts, problems, copied_from = null }) => ({
        content: contentV1(content),
        totals: amounts && totalsV1(amounts),
        problems: reasonsV1(problems),
        copied_from,
      }),
    },
  ],
  RetentionDraftEdited: [
    {
      as: 'retention.edited.v1',
      data: ({ content, amounts, problems }) => ({
        content: contentV1(content),
        totals: amounts && totalsV1(amounts),
        problems: reasonsV1(problems),
      }),
    },
  ],
  RetentionDraftDeleted: [{ as: 'retention.deleted.v1', data: () => ({}) }],
  RetentionForgone: internal('takes an id out of use that never was a retention'),
  RetentionClaimsForgone: internal('lets go of a reservation; the draft says what it said'),
  RetentionIssued: [
    {
      as: 'retention.issued.v1',
      data: ({ content, issue: { number, issuer, date, fecha, amounts } }) => ({
        number,
        issuer: issuerV1(issuer),
        ...{ date, fecha },
        content: contentV1(content),
        totals: totalsV1(amounts),
      }),
    },
  ],
  RetentionStamped: [{ as: 'retention.stamped.v1', data: stampV1 }],
  RetentionRefused: [{ as: 'retention.stamping_refused.v1', data: refusalV1 }],
  RetentionSurplusStampFound: [{ as: 'retention.surplus_stamp_found.v1', data: surplusV1 }],
  RetentionSurplusStampSettled: [{ as: 'retention.surplus_stamp_settled.v1', data: settledV1 }],
  RetentionStampingDelayed: [{ as: 'retention.stamping_delayed.v1', data: lateV1 }],
  RetentionStampingFailed: [{ as: 'retention.stamping_failed.v1', data: lateV1 }],
  RetentionCancellationRequested: [
    { as: 'retention.cancellation_requested.v1', data: cancellationRequestV1 },
  ],
  RetentionCancellationUpdated: [{ as: 'retention.cancellation_updated.v1', data: cancellationStateV1 }],
  RetentionCancellationRefused: [{ as: 'retention.cancellation_refused.v1', data: refusalV1 }],
  RetentionCanceled: [{ as: 'retention.canceled.v1', data: ({ number }) => ({ number }) }],
  RetentionStatusChecked: internal('says that nothing is new'),
};
