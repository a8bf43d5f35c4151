import { describe, expect, it } from '@jest/globals';
import type { InvoiceContent, InvoiceItem } from '../invoice-content.js';
import { publicEventsOf, UnknownEvent, type StoredEvent } from './cloud-event.js';
import { toKafka } from './kafka-binding.js';

const at = '2026-11-21T18:00:00.000Z';
const stored = (over: Partial<StoredEvent> = {}): StoredEvent => ({
  id: '0b1d2e3f-0000-5000-8000-000000000001',
  type: 'PaymentReceived',
  data: { payment: '66f0c0c0c0c0c0c0c0c0c0bb', amount: '10.50', at },
  streamId: 'invoice-66f0c0c0c0c0c0c0c0c0c0aa',
  revision: 7,
  recordedAt: new Date('2026-11-21T18:00:01.250Z'),
  metadata: {
    ...{ organizationId: '66f0c0c0c0c0c0c0c0c0c001', livemode: true },
    correlationId: '66f0c0c0c0c0c0c0c0c0c002',
  },
  ...over,
});
const one = (event: StoredEvent) => {
  const [only, ...more] = publicEventsOf(event, 'timbra');
  expect(more).toEqual([]);
  return only!;
};

describe('a public event', () => {
  it('is a CloudEvent in binary mode, keyed by its aggregate', () => {
    const { key, headers, value } = toKafka(one(stored()));
    expect(key).toBe('66f0c0c0c0c0c0c0c0c0c0aa');
    expect(headers).toEqual({
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ce_source: 'urn:timbra:timbra:invoice',
      ce_type: 'mx.timbra.invoice.payment_received.v1',
      ce_subject: '66f0c0c0c0c0c0c0c0c0c0aa',
      ce_time: '2026-11-21T18:00:01.250Z',
      ce_dataschema: 'urn:timbra:event:invoice.payment_received:v1',
      ce_organization: '66f0c0c0c0c0c0c0c0c0c001',
      ce_livemode: 'true',
      ce_revision: '7',
      ce_correlationid: '66f0c0c0c0c0c0c0c0c0c002',
    });
    expect(JSON.parse(value.toString())).toEqual({
      id: '66f0c0c0c0c0c0c0c0c0c0aa',
      organization: '66f0c0c0c0c0c0c0c0c0c001',
      livemode: true,
      at,
      payment: '66f0c0c0c0c0c0c0c0c0c0bb',
      amount: '10.50',
    });
  });

  it('has the same id and the same bytes however often it is made, and another for another event', () => {
    expect(toKafka(one(stored()))).toEqual(toKafka(one(stored())));
    const other = one(stored({ id: '0b1d2e3f-0000-5000-8000-000000000002' }));
    expect(other.attributes.id).not.toBe(one(stored()).attributes.id);
  });

  it('carries the trace of its request where there is one', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const traced = one(stored({ metadata: { ...stored().metadata, traceparent } }));
    expect(toKafka(traced).headers).toMatchObject({ ce_traceparent: traceparent });
  });

  it('of an organization has no livemode: it stands above the environments', () => {
    const id = '66f0c0c0c0c0c0c0c0c0c001';
    const event = one(
      stored({
        type: 'OrganizationCreated',
        streamId: `organization-${id}`,
        data: { name: 'Escuela', owner_id: id, test_key: { id, hash: 'hash', first_12: 'sk_test_abcd' }, at },
      }),
    );
    expect(event.attributes).not.toHaveProperty('livemode');
    expect(event.data).toEqual({ id, organization: id, at, name: 'Escuela', owner: id });
  });

  it('says nothing that its line does not name', () => {
    const data = { link_id: '66f0c0c0c0c0c0c0c0c0c0bb', at, key_hash: 'secret', anything: 'new' };
    const event = one(
      stored({
        type: 'CustomerEditLinkCompleted',
        streamId: 'customer-66f0c0c0c0c0c0c0c0c0c0aa',
        data,
      }),
    );
    expect(Object.keys(event.data).toSorted()).toEqual(['at', 'edit_link', 'id', 'livemode', 'organization']);
  });
});

