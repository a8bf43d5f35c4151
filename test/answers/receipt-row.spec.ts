import { describe, expect, it } from '@jest/globals';
import { receiptDoc, receiptJson, receiptRow, selfInvoiceUrl, type Told } from '#answers';
import { emptyAddress, type ReceiptContent, type ReceiptEvent, type ReceiptRow } from '#contracts';

const AT = '2026-11-26T18:00:00.000Z';
const ID = '0123456789abcdef01234567';
const INVOICE = 'aaaaaaaaaaaaaaaaaaaaaaaa';

const item = (description: string, quantity = '1'): ReceiptContent['items'][number] => ({
  ...{ quantity, discount: '0', parts: [], customs_keys: [], third_party: null, property_tax_account: [] },
  product: {
    ...{ id: null, description, product_key: '50202306', unit_key: 'H87', unit_name: 'Pieza' },
    ...{ price: '116', tax_included: true, taxability: '02', taxes: [], local_taxes: [], sku: 'SKU-1' },
  },
});
const customer = {
  ...{ id: 'bbbbbbbbbbbbbbbbbbbbbbbb', legal_name: 'ALGUIEN', tax_id: 'XOJI740919U48' },
  ...{ tax_system: '601', email: null, address: emptyAddress },
};
const content: ReceiptContent = {
  ...{ date: AT, payment_form: '01', items: [item('Café de Ñandú', '2')], currency: 'MXN', exchange: '1' },
  ...{ customer: null, address: null, branch: 'Centro', external_id: 'POS-1', idempotency_key: null },
};
const totals = { subtotal: '200', discount: '0', total: '232', taxes: [] };
const refund = { id: 'r1', lines: [{ item: 0, quantity: '1' }], total: '116', reason: 'frío' };

type Plain = { [Type in ReceiptEvent['type']]: Extract<ReceiptEvent, { type: Type }>['data'] };

/** The row after events, in the order in which they are given. */
function rowAfter(...events: { [Type in keyof Plain]: [Type, Plain[Type]] }[keyof Plain][]) {
  return events.reduce<ReceiptRow | undefined>((row, [type, data], revision) => {
    const place = { streamId: `receipt-${ID}`, revision };
    const metadata = { organizationId: 'o1', livemode: false };
    return receiptRow(row, { type, data, ...place, metadata } as Told<ReceiptEvent>);
  }, undefined);
}

const issued = [
  'ReceiptIssued',
  { content, key: 'ABCD2345', folio_number: 7, expires_at: '2026-12-01T05:59:59.999Z', totals, at: AT },
] as const satisfies [string, Plain['ReceiptIssued']];
const invoiced = [
  'ReceiptInvoiced',
  { invoice: INVOICE, as: 'global', origin: 'api', at: AT },
] as const satisfies [string, Plain['ReceiptInvoiced']];

