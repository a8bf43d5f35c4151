import { describe, expect, it } from '@jest/globals';
import { fold, ok, refuse } from '#kernel';
import type { ReceiptEvent, Refund } from '#contracts';
import { receiptDecider, type ReceiptCommand } from './decide.js';
import { absent, NEW, revisionOf, type Receipt } from './receipt.js';
import { at, content, customer, item } from './testing.js';

const totals = { subtotal: '100.00', discount: '0.00', total: '116.00', taxes: [] };
const issuedData = {
  ...{ content: content(), key: 'ABCD2345', folio_number: 7, totals, at },
  expires_at: '2026-11-29T05:59:59.999Z',
};
const issued: ReceiptEvent = { type: 'ReceiptIssued', data: issuedData };
const invoiced: ReceiptEvent = {
  type: 'ReceiptInvoiced',
  data: { invoice: 'i1', as: 'global', origin: 'api', at },
};
const canceled: ReceiptEvent = { type: 'ReceiptCanceled', data: { invoice: null, at } };
const forgone: ReceiptEvent = { type: 'ReceiptForgone', data: { at } };

const given = (...events: readonly ReceiptEvent[]) => ({
  state: fold(receiptDecider, events),
  when(command: ReceiptCommand) {
    const decided = receiptDecider.decide(command, fold(receiptDecider, events));
    return { then: (expected: unknown) => expect(decided).toEqual(expected) };
  },
});
const CREATE: ReceiptCommand = { type: 'create', ...issuedData };
const CANCEL: ReceiptCommand = { type: 'cancel', at };
const ASSIGN: ReceiptCommand = { type: 'assign-customer', customer, at };
const forgo = (revision: number): ReceiptCommand => ({ type: 'forgo', revision, at });
const sold = (events: readonly ReceiptEvent[]) =>
  fold(receiptDecider, events) as Exclude<Receipt, typeof absent>;

describe('a receipt', () => {
  it('is made once', () => {
    given()
      .when(CREATE)
      .then(ok([issued]));
    given(issued).when(CREATE).then(refuse('conflict'));
    given(forgone).when(CREATE).then(refuse('conflict'));
  });

  it('is open, with all that was sold', () =>
    expect(given(issued).state).toMatchObject({
      ...{ status: 'open', revision: 0, key: 'ABCD2345', folio_number: 7, invoice: null, sold: [item] },
    }));

  it('gets a customer while it is open, and none twice', () => {
    const assigned: ReceiptEvent = { type: 'ReceiptCustomerAssigned', data: { customer, at } };
    given(issued)
      .when(ASSIGN)
      .then(ok([assigned]));
    given(issued, assigned).when(ASSIGN).then(ok([]));
    given(issued, invoiced).when(ASSIGN).then(refuse('receipt_not_open'));
    given().when(ASSIGN).then(refuse('receipt_not_found'));
  });

  it('is canceled while it is open', () => {
    given(issued)
      .when(CANCEL)
      .then(ok([canceled]));
    given(issued, canceled).when(CANCEL).then(refuse('receipt_not_open'));
    given(issued, invoiced).when(CANCEL).then(refuse('receipt_not_open'));
    given(forgone).when(CANCEL).then(refuse('receipt_not_found'));
  });
});

describe('what was begun and came to nothing', () => {
  it('is ruled out at the revision at which it was begun, and at no other', () => {
    given()
      .when(forgo(NEW))
      .then(ok([forgone]));
    given(issued).when(forgo(NEW)).then(ok([]));
    given(issued)
      .when(forgo(0))
      .then(ok([{ type: 'ReceiptChangesForgone', data: { at } }]));
    given(issued, invoiced).when(forgo(0)).then(ok([]));
  });

  it('moves nothing but the revision', () => {
    const { state } = given(issued, { type: 'ReceiptChangesForgone', data: { at } });
    expect(state).toEqual({ ...given(issued).state, revision: 1 });
  });

  it('counts every event, unknown ones too: the state knows its revision in the store', () => {
    const newer = { type: 'ReceiptPraised', data: {} } as unknown as ReceiptEvent;
    expect(revisionOf(given(issued, newer).state)).toBe(1);
    expect(revisionOf(given(forgone, newer).state)).toBe(1);
    expect(revisionOf(absent)).toBe(NEW);
  });
});

describe('by its invoice a receipt', () => {
  const record: ReceiptCommand = { type: 'record-invoice', invoice: 'i1', as: 'global', origin: 'api', at };
  const reopen: ReceiptCommand = { type: 'reopen', invoice: 'i1', motive: '02', at };
  const reopened: ReceiptEvent = { type: 'ReceiptReopened', data: { invoice: 'i1', motive: '02', at } };

  it('is invoiced, once', () => {
    given(issued)
      .when(record)
      .then(ok([invoiced]));
    given(issued, invoiced).when(record).then(ok([]));
    given(issued, canceled).when(record).then(ok([]));
    expect(sold([issued, invoiced])).toMatchObject({ status: 'invoiced_globally', invoice: 'i1' });
  });

  it('is opened again when that is canceled, and has nothing to do with it afterwards', () => {
    given(issued, invoiced)
      .when(reopen)
      .then(ok([reopened]));
    given(issued, invoiced, reopened).when(reopen).then(ok([]));
    expect(sold([issued, invoiced, reopened])).toMatchObject({ status: 'open', invoice: null });
  });

  it('passes to its substitute, and hears no more of the first', () => {
    const handed: ReceiptEvent = { type: 'ReceiptHandedOver', data: { from: 'i1', invoice: 'i2', at } };
    given(issued, invoiced)
      .when({ type: 'hand-over', from: 'i1', invoice: 'i2', at })
      .then(ok([handed]));
    given(issued, invoiced, handed).when(reopen).then(ok([]));
    expect(sold([issued, invoiced, handed])).toMatchObject({ status: 'invoiced_globally', invoice: 'i2' });
  });

  it('is canceled with a sale that never was', () =>
    given(issued, invoiced)
      .when({ type: 'cancel-sale', invoice: 'i1', at })
      .then(ok([{ type: 'ReceiptCanceled', data: { invoice: 'i1', at } }])));

  it('stays as it is when the cancellation comes to nothing', () => {
    given(issued, invoiced)
      .when({ type: 'note-cancellation', invoice: 'i1', status: 'rejected', at })
      .then(ok([{ type: 'ReceiptCancellationUpdated', data: { invoice: 'i1', status: 'rejected', at } }]));
    given(issued).when({ type: 'note-cancellation', invoice: 'i1', status: 'rejected', at }).then(ok([]));
  });
});

describe('what is given back', () => {
  const refund: Refund = { id: 'r1', lines: [{ item: 0, quantity: '1' }], total: '116.00', reason: null };

  it('of an open receipt leaves fewer items; what was sold is still known', () => {
    const none = { subtotal: '0.00', discount: '0.00', total: '0.00', taxes: [] };
    const state = sold([issued, { type: 'ReceiptReduced', data: { refund, items: [], totals: none, at } }]);
    expect(state).toMatchObject({ content: { items: [] }, sold: [item], totals: none });
    expect(state).toMatchObject({ refunds: [{ refund, status: 'done', credit_note: null }] });
  });
});
