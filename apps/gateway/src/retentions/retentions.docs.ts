import { DATES } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

const NOT_FOUND = 'retention_not_found';
const services = {
  customer: {
    legal_name: 'XOCHILT CASAS CHAVEZ',
    tax_id: 'CACX7605101P8',
    tax_system: '612',
    address: { zip: '36257' },
  },
  cve_retenc: '01',
  periodo: { mes_ini: 1, mes_fin: 3, ejerc: 2026 },
  totales: {
    monto_tot_operacion: 1000,
    monto_tot_exent: 0,
    imp_retenidos: [{ base_ret: 1000, impuesto: 'ISR', monto_ret: 100, tipo_pago_ret: '04' }],
  },
};
const dividend = {
  ...services,
  cve_retenc: '14',
  periodo: { mes_ini: 4, mes_fin: 4, ejerc: 2026 },
  totales: {
    monto_tot_operacion: 1000,
    monto_tot_exent: 0,
    imp_retenidos: [{ base_ret: 1000, impuesto: 'ISR', monto_ret: 100, tipo_pago_ret: '03' }],
  },
  complements: [
    {
      type: 'dividendos',
      data: {
        DividOUtil: {
          CveTipDivOUtil: '01',
          MontISRAcredRetMexico: 100,
          MontISRAcredRetExtranjero: 0,
          TipoSocDistrDiv: 'Sociedad Nacional',
        },
      },
    },
  ],
};
/** What the stamp may be refused by. */
const STAMP = [
  'organization_incomplete',
  'retention_stamping_validation_error',
  'retention_stamping_failed',
  'retention_stamping_service_unavailable',
] as const;