describe('the row of a receipt', () => {
  it('shows what was sold, for answers, for filters and for searches', () => {
    const row = rowAfter([...issued]);
    expect(row).toMatchObject({
      ...{ id: ID, revision: 0, status: 'open', key: 'ABCD2345', folio_number: '7', total: '232' },
      ...{ branch: 'Centro', external_id: 'POS-1', customer_id: null, invoice_id: null },
      search: 'cafe de nandu\nsku-1',
      doc: { api_version: 2, total: 232, subtotal: 200, exchange: 1, folio_number: 7, refunds: [] },
    });
    expect(row?.doc.items[0]).toMatchObject({ quantity: 2, product: { price: 116 } });
  });

  it('is invoiced, opened again, handed over and canceled', () => {
    const shown = (row: ReceiptRow | undefined) => [row?.status, row?.invoice_id, row?.doc.invoice];
    expect(shown(rowAfter([...issued], [...invoiced]))).toEqual(['invoiced_globally', INVOICE, INVOICE]);
    const over: [...Parameters<typeof rowAfter>] = [
      [...issued],
      [...invoiced],
      ['ReceiptHandedOver', { from: INVOICE, invoice: 'other', at: AT }],
    ];
    expect(shown(rowAfter(...over))).toEqual(['invoiced_globally', 'other', 'other']);
    const opened = rowAfter(...over, ['ReceiptReopened', { invoice: 'other', motive: '02', at: AT }]);
    expect(shown(opened)).toEqual(['open', null, null]);
    expect(shown(rowAfter(...over, ['ReceiptCanceled', { invoice: 'other', at: AT }]))).toEqual([
      ...['canceled', null, null],
    ]);
    const unchanged = rowAfter(...over, [
      'ReceiptCancellationUpdated',
      { invoice: 'other', status: 'rejected', at: AT },
    ]);
    expect([unchanged?.status, unchanged?.revision]).toEqual(['invoiced_globally', 3]);
  });

  it('has its customer, and no id of one that is in no list', () => {
    const assigned = rowAfter([...issued], ['ReceiptCustomerAssigned', { customer, at: AT }]);
    expect(assigned).toMatchObject({ customer_id: customer.id, doc: { customer: customer.id } });
    const stranger = { ...customer, id: null };
    const other = rowAfter([...issued], ['ReceiptCustomerAssigned', { customer: stranger, at: AT }]);
    expect(other).toMatchObject({ customer_id: null, doc: { customer: null, customer_info: stranger } });
  });

  it('has fewer items after a refund of an open receipt, and is found by those that are gone', () => {
    const left = { refund, items: [], totals: { ...totals, subtotal: '0', total: '0' }, at: AT };
    expect(rowAfter([...issued], ['ReceiptReduced', left])).toMatchObject({
      ...{ total: '0', search: 'cafe de nandu\nsku-1' },
      doc: { items: [], total: 0, refunds: [{ id: 'r1', total: 116, status: 'done', credit_note: null }] },
    });
  });

  it('says what became of the credit note of an invoiced one', () => {
    const note = { content: {}, issuer: {} } as Pick<Plain['RefundAsked'], 'content' | 'issuer'>;
    const asked: Plain['RefundAsked'] = { refund, invoice: INVOICE, credit_note: 'n1', at: AT, ...note };
    const end = { refund_id: 'r1', credit_note: 'n1', at: AT };
    const states = [
      rowAfter([...issued], [...invoiced], ['RefundAsked', asked]),
      rowAfter([...issued], [...invoiced], ['RefundAsked', asked], ['RefundStamped', end]),
      rowAfter(...([[...issued], [...invoiced], ['RefundAsked', asked]] as Parameters<typeof rowAfter>), [
        'RefundUndone',
        { ...end, code: null, details: [] },
      ]),
    ];
    expect(states.map((row) => row?.doc.refunds)).toMatchObject([
      [{ status: 'pending', credit_note: 'n1' }],
      [{ status: 'done' }],
      [{ status: 'undone' }],
    ]);
    expect(states.map((row) => row?.doc.total)).toEqual([232, 232, 232]);
  });

  it('is none for a receipt that never was, and none of an event that a later release wrote', () => {
    expect(rowAfter(['ReceiptForgone', { at: AT }])).toBeUndefined();
    const later = { type: 'ReceiptFramed', data: {}, streamId: `receipt-${ID}`, revision: 1 };
    const metadata = { organizationId: 'o1', livemode: false };
    const row = rowAfter([...issued]);
    expect(receiptRow(row, { ...later, metadata } as unknown as Told<ReceiptEvent>)).toEqual({
      ...row,
      revision: 1,
    });
  });
});

describe('the page of its customer', () => {
  it('is below the domain, demo before one is chosen, or on a domain of the organization’s own', () => {
    const page = (domain: string | null, custom_domain: string | null) =>
      selfInvoiceUrl('https://timbra.example/a', { domain, custom_domain }, 'ABCD2345');
    expect(page(null, null)).toBe('https://timbra.example/a/demo/ABCD2345');
    expect(page('tienda', null)).toBe('https://timbra.example/a/tienda/ABCD2345');
    expect(page('tienda', 'facturas.tienda.mx')).toBe('https://facturas.tienda.mx/ABCD2345');
  });

  it('is put into the text of a row, whatever a caller wrote there, as into the row itself', () => {
    const tricky = { ...content, branch: '"key":"ZZZZ9999",', external_id: '{"key":"ZZZZ9999",' };
    const row = rowAfter(['ReceiptIssued', { ...issued[1], content: tricky }]);
    if (!row) throw new Error('there is one');
    const names = { domain: 'a"b', custom_domain: null };
    const text = receiptJson(JSON.stringify(row.doc), 'https://timbra.example', names);
    expect(JSON.parse(text)).toEqual(receiptDoc(row.doc, 'https://timbra.example', names));
    expect(JSON.parse(text).self_invoice_url).toBe('https://timbra.example/a"b/ABCD2345');
    expect(() => receiptJson('{"id":"x"}', '', names)).toThrow('not the row of a receipt');
  });
});
