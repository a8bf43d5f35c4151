import { describe, expect, it } from '@jest/globals';
import type { InvoiceCommand } from '#apps/invoicing/src/invoice/decide';
import {
  address,
  recordAnswer,
  at,
  cancel,
  create,
  customer,
  date,
  deleteDraft,
  draft,
  edit,
  recordFailure,
  folio,
  foreigner,
  issuer,
  item,
  product,
  recordRefusal,
  stamp,
  stampDraft,
  recordStamp,
} from '#apps/invoicing/src/invoice/testing';
import { ID, ORGANIZATION, rowOf, docOf } from './row.js';

/** Fields of the answer (specification, Invoice (response); contract 6.4), in every status. */
const FIELDS = [
  ...['id', 'created_at', 'livemode', 'organization', 'status', 'cancellation_status', 'canceled_at'],
  ...['cancellation', 'verification_url', 'date', 'address', 'type', 'customer', 'total', 'uuid', 'series'],
  ...['folio_number', 'external_id', 'idempotency_key', 'payment_form', 'payment_method', 'use', 'export'],
  ...['conditions', 'global', 'total_payment_amount', 'total_payment_amount_converted', 'items', 'stamp'],
  ...['is_ready_to_stamp', 'related_documents', 'received_payment_ids', 'target_invoice_ids', 'currency'],
  ...['exchange', 'complements', 'pdf_custom_section', 'pdf_options', 'addenda', 'namespaces'],
  ...['issuer_type', 'issuer_info', 'cfdi_version', 'amount_due', 'payment_status'],
  ...['verification_carta_porte', 'subtotal', 'discount', 'taxes', 'third_party'],
].sort();
/** Fields that are null although the caller could have said them, as these invoices do not. */
const UNSAID = [
  ...['external_id', 'idempotency_key', 'conditions', 'global', 'series', 'addenda', 'third_party'],
  ...['pdf_custom_section', 'pdf_options', 'verification_carta_porte'],
];
const nullsOf = (doc: object) =>
  Object.entries(doc)
    .filter(([name, value]) => value === null && !UNSAID.includes(name))
    .map(([name]) => name)
    .sort();

const NEVER_CANCELED = ['canceled_at', 'cancellation'];
const UNSTAMPED = ['stamp', 'uuid', 'verification_url', 'amount_due', 'payment_status', ...NEVER_CANCELED];
const UNISSUED = [...UNSTAMPED, 'address', 'date', 'folio_number', 'issuer_info'];

describe('the answer', () => {
  it.each<readonly [string, InvoiceCommand[], string[]]>([
    ['draft', [draft()], UNISSUED],
    ['pending', [create()], UNSTAMPED],
    ['valid', [create(), recordStamp()], NEVER_CANCELED],
    ['canceled', [create(), recordStamp(), cancel(), recordAnswer('accepted')], ['payment_status']],
    ['failed', [create(), recordFailure()], UNSTAMPED],
  ])('of one that is %s has all its fields', (status, commands, nulls) => {
    const doc = docOf(...commands);
    expect(Object.keys(doc).sort()).toEqual(FIELDS);
    expect(nullsOf(doc)).toEqual([...nulls].sort());
    expect(doc['status']).toBe(status);
  });

  it('shows amounts as numbers, and what the caller wrote', () => {
    expect(
      docOf(draft({ related_documents: [{ relationship: '04', documents: ['A', 'B'] }] })),
    ).toMatchObject({
      id: ID,
      created_at: at,
      livemode: false,
      organization: ORGANIZATION,
      cfdi_version: 4,
      total: 116,
      subtotal: 100,
      discount: 0,
      taxes: [{ type: 'IVA', rate: 0.16, base: 100, amount: 16, withholding: false }],
      exchange: 1,
      items: [{ quantity: 1, discount: 0, product: { ...product, price: 116, taxes: [{ rate: 0.16 }] } }],
      customer: { id: customer.id, legal_name: customer.legal_name, tax_id: customer.tax_id },
      related_documents: [{ relationship: '04', documents: ['A', 'B'], uuid: 'A' }],
    });
  });

  it('of an issued one shows its issue, and of a stamped one its stamp', () => {
    const place = { ...address, zip: '22000' };
    const doc = docOf(create({ address: place, series: 'A' }, folio(7, 'A')), recordStamp());
    const { legal_name, tax_id, tax_system } = issuer;
    expect(doc).toMatchObject({
      date,
      address: place,
      series: 'A',
      folio_number: 7,
      issuer_info: { legal_name, tax_id, tax_system, address },
      uuid: stamp.uuid,
      verification_url: stamp.verification_url,
      stamp: {
        signature: stamp.signature,
        date: stamp.date,
        sat_cert_number: stamp.sat_cert_number,
        sat_signature: stamp.sat_signature,
        complement_string: stamp.complement_string,
        rfc_provider_cert: stamp.rfc_provider_cert,
      },
    });
    expect(docOf(create())).toMatchObject({ address });
    expect(JSON.stringify(doc)).not.toContain(stamp.xml_key);
  });

  it('shows the use that the document has, not the one that was asked for a foreigner', () => {
    expect(docOf(create({ customer: foreigner, use: 'G03' }))['use']).toBe('S01');
  });

  it('says whether a draft is ready', () => {
    expect(docOf(draft())['is_ready_to_stamp']).toBe(true);
    expect(docOf(draft({ customer: null }))).toMatchObject({ is_ready_to_stamp: false, total: 116 });
    expect(docOf(draft({ items: [] }))).toMatchObject({ is_ready_to_stamp: false, total: 0, subtotal: null });
    expect(docOf(draft({ customer: null }), edit({ customer }))['is_ready_to_stamp']).toBe(true);
  });
});