export const retentionsDocs = {
  'POST /v2/retentions': {
    id: 'createRetention',
    tag: 'Retentions',
    summary: 'Create a retention',
    description: `Stamps a CFDI of retentions and payment information 2.0: what you withheld from a payment, for the one who got it. It is stamped before the answer; 202 while nobody can say whether it is, and then it is \`pending\` and followed up. With \`status: "draft"\` nothing is stamped, and everything may be missing.

The key \`cve_retenc\` says what was paid; some keys need a complement, such as 14 \`dividendos\` (\`/docs/guides/retentions\`). Data of a customer is found among yours or made. With the header \`Idempotency-Key\` the same request again is answered with the retention that the first one made. \`warnings\` tell what was taken and is probably not meant.`,
    examples: {
      services: { summary: 'Professional services', body: services },
      dividends: { summary: 'A dividend, with its complement', body: dividend },
      draft: { summary: 'A draft', body: { status: 'draft', cve_retenc: '16' } },
    },
    refusals: [
      { code: 'invalid_request', path: 'totales' },
      'invalid_retention_complement',
      'invalid_date',
      'customer_not_found',
      'idempotency_key_in_use',
      ...STAMP,
    ],
  },
  'GET /v2/retentions': {
    id: 'listRetentions',
    tag: 'Retentions',
    summary: 'List retentions',
    description:
      'Newest first. All filters together: `status` takes several, `date[gte]` and its like are about `fecha_exp`, `q` finds parts of the name and of the tax id of the customer.',
    examples: { valid: { summary: 'Those that are valid', parameters: { status: 'valid', limit: 2 } } },
    refusals: [{ code: 'invalid_request', path: 'status' }, 'page_too_large', ...DATES],
  },
  'GET /v2/retentions/:retention_id': {
    id: 'getRetention',
    tag: 'Retentions',
    summary: 'Get a retention',
    description:
      'The retention as it is now. `ETag` is its revision: send it as `If-Match` to change only what you have read.',
    refusals: [NOT_FOUND],
  },
  'PUT /v2/retentions/:retention_id': {
    id: 'updateRetention',
    tag: 'Retentions',
    summary: 'Edit a draft of a retention',
    description:
      'Changes the fields that are sent; `null` takes a value away again, and lists and objects are replaced whole. Only drafts can be edited: of a stamped retention another one takes the place. `is_ready_to_stamp` says whether something is missing.',
    examples: {
      period: { summary: 'Another period', body: { periodo: { mes_ini: 4, mes_fin: 6, ejerc: 2026 } } },
    },
    refusals: [
      { code: 'invalid_request', path: 'periodo.mes_fin' },
      NOT_FOUND,
      'retention_not_draft',
      'stamping_in_progress',
      'invalid_retention_complement',
      'invalid_date',
      'customer_not_found',
      'idempotency_key_in_use',
      'conflict',
      'precondition_failed',
    ],
  },
  'POST /v2/retentions/:retention_id/stamp': {
    id: 'stampRetention',
    tag: 'Retentions',
    summary: 'Stamp a draft of a retention',
    description:
      'Stamps a draft as it is, with the data that its customer has now. Takes no body. 202 while nobody can say whether it is stamped. Refused, it stays a draft: `errors` says what to change.',
    examples: { action: { summary: 'Nothing to say', body: {} } },
    refusals: [
      NOT_FOUND,
      'draft_not_ready_to_stamp',
      'retention_not_draft',
      'stamping_in_progress',
      'customer_not_found',
      'conflict',
      'precondition_failed',
      ...STAMP,
    ],
  },
  'POST /v2/retentions/:retention_id/copy': {
    id: 'copyRetention',
    tag: 'Retentions',
    summary: 'Copy a retention as a draft',
    description:
      'Makes a draft of any retention: without stamp, date, `external_id` and `idempotency_key`. Takes no body.',
    examples: { action: { summary: 'Nothing to say', body: {} } },
    refusals: [NOT_FOUND],
  },
  'DELETE /v2/retentions/:retention_id': {
    id: 'cancelRetention',
    tag: 'Retentions',
    summary: 'Cancel a retention, or remove a draft',
    description: `A draft is removed, and answered once more. A stamped retention is canceled at the SAT, and nobody has to accept that. The reason is in the query: \`motive\` is 02 unless you say another one; with 01 \`substitution\` is the retention in its place, by its id or its UUID. A reason in the body is refused.

While the SAT has not said so yet, \`cancellation_status\` is \`pending\`. \`cancellation_receipt\` is the path of the acuse once there is one.`,
    examples: {
      errors: { summary: 'With errors, and none in its place', parameters: { motive: '02' }, body: {} },
    },
    refusals: [
      { code: 'invalid_request', path: 'substitution' },
      NOT_FOUND,
      'retention_not_stamped',
      'retention_not_cancelable',
      'stamping_in_progress',
      'retention_cancellation_failed',
      'retention_cancellation_service_unavailable',
      'organization_incomplete',
      'conflict',
      'precondition_failed',
    ],
  },
  'PUT /v2/retentions/:retention_id/status': {
    id: 'refreshRetentionStatus',
    tag: 'Retentions',
    summary: 'Ask what became of a retention',
    description:
      'Asks provider and SAT now, instead of waiting for the next time that the service does so by itself: whether a pending stamp is there, whether a cancellation is through. A canceled retention is answered as it is. Takes no body.',
    examples: { action: { summary: 'Nothing to say', body: {} } },
    refusals: [
      NOT_FOUND,
      'retention_not_stamped',
      'retention_stamping_failed',
      'retention_stamping_service_unavailable',
      'retention_cancellation_service_unavailable',
      'service_unavailable',
    ],
  },
  'GET /v2/retentions/:retention_id/history': {
    id: 'listRetentionHistory',
    tag: 'Retentions',
    summary: 'List what happened to a retention',
    description:
      'Every step, newest first: made, edited, sent to be stamped, refused, stamped, canceled, each with its time and what else is known of it. Of a removed draft there is no history (404).',
    examples: { newest: { summary: 'The newest two steps', parameters: { limit: 2 } } },
    refusals: [NOT_FOUND, { code: 'invalid_request', path: 'limit' }, 'page_too_large'],
  },
} satisfies OperationDocs;
