import {
  emptyAddress,
  type RetentionAmounts,
  type RetentionContent,
  type RetentionEvent,
  type ToldType,
} from '#contracts';

const UUID = '8d0f6a52-3c71-4b9e-8f64-1a2b7c9d0e35';

const content: RetentionContent = {
  customer: {
    ...{ id: '6743f1c2a1b2c3d4e5f60701', legal_name: 'XOCHILT CASAS CHAVEZ', tax_id: 'CACX7605101P8' },
    ...{ tax_system: '605', email: 'socia@example.com', address: { ...emptyAddress, zip: '36257' } },
  },
  ...{ cve_retenc: '14', fecha_exp: null, desc_retenc: null, folio_int: 'DIV-7' },
  periodo: { mes_ini: 11, mes_fin: 11, ejerc: 2026 },
  totales: {
    ...{ monto_tot_operacion: '10000', monto_tot_exent: '0', monto_tot_grav: null, monto_tot_ret: null },
    imp_retenidos: [{ base_ret: '10000', impuesto: 'ISR', monto_ret: '1000', tipo_pago_ret: '03' }],
    ...{ utilidad_bimestral: null, isr_correspondiente: null },
  },
  ...{ related_documents: [], addenda: null, namespaces: [], pdf_custom_section: null },
  complements: [
    {
      type: 'dividendos',
      data: {
        DividOUtil: {
          ...{ CveTipDivOUtil: '01', MontISRAcredRetMexico: '1000.00', MontISRAcredRetExtranjero: '0' },
          TipoSocDistrDiv: 'Sociedad Nacional',
        },
      },
    },
  ],
  ...{ external_id: 'DIVIDENDOS-2026-11', idempotency_key: null },
};
const amounts: RetentionAmounts = {
  ...{ monto_tot_operacion: '10000.00', monto_tot_grav: '10000.00' },
  ...{ monto_tot_exent: '0.00', monto_tot_ret: '1000.00' },
};

/** An instant as the provider writes it into the document. */
const local = (at: string): string => at.slice(0, 19);

const drafted = (at: string): Extract<RetentionEvent, { type: 'RetentionDrafted' }> => ({
  type: 'RetentionDrafted',
  data: { content, amounts, problems: [], at },
});
const issued = (at: string): RetentionEvent => ({
  type: 'RetentionIssued',
  data: {
    content,
    issue: {
      number: 1,
      issuer: {
        ...{ legal_name: 'INNOVACION VALOR Y DESARROLLO', tax_id: 'IVD920810GU2', tax_system: '601' },
        address: { ...emptyAddress, zip: '26015' },
      },
      ...{ date: at, fecha: local(at), amounts },
    },
    at,
  },
});
const stamped = (at: string): RetentionEvent => ({
  type: 'RetentionStamped',
  data: {
    number: 1,
    stamp: {
      ...{ uuid: UUID, date: at, signature: 'c2VsbG8gZGVsIGVtaXNvcg==' },
      ...{ sat_cert_number: '30001000000500003456', sat_signature: 'c2VsbG8gZGVsIFNBVA==' },
      rfc_provider_cert: 'SPR190613I52',
      complement_string: `||1.1|${UUID}|${local(at)}|SPR190613I52|c2VsbG8=|30001000000500003456||`,
      ...{ issuer_cert_number: '30001000000500003416', xml_key: '', timbre_xml: '' },
      verification_url: `https://prodretencionverificacion.clouda.sat.gob.mx/?id=${UUID}`,
    },
    at,
  },
});
const requested = (at: string): RetentionEvent => ({
  type: 'RetentionCancellationRequested',
  data: {
    ...{ number: 1, motive: '02', substitution: null, at },
    document: {
      ...({ kind: 'retention', uuid: UUID, issuer_rfc: 'IVD920810GU2' } as const),
      ...{ receiver_rfc: 'CACX7605101P8', total: '10000.00', sello_tail: 'emlzb3I=' },
    },
  },
});
const details = [
  {
    ...({ code: 'Reten20119', source: 'sat' } as const),
    message: 'El nombre del receptor no corresponde al RFC registrado.',
  },
];

const surplus = (at: string): Extract<RetentionEvent, { type: 'RetentionSurplusStampFound' }> => ({
  type: 'RetentionSurplusStampFound',
  data: { uuid: 'C7D90E11-2A34-4F6B-8E15-90B7D2C4A6F8', pac: 'sw', at },
});

/** A retention's history up to the event that is told. */
export function retentionEvents(type: ToldType, at: string): readonly RetentionEvent[] {
  const made = issued(at);
  const asked = [made, stamped(at), requested(at)];
  const canceled: RetentionEvent = { type: 'RetentionCanceled', data: { number: 1, at, receipt_key: null } };
  const stories: Partial<Record<ToldType, readonly RetentionEvent[]>> = {
    'retention.created': [made],
    'retention.edited': [drafted(at), { ...drafted(at), type: 'RetentionDraftEdited' }],
    'retention.deleted': [drafted(at), { type: 'RetentionDraftDeleted', data: { at } }],
    'retention.stamping_refused': [
      ...[drafted(at), made],
      {
        type: 'RetentionRefused',
        data: { number: 1, code: 'retention_stamping_validation_error', details, at },
      },
    ],
    'retention.stamping_delayed': [
      made,
      { type: 'RetentionStampingDelayed', data: { number: 1, reason: 'no_answer', at } },
    ],
    'retention.stamping_failed': [
      made,
      { type: 'RetentionStampingFailed', data: { number: 1, reason: 'too_old', at } },
    ],
    'retention.cancellation_requested': asked,
    'retention.cancellation_updated': [
      ...asked,
      {
        type: 'RetentionCancellationUpdated',
        data: { number: 1, status: 'verifying', receipt_key: null, at },
      },
    ],
    'retention.cancellation_refused': [
      ...asked,
      {
        type: 'RetentionCancellationRefused',
        data: { number: 1, code: 'retention_not_cancelable', details: [], at },
      },
    ],
    'retention.canceled': [...asked, canceled],
    'retention.surplus_stamp_found': [made, stamped(at), surplus(at)],
    'retention.surplus_stamp_settled': [
      ...[made, stamped(at), surplus(at)],
      { type: 'RetentionSurplusStampSettled', data: { ...surplus(at).data, status: 'canceled' } },
    ],
    'retention.cancellation_status_updated': [...asked, canceled],
  };
  return stories[type] ?? [made, stamped(at)];
}
