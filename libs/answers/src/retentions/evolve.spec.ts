import { describe, expect, it } from '@jest/globals';
import type {
  InvoiceStamp,
  RetentionContent,
  RetentionEvent,
  RetentionIssue,
  RetentionRow,
  RetentionTax,
} from '#contracts';
import { emptyAddress } from '#contracts';
import type { Told } from '../told.js';
import { retentionRow } from './evolve.js';

const AT = '2026-03-01T18:00:00.000Z';
const content: RetentionContent = {
  customer: {
    ...{
      id: 'c',
      legal_name: 'XOCHILT CASAS CHAVEZ',
      tax_id: 'CACX7605101P8',
      tax_system: '605',
      email: null,
    },
    address: { ...emptyAddress, zip: '36257', country: 'MEX' },
  },
  ...{ cve_retenc: '14', fecha_exp: null, desc_retenc: null, folio_int: 'A1' },
  periodo: { mes_ini: 1, mes_fin: 3, ejerc: 2026 },
  totales: {
    ...{ monto_tot_operacion: '1000', monto_tot_exent: '0', monto_tot_grav: null, monto_tot_ret: null },
    imp_retenidos: [{ base_ret: '1000', impuesto: 'ISR', monto_ret: '100.5', tipo_pago_ret: '04' }],
    ...{ utilidad_bimestral: null, isr_correspondiente: null },
  },
  related_documents: [{ relationship: '01', documents: ['U'] }],
  complements: [
    { type: 'custom', data: '<a/>' },
    { type: 'dividendos', data: { Version: '1.0' } },
  ],
  ...{ addenda: null, namespaces: [], external_id: 'x', idempotency_key: 'k', pdf_custom_section: null },
};
const amounts = {
  ...{ monto_tot_operacion: '1000.00', monto_tot_grav: '1000.00' },
  ...{ monto_tot_exent: '0.00', monto_tot_ret: '100.50' },
};
const issuer = {
  ...{ legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601', certificate: '3' },
  address: { ...emptyAddress, zip: '42501', country: 'MEX' },
};
const issue: RetentionIssue = {
  ...{ number: 1, issuer, date: '2026-03-02T18:00:00.000Z', fecha: '2026-03-02T12:00:00', amounts },
};
const stamp: InvoiceStamp = {
  ...{ uuid: 'UUID', date: AT, signature: 's', sat_cert_number: '1', sat_signature: 'ss' },
  ...{
    rfc_provider_cert: 'P',
    complement_string: '||',
    issuer_cert_number: '3',
    xml_key: 'x',
    timbre_xml: 't',
  },
  verification_url: 'https://sat',
};

const drafted = { type: 'RetentionDrafted', data: { content, amounts: null, problems: [], at: AT } } as const;
const issued = { type: 'RetentionIssued', data: { content, issue, at: AT } } as const;
const stamped = { type: 'RetentionStamped', data: { number: 1, stamp, at: AT } } as const;
const asked = {
  type: 'RetentionCancellationRequested',
  data: {
    ...{ number: 1, motive: '02', substitution: null, at: AT },
    document: { uuid: 'UUID', issuer_rfc: 'E', receiver_rfc: 'R', total: '1', sello_tail: 's' },
  },
} as const;

/** The row after some events of one retention. */
function rowAfter(...events: readonly Pick<RetentionEvent, 'type' | 'data'>[]): RetentionRow | undefined {
  let row: RetentionRow | undefined;
  for (const [revision, event] of events.entries())
    row = retentionRow(row, {
      ...event,
      streamId: 'retention-0123',
      revision,
      metadata: { organizationId: 'o', livemode: false },
    } as unknown as Told<RetentionEvent>);
  return row;
}

describe('the row of a retention', () => {
  it('shows of a draft what was written, and the totals once they can be computed', () => {
    const row = rowAfter(drafted);
    expect(row).toMatchObject({
      id: '0123',
      status: 'draft',
      hidden: false,
      customer_id: 'c',
      cve_retenc: '14',
    });
    expect(row?.search).toBe('xochilt casas chavez\ncacx7605101p8');
    expect(row?.doc).toMatchObject({
      issuer_info: null,
      fecha_exp: null,
      is_ready_to_stamp: true,
      uuid: null,
    });
    expect(row?.doc.totales).toMatchObject({
      monto_tot_operacion: 1000,
      monto_tot_grav: null,
      monto_tot_ret: null,
    });
    const edited = { type: 'RetentionDraftEdited', data: { ...drafted.data, amounts } } as const;
    expect(rowAfter(drafted, edited)?.doc.totales).toMatchObject({
      monto_tot_grav: 1000,
      monto_tot_ret: 100.5,
    });
  });

  it('has its taxes with the cents of the document, once it is one', () => {
    const taxes: RetentionTax[] = [
      { base_ret: '1000.555', impuesto: 'ISR', monto_ret: '33.333', tipo_pago_ret: '04' },
    ];
    const fine = { ...content, totales: content.totales && { ...content.totales, imp_retenidos: taxes } };
    const taxesOf = (event: Pick<RetentionEvent, 'type' | 'data'>) =>
      rowAfter(event)?.doc.totales?.imp_retenidos;
    expect(taxesOf({ ...drafted, data: { ...drafted.data, content: fine } })).toMatchObject([
      { base_ret: 1000.555, monto: 33.333 },
    ]);
    expect(taxesOf({ ...issued, data: { ...issued.data, content: fine } })).toMatchObject([
      { base_ret: 1000.56, base: 1000.56, monto_ret: 33.33, monto: 33.33 },
    ]);
  });

  it('answers taxes under both names, XML as text and typed complements as they came', () => {
    const doc = rowAfter(issued)?.doc;
    const tax = { base_ret: 1000, base: 1000, monto_ret: 100.5, monto: 100.5, impuesto: 'ISR' };
    expect(doc?.totales?.imp_retenidos).toEqual([{ ...tax, tipo_pago_ret: '04', pago_provisional: true }]);
    expect(doc?.complements).toEqual(['<a/>', { type: 'dividendos', data: { Version: '1.0' } }]);
    expect(doc?.related_documents).toEqual([{ relationship: '01', documents: ['U'], uuid: 'U' }]);
    expect(doc?.issuer_info).not.toHaveProperty('certificate');
  });

  it('is valid once it is stamped, and sorted by its date', () => {
    const row = rowAfter(issued, stamped);
    expect(row).toMatchObject({
      status: 'valid',
      uuid: 'UUID',
      sort_at: issue.date,
      xml_key: 'x',
      revision: 1,
    });
    expect(row?.outcome).toEqual({ of: 'stamp', number: 1, kind: 'done' });
    expect(row?.doc).toMatchObject({
      status: 'valid',
      fecha_exp: issue.date,
      verification_url: 'https://sat',
    });
    expect(row?.doc.stamp).toEqual(expect.objectContaining({ signature: 's', date: AT }));
  });

  it('is a draft again when it was refused, and hidden where it never was one', () => {
    const data = { number: 1, code: 'retention_stamping_validation_error', details: [], at: AT } as const;
    const refused = { type: 'RetentionRefused', data } as const;
    expect(rowAfter(drafted, issued, refused)).toMatchObject({
      ...{ status: 'draft', hidden: false, sort_at: AT },
      doc: { status: 'draft', fecha_exp: null, issuer_info: null },
    });
    expect(rowAfter(issued, refused)).toMatchObject({ status: 'refused', hidden: true });
  });

  it('is canceled once the tax authority has said so, with the place of its receipt', () => {
    const canceled = { type: 'RetentionCanceled', data: { number: 1, at: AT, receipt_key: 'r' } } as const;
    expect(rowAfter(issued, stamped, asked)).toMatchObject({
      status: 'valid',
      cancellation_status: 'verifying',
    });
    const row = rowAfter(issued, stamped, asked, canceled);
    expect(row).toMatchObject({ status: 'canceled', cancellation_status: 'accepted', receipt_key: 'r' });
    expect(row?.doc).toMatchObject({
      ...{ status: 'canceled', canceled_at: AT, cancellation_status: 'accepted' },
      cancellation: { motive: '02', substitutionUUID: null, status: 'accepted' },
      cancellation_receipt: '/v2/retentions/0123/cancellation_receipt/xml',
    });
  });

  it('has no cancellation after a refused one, and can be asked again', () => {
    const data = { number: 1, code: 'retention_cancellation_failed', details: [], at: AT } as const;
    const row = rowAfter(issued, stamped, asked, { type: 'RetentionCancellationRefused', data });
    expect(row).toMatchObject({ status: 'valid', cancellation_status: 'none', doc: { cancellation: null } });
    expect(row?.outcome).toMatchObject({ of: 'cancellation', kind: 'refused' });
  });

  it.each(['RetentionDraftDeleted', 'RetentionForgone'] as const)('is gone after %s', (type) => {
    expect(rowAfter(drafted, { type, data: { at: AT } })).toBeUndefined();
  });

  it('takes the revision of events that show nowhere', () => {
    expect(rowAfter(drafted, { type: 'RetentionClaimsForgone', data: { at: AT } })?.revision).toBe(1);
  });
});
