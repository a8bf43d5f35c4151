import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import { totalsOfItems } from '#billing';
import {
  emptyAddress,
  type InvoiceItem,
  type InvoiceToCredit,
  type ReceiptContent,
  type ReceiptEvent,
} from '#contracts';
import { receiptDecider, type ReceiptCommand } from '../receipt/decide.js';

const at = '2026-11-26T18:00:00.000Z';
const line = (description: string, quantity: string, price: string): InvoiceItem => ({
  ...{ quantity, discount: '0' },
  product: {
    ...{ id: null, description, product_key: '60131324', unit_key: 'H87', unit_name: 'Elemento', sku: null },
    ...{ price, tax_included: true, taxability: '02', local_taxes: [] },
    taxes: [
      {
        ...{ type: 'IVA', factor: 'Tasa', rate: '0.16', base: null },
        ...{ withholding: false, ieps_mode: 'sum_before_taxes' },
      },
    ],
  },
  ...{ parts: [], customs_keys: [], third_party: null, property_tax_account: [], complement: null },
});
const items = [line('Ukelele', '3', '100'), line('Funda', '1', '50')];
const content: ReceiptContent = {
  ...{ date: at, payment_form: '01', items, currency: 'MXN', exchange: '1', customer: null, address: null },
  ...{ branch: null, external_id: null, idempotency_key: null },
};
const totalsOf = (some: readonly InvoiceItem[]) => {
  const totals = totalsOfItems(some, 'MXN');
  if (!totals.ok) throw new Error(totals.refusal.code);
  return totals.value;
};
const issued: ReceiptEvent = {
  type: 'ReceiptIssued',
  data: { content, key: 'ABCDEFGH', folio_number: 7, expires_at: at, totals: totalsOf(items), at },
};
const invoiced: ReceiptEvent = {
  type: 'ReceiptInvoiced',
  data: { invoice: 'I1', as: 'global', origin: 'api', at },
};
const invoice: InvoiceToCredit = {
  ...{ id: 'I1', uuid: 'UUID-1', withholds_isr: false, series: 'NC' },
  customer: {
    ...{
      id: null,
      legal_name: 'PUBLICO EN GENERAL',
      tax_id: 'XAXX010101000',
      tax_system: '616',
      email: null,
    },
    address: { ...emptyAddress, zip: '42501' },
  },
  global: { periodicity: 'month', months: '11', year: 2026 },
};
const issuer = {
  ...{ legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
  address: { ...emptyAddress, zip: '42501' },
};
const reduce = (refund_id: string, lines: { item: number; quantity: string }[]) =>
  ({ type: 'reduce', refund_id, lines, reason: 'no le gustó', at }) as const;
const ask = (refund_id: string, lines: { item: number; quantity: string }[]) =>
  ({
    ...reduce(refund_id, lines),
    type: 'ask-refund',
    invoice,
    credit_note: `N-${refund_id}`,
    issuer,
  }) as const;
/** What a command makes of a history. */
const after = (events: readonly ReceiptEvent[], command: ReceiptCommand) => [
  ...events,
  ...given(receiptDecider, events).when(command).events(),
];
const settle = (refund: string, kind: 'stamped' | 'canceled'): ReceiptCommand => {
  const canceled = { kind: 'canceled', motive: '02', substitution: null } as const;
  const outcome = kind === 'stamped' ? ({ kind } as const) : canceled;
  return { type: 'record-refund', credit_note: `N-${refund}`, outcome, at };
};

describe('an open receipt of which something is given back', () => {
  it('has fewer lines, and is that much less', () => {
    given(receiptDecider, [issued])
      .when(reduce('r1', [{ item: 0, quantity: '2' }]))
      .then([
        {
          type: 'ReceiptReduced',
          data: {
            refund: { id: 'r1', lines: [{ item: 0, quantity: '2' }], total: '200.00', reason: 'no le gustó' },
            items: [{ ...line('Ukelele', '1', '100') }, line('Funda', '1', '50')],
            totals: totalsOf([line('Ukelele', '1', '100'), line('Funda', '1', '50')]),
            at,
          },
        },
      ]);
  });

  it('counts its lines as they were sold, however often', () => {
    const reduced = after([issued], reduce('r1', [{ item: 0, quantity: '3' }]));
    const [event] = given(receiptDecider, reduced)
      .when(reduce('r2', [{ item: 1, quantity: '0.5' }]))
      .events();
    expect(event).toMatchObject({ data: { refund: { total: '25.00' }, items: [{ quantity: '0.5' }] } });
    given(receiptDecider, reduced)
      .when(reduce('r2', [{ item: 0, quantity: '1' }]))
      .thenRefused('invalid_request');
  });

  it('is canceled where nothing is left: no invoice is made of nothing', () => {
    given(receiptDecider, [issued]).when(reduce('r1', [])).thenTypes('ReceiptReduced', 'ReceiptCanceled');
  });

  it('is no longer open once it is canceled', () => {
    const gone = after([issued], reduce('r1', []));
    given(receiptDecider, gone).when(reduce('r2', [])).thenRefused('receipt_not_open');
    given(receiptDecider, gone).when(ask('r2', [])).thenRefused('receipt_not_open');
  });
});

describe('an invoiced receipt of which something is given back', () => {
  it('notes it, with the credit note that is to be made', () => {
    const [event] = given(receiptDecider, [issued, invoiced])
      .when(ask('r1', [{ item: 0, quantity: '1' }]))
      .events();
    expect(event).toMatchObject({
      type: 'RefundAsked',
      data: {
        refund: { id: 'r1', total: '100.00' },
        ...{ invoice: 'I1', credit_note: 'N-r1' },
        content: {
          ...{ type: 'E', series: 'NC', use: 'G02' },
          related_documents: [{ relationship: '03', documents: ['UUID-1'] }],
        },
      },
    });
  });

  it('gives no line back twice: neither at the same moment, nor after the stamp', () => {
    const asked = after([issued, invoiced], ask('r1', [{ item: 0, quantity: '2' }]));
    for (const history of [asked, after(asked, settle('r1', 'stamped'))]) {
      given(receiptDecider, history)
        .when(ask('r2', [{ item: 0, quantity: '2' }]))
        .thenRefused('invalid_request');
      const [rest] = given(receiptDecider, history).when(ask('r2', [])).events();
      expect(rest).toMatchObject({ data: { refund: { total: '150.00' } } });
    }
  });

  it('counts what was given back as sold again where the credit note comes to nothing, or is canceled', () => {
    const asked = after([issued, invoiced], ask('r1', []));
    const refused = { kind: 'refused', code: 'invoice_stamping_validation_error', details: [] } as const;
    const record = { type: 'record-refund', credit_note: 'N-r1', outcome: refused, at } as const;
    const stamped = after(asked, settle('r1', 'stamped'));
    for (const history of [after(asked, record), after(stamped, settle('r1', 'canceled'))]) {
      const [again] = given(receiptDecider, history).when(ask('r2', [])).events();
      expect(again).toMatchObject({ data: { refund: { total: '350.00' } } });
    }
    given(receiptDecider, stamped).when(record).then([]);
    given(receiptDecider, stamped).when(settle('r1', 'stamped')).then([]);
  });

  it('says so where everything was given back, and where another invoice has it', () => {
    const asked = after([issued, invoiced], ask('r1', []));
    given(receiptDecider, asked).when(ask('r2', [])).thenRefused('invalid_request');
    given(receiptDecider, [issued, invoiced])
      .when({ ...ask('r1', []), invoice: { ...invoice, id: 'I2' } })
      .thenRefused('conflict');
  });
});

describe('an invoice that is canceled although it has credit notes', () => {
  const reopen = { type: 'reopen', invoice: 'I1', motive: '02', at } as const;
  const asked = after([issued, invoiced], ask('r1', [{ item: 0, quantity: '2' }]));

  it('leaves the receipt open without what they gave back; what becomes of them changes nothing then', () => {
    const reopened = after(asked, reopen);
    expect(reopened.at(-1)).toMatchObject({
      type: 'ReceiptReopened',
      data: { left: { items: [{ quantity: '1' }, { quantity: '1' }], totals: { total: '150.00' } } },
    });
    given(receiptDecider, reopened).when(settle('r1', 'canceled')).then([]);
    given(receiptDecider, reopened).when(settle('r1', 'stamped')).then([]);
    // Invoiced anew, for less: the rest can be given back of that.
    const again = [...reopened, { ...invoiced, data: { ...invoiced.data, invoice: 'I1' } } as ReceiptEvent];
    const [rest] = given(receiptDecider, again).when(ask('r2', [])).events();
    expect(rest).toMatchObject({ data: { refund: { total: '150.00' } } });
  });

  it('leaves it canceled where they gave everything back, and as it was where they came to nothing', () => {
    given(receiptDecider, after([issued, invoiced], ask('r1', [])))
      .when(reopen)
      .thenTypes('ReceiptReopened', 'ReceiptCanceled');
    given(receiptDecider, after(asked, settle('r1', 'canceled')))
      .when(reopen)
      .then([{ type: 'ReceiptReopened', data: { invoice: 'I1', motive: '02', at } }]);
  });
});
