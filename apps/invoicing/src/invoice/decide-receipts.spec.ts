import { describe, expect, it } from '@jest/globals';
import type { DomainEvent, StreamEvent } from '#kernel';
import { given as givenOf } from '#kernel/testing';
import type { InvoiceEvent, ReceiptsMark } from '#contracts';
import { invoiceDecider, type InvoiceCommand } from './decide.js';
import { invoicingProcess } from '../process.js';
import { cancellationIn } from './receipts.js';
import {
  NOW,
  answeredAt,
  at,
  cancel,
  content,
  create,
  folio,
  history,
  issuer,
  recordAnswer,
  recordFailure,
  recordRefusal,
  recordStamp,
} from './testing.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
const OTHER = '66f0c0c0c0c0c0c0c0c0c0ee';
const UUID = '5C5C5C5C-0000-4000-8000-00000000000A';
const mark: ReceiptsMark = { kind: 'global' };
const given = (...commands: InvoiceCommand[]) => givenOf(invoiceDecider, history(...commands));

const createOf = (receipts: ReceiptsMark): InvoiceCommand => ({
  ...{ type: 'create', now: NOW, numbering: folio(1) },
  data: { content: content(), issuer, draft: false, receipts },
});
const substitute: InvoiceCommand = {
  ...{ type: 'cancel', now: NOW, motive: '01', substitution: UUID, substitution_invoice: OTHER },
};
const hold: InvoiceCommand = { type: 'hold-receipts', now: NOW, receipts: mark };

/** What the last event of a history has the service of receipts told. */
function told(...commands: InvoiceCommand[]) {
  const event = history(...commands).at(-1) as DomainEvent;
  const effects = invoicingProcess.react({ ...event, streamId: `invoice-${ID}` } as StreamEvent);
  return effects.flatMap((effect) => (effect.kind === 'send' ? [effect.command] : []));
}
const settle = (outcome: object) => [{ type: 'receipts.settle', key: ID, data: { outcome } }];

describe('an invoice of receipts', () => {
  it('says so from its issue on, and its service hears of its stamp', () => {
    expect(history(createOf(mark))[0]?.data).toMatchObject({ receipts: mark });
    expect(told(createOf(mark), recordStamp())).toEqual(settle({ kind: 'stamped' }));
  });

  it('has its service told that it was refused, or given up', () => {
    expect(told(createOf(mark), recordRefusal())).toEqual(
      settle({
        ...{ kind: 'refused', code: 'invoice_stamping_validation_error' },
        details: [{ code: 'CFDI40145', source: 'sat' }],
      }),
    );
    expect(told(createOf(mark), recordFailure())).toEqual(
      settle({ kind: 'failed', code: 'invoice_stamping_failed', details: [] }),
    );
  });

  it('has its service told why it was canceled, and what is in its place', () => {
    const valid = [createOf(mark), recordStamp()];
    expect(told(...valid, cancel('03'), recordAnswer('accepted'))).toEqual(
      settle({ kind: 'canceled', motive: '03', substitution: null }),
    );
    expect(told(...valid, substitute, recordAnswer('accepted'))).toEqual(
      settle({ kind: 'canceled', motive: '01', substitution: { uuid: UUID, invoice: OTHER } }),
    );
  });

  it('was canceled without us where no request of ours is under way; a query that finds it so tells of ours', () => {
    const valid = [createOf(mark), recordStamp()];
    const unknown = settle({ kind: 'canceled', motive: null, substitution: null });
    expect(told(...valid, recordAnswer('accepted', { number: 0 }))).toEqual(unknown);
    const rejected = [...valid, cancel('02'), recordAnswer('rejected')];
    expect(told(...rejected, recordAnswer('accepted', { number: 0 }))).toEqual(unknown);
    expect(told(...valid, cancel('03'), recordAnswer('accepted', { number: 0 }))).toEqual(
      settle({ kind: 'canceled', motive: '03', substitution: null }),
    );
  });

  it('has its service told of a cancellation that came to nothing, and of no other step of it', () => {
    const asked = [createOf(mark), recordStamp(), cancel()];
    expect(told(...asked, recordAnswer('pending'))).toEqual([]);
    expect(told(...asked, recordAnswer('expired'))).toEqual(
      settle({ kind: 'cancellation', status: 'expired' }),
    );
  });

  it('gives back something of a receipt where it is a credit note: that receipt hears of it', () => {
    expect(told(createOf({ kind: 'refund', receipt: 'r1' }), recordStamp())).toEqual([
      {
        type: 'receipts.settle-refund',
        key: 'r1',
        data: { credit_note: ID, outcome: { kind: 'stamped' } },
      },
    ]);
  });
});

describe('an invoice in whose favour another was canceled', () => {
  const held: InvoiceEvent = { type: 'ReceiptsHeld', data: { receipts: mark, at } };

  it('has its receipts from then on, once', () => {
    given(create(), recordStamp()).when(hold).then([held]);
    given(create(), recordStamp(), hold).when(hold).then([]);
    expect(told(create(), recordStamp(), hold, cancel(), recordAnswer('accepted'))).toEqual(
      settle({ kind: 'canceled', motive: '02', substitution: null }),
    );
  });

  it('says what became of it where it is over by then', () => {
    const over = [create(), recordStamp(), substitute, recordAnswer('accepted')];
    given(...over)
      .when(hold)
      .then([]);
    expect(cancellationIn(history(...over))).toEqual({
      ...{ kind: 'canceled', motive: '01', substitution: { uuid: UUID, invoice: OTHER } },
    });
    const elsewhere = [create(), recordStamp(), recordAnswer('accepted', { number: 0 })];
    expect(cancellationIn(history(...elsewhere))).toEqual({
      ...{ kind: 'canceled', motive: null, substitution: null },
    });
  });

  it('stays what it is where it is the credit note of a receipt', () => {
    given(createOf({ kind: 'refund', receipt: 'r1' }), recordStamp())
      .when(hold)
      .thenRefused('conflict');
  });
});

it('an invoice that is not of receipts has nobody told', () => {
  expect(told(create(), recordStamp())).toEqual([]);
  expect(history(create(), recordStamp(), cancel(), recordAnswer('accepted')).at(-1)).toEqual({
    type: 'InvoiceCanceled',
    data: { number: 1, at: answeredAt, receipt_key: null },
  });
});