describe('columns', () => {
  it('are what lists look for', () => {
    const two = { ...item, product: { ...product, description: 'Café de olla' } };
    expect(
      rowOf(create({ items: [item, two], external_id: 'e-1', series: 'A' }), recordStamp()),
    ).toMatchObject({
      id: ID,
      revision: 1,
      organization_id: ORGANIZATION,
      livemode: false,
      status: 'valid',
      hidden: false,
      type: 'I',
      issuer_type: 'issuing',
      customer_id: customer.id,
      customer_tax_id: customer.tax_id,
      payment_method: 'PUE',
      total: '232.00',
      folio_number: '1',
      external_id: 'e-1',
      uuid: stamp.uuid,
      cancellation_status: 'none',
      created_at: at,
      sort_at: date,
      customer_search: expect.stringContaining('robotica espanola'),
      search: expect.stringMatching(/^taza.*cafe/s),
      xml_key: stamp.xml_key,
      timbre_xml: stamp.timbre_xml,
    });
  });

  it('are found by a name that an index can hold, whatever it is written in', () => {
    const name = Array.from({ length: 300 }, (_, n) =>
      String.fromCharCode(0xac00 + ((n * 7919) % 11_000)),
    ).join('');
    const { customer_search: searched } = rowOf(draft({ customer: { ...customer, legal_name: name } })) ?? {};
    expect(Array.from(searched ?? '')).toHaveLength(400);
    expect(Buffer.byteLength(searched ?? '')).toBeLessThan(2_000);
  });

  it('order an issued invoice by its date, and a draft by its creation', () => {
    const asked = '2026-11-20T10:00:00.000Z';
    expect(rowOf(draft({ date: asked }))).toMatchObject({ sort_at: at });
    const stamp = stampDraft(undefined, undefined, { date: asked });
    expect(rowOf(draft({ date: asked }), stamp)).toMatchObject({ sort_at: asked, created_at: at });
    expect(rowOf(draft({ date: asked }), stamp, recordRefusal())).toMatchObject({ sort_at: at });
  });
});

describe('what is owed', () => {
  it.each([
    ['PUE', '03', 0, 'paid'],
    ['PPD', '99', 116, 'unpaid'],
  ])('of a %s invoice', (payment_method, payment_form, due, status) => {
    const life = [create({ payment_method, payment_form }), recordStamp()];
    expect(docOf(...life)).toMatchObject({ amount_due: due, payment_status: status });
    expect(rowOf(...life)).toMatchObject({ amount_due: due === 0 ? '0' : '116.00', payment_status: status });
    const canceled = rowOf(...life, cancel(), recordAnswer('accepted'));
    expect(canceled).toMatchObject({
      amount_due: '0',
      payment_status: null,
      doc: { amount_due: 0, payment_status: null },
    });
  });

  it('of one that is given away is nothing, however it was to be paid', () => {
    const free = { items: [{ ...item, discount: '116' }], payment_method: 'PPD', payment_form: '99' };
    const life = [create(free), recordStamp()];
    expect(docOf(...life)).toMatchObject({ total: 0, amount_due: 0, payment_status: 'paid' });
  });
});

describe('a refusal', () => {
  const outcome = {
    of: 'stamp',
    number: 1,
    kind: 'refused',
    code: 'invoice_stamping_validation_error',
    details: [{ code: 'CFDI40145', source: 'sat' }],
  };

  it('hides an invoice that never was a draft, and keeps its answer for the waiting caller', () => {
    expect(rowOf(create(), recordRefusal())).toMatchObject({ hidden: true, status: 'refused', outcome });
  });

  it('makes a draft of a stamped draft again, as it was', () => {
    const asked = '2026-11-20T10:00:00.000Z';
    const fields = { date: asked, series: 'A', folio_number: 12, address: { ...address, zip: '22000' } };
    const before = rowOf(draft(fields));
    const row = rowOf(draft(fields), stampDraft(folio(12, 'A'), undefined, fields), recordRefusal());
    expect(row).toEqual({ ...before, revision: 2, outcome });
    expect(row).toMatchObject({ hidden: false, folio_number: '12', doc: { folio_number: 12 } });
    expect(rowOf(draft(), stampDraft(folio(7)), recordRefusal())).toMatchObject({
      folio_number: null,
      doc: { folio_number: null, date: null, issuer_info: null, status: 'draft' },
    });
  });
});

it('a deleted draft, and an invoice that never was, leave no row', () => {
  expect(rowOf(draft(), deleteDraft)).toBeUndefined();
  expect(rowOf({ type: 'forgo', now: new Date(at), at: -1 })).toBeUndefined();
});

it('a delay and a failure reach the waiting caller', () => {
  const delay: InvoiceCommand = { type: 'record-delay', now: new Date(at), number: 1, reason: 'timeout' };
  expect(rowOf(create(), delay)).toMatchObject({
    status: 'pending',
    outcome: { number: 1, kind: 'delayed' },
  });
  expect(rowOf(create(), recordFailure())).toMatchObject({
    status: 'failed',
    outcome: { number: 1, kind: 'failed' },
  });
});