describe('events that are not published', () => {
  it('leave nothing', () => {
    expect(publicEventsOf(stored({ type: 'StatusChecked', data: { at } }), 'timbra')).toEqual([]);
    const sealed = { type: 'ComprobanteSealed', streamId: 'stamping-66f0c0c0c0c0c0c0c0c0c0aa.1' };
    expect(publicEventsOf(stored({ ...sealed, data: { at } }), 'timbra')).toEqual([]);
  });

  it.each([{ type: 'InvoiceForgotten' }, { streamId: 'receipt-1' }])(
    'must not be passed over where nobody knows them: %o',
    (over) => {
      expect(() => publicEventsOf(stored(over), 'timbra')).toThrow(UnknownEvent);
    },
  );
});

describe('an invoice of 5000 lines', () => {
  const tax = { type: 'IVA', factor: 'Tasa', rate: '0.16', base: null, withholding: false } as const;
  /** As large as lines can be: texts of 1000 characters that take three bytes each, many taxes. */
  const item = {
    quantity: '1.000001',
    discount: '0',
    product: {
      ...{ id: null, description: '鷲'.repeat(1_000), product_key: '52152101', unit_key: 'H87' },
      ...{ unit_name: 'Elemento', price: '116.000001', tax_included: true, taxability: '02' },
      taxes: Array.from({ length: 20 }, () => ({ ...tax, ieps_mode: 'sum_before_taxes' as const })),
      ...{ local_taxes: [], sku: 'S'.repeat(100) },
    },
    ...{ parts: [], customs_keys: [], third_party: null, property_tax_account: [] },
  } satisfies InvoiceItem;
  const content: InvoiceContent = {
    ...{ type: 'I', customer: null, items: Array.from({ length: 5_000 }, () => item) },
    ...{ payment_form: '03', payment_method: 'PUE', use: 'G03', currency: 'USD', exchange: null },
    ...{ conditions: null, global: null, export: '01', date: null, address: null },
    related_documents: [
      { relationship: '04', documents: Array.from({ length: 5_000 }, () => 'U'.repeat(36)) },
    ],
    ...{ external_id: null, idempotency_key: null, folio_number: null, series: null },
    ...{ pdf_custom_section: null, pdf_options: null },
  };
  const totals = {
    ...{ subtotal: '1', discount: '0', total: '1' },
    taxes: Array.from({ length: 5_000 }, (_, n) => ({
      ...{ type: 'IEPS', factor: 'Cuota', rate: `${n}.000001`, base: '1', amount: '1' },
      ...{ withholding: false, local: false },
    })),
  };
  const problems = Array.from({ length: 5_000 }, (_, n) => ({
    ...{ code: 'invalid_length', source: 'service', path: `items[${n}].product.description` },
  }));
  const drafted = one(stored({ type: 'InvoiceDrafted', data: { content, totals, problems, at } }));

  it('stays far below what topics and readers take without being told', () => {
    expect(toKafka(drafted).value.length).toBeLessThan(300_000);
  });

  it('has a rate where a draft has none yet, as it was promised', () => {
    expect(drafted.data['content']).toMatchObject({ currency: 'USD', exchange: '1' });
  });

  it('tells how many lines there are, and that some are left out', () => {
    const { items, related_documents } = drafted.data['content'] as {
      readonly items: { readonly total_count: number; readonly has_more: boolean; readonly data: unknown[] };
      readonly related_documents: unknown;
    };
    expect(items).toMatchObject({ total_count: 5_000, has_more: true });
    expect(items.data.length).toBeGreaterThan(10);
    expect(related_documents).toMatchObject({ total_count: 5_000, has_more: true });
  });
});
