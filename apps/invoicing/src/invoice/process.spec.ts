import { describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '#kernel';
import type { StreamEvent } from '#kernel';
import type { CancellationEvent, InvoiceEvent, ReceiptsMark, StampingEvent } from '#contracts';
import { buildComprobante, type ComprobanteInput } from '#cfdi';
import { invoicingProcess } from '../process.js';
import type { InvoiceCommand } from './decide.js';
import {
  NOW,
  at,
  cancel,
  content,
  create,
  draft,
  folio,
  history,
  imported,
  payingElsewhere,
  recordStamp,
  stamp,
  stampDraft,
} from './testing.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
const react = (streamId: string, event: DomainEvent) =>
  invoicingProcess.react({ ...event, streamId } as StreamEvent);
const sent = (type: string, key: string, data: unknown) => [{ kind: 'send', command: { type, key, data } }];

describe('a document that was issued elsewhere', () => {
  const UUID = '5C5C5C5C-0000-4000-8000-0000000000AA';
  const ofImport = (over: Parameters<typeof imported>[1], ...after: InvoiceCommand[]) => {
    const [event] = history({ type: 'import', now: NOW, invoice: imported(UUID, over) }, ...after).slice(-1);
    return react(`invoice-${ID}`, event as InvoiceEvent);
  };
  const pays = [{ uuid: UUID, amount: '16' }];
  const payment = payingElsewhere(pays);
  const match = sent('invoicing.match-payments', ID, {});
  const canceled = { status: 'canceled', checked_at: at, efos: null } as const;

  it('is matched with payments where it pays, or is to be paid', () => {
    expect(ofImport({ says: payment })).toEqual(match);
    expect(ofImport({})).toEqual(match);
    expect(ofImport({ says: content() })).toMatchObject([{ kind: 'ignore' }]);
    expect(ofImport({ says: payment, sat: canceled })).toMatchObject([{ kind: 'ignore' }]);
  });

  it('that is canceled at the tax authority gives back what it paid', () => {
    const record: InvoiceCommand = { type: 'record-sat-status', now: NOW, sat: canceled };
    expect(ofImport({ says: payment }, record)).toEqual(match);
    expect(ofImport({}, record)).toMatchObject([{ kind: 'ignore' }]);
  });

  it('is matched with payments of ours that named it before', () => {
    const [stamped] = history(create(payment), recordStamp()).slice(-1);
    expect(react(`invoice-${ID}`, stamped as InvoiceEvent)).toContainEqual(
      sent('invoicing.match-payments', ID, { pays })[0],
    );
  });
});

describe('an invoice', () => {
  const ofInvoice = (event: InvoiceEvent | undefined) => react(`invoice-${ID}`, event as InvoiceEvent);

  it('that is issued asks for its stamp, with everything that the document needs', () => {
    const [issued] = history(create({ series: 'A' }, folio(7, 'A')));
    const [effect] = ofInvoice(issued);
    expect(effect).toMatchObject({
      kind: 'send',
      command: { type: 'stamping.stamp', key: `${ID}.1`, data: { comprobante: { serie: 'A', folio: '7' } } },
    });
    const { comprobante } = (effect as { command: { data: { comprobante: ComprobanteInput } } }).command.data;
    expect(comprobante.fecha).toBe('2026-11-21T12:00:00');
    const built = buildComprobante(JSON.parse(JSON.stringify(comprobante)) as ComprobanteInput);
    expect(built).toMatchObject({ ok: true, value: { total: '116.00' } });
  });

  it('that is issued again asks under its next number', () => {
    const [issued] = history(draft(), stampDraft()).slice(-1) as [
      Extract<InvoiceEvent, { type: 'InvoiceIssued' }>,
    ];
    const again = { ...issued, data: { ...issued.data, issue: { ...issued.data.issue, number: 2 } } };
    expect(ofInvoice(again)).toMatchObject([{ command: { key: `${ID}.2` } }]);
  });

  it('that is to be canceled asks for that', () => {
    const [requested] = history(create(), recordStamp(), cancel('03')).slice(-1);
    const { number, motive, substitution, document } = requested?.data as Record<string, unknown>;
    expect(ofInvoice(requested)).toEqual(
      sent('cancellation.request', ID, { number, motive, substitution, document }),
    );
  });

  it('of receipts tells their service what becomes of it: by its own id, or of a refund by the receipt', () => {
    const [stamped] = history(create(), recordStamp()).slice(-1);
    const marked = (receipts: ReceiptsMark) =>
      ofInvoice({ ...stamped, data: { ...stamped?.data, receipts } } as InvoiceEvent).filter(
        ({ kind }) => kind === 'send',
      );
    const outcome = { kind: 'stamped' };
    expect(marked({ kind: 'global' })).toEqual(sent('receipts.settle', ID, { outcome }));
    expect(marked({ kind: 'refund', receipt: 'R1' })).toEqual(
      sent('receipts.settle-refund', 'R1', { credit_note: ID, outcome }),
    );
  });

  it('has its customer confirmed by a stamp in Live', () => {
    const receiver = { legal_name: 'A', tax_id: 'EKU9003173C9', tax_system: '601', zip: '42501' };
    const stamped = {
      type: 'InvoiceStamped',
      data: { receiver: { customer: 'c', ...receiver } },
    } as InvoiceEvent;
    expect(ofInvoice(stamped)).toContainEqual({
      kind: 'send',
      command: { type: 'customers.confirm', key: 'c', data: { receiver } },
    });
  });

  it('asks for nothing else', () => {
    const others: InvoiceEvent['type'][] = [
      ...(['InvoiceDrafted', 'DraftEdited', 'DraftDeleted', 'InvoiceForgone', 'InvoiceStamped'] as const),
      ...(['InvoiceRefused', 'StampingDelayed', 'StampingFailed', 'CancellationUpdated'] as const),
      ...(['CancellationRefused', 'InvoiceCanceled', 'StatusChecked'] as const),
    ];
    for (const type of others)
      expect(ofInvoice({ type, data: {} } as InvoiceEvent)).toEqual([
        { kind: 'ignore', reason: `${type} asks for nothing` },
      ]);
  });
});

describe('a stamping', () => {
  const ofStamping = (event: StampingEvent) => react(`stamping-${ID}.2`, event);

  it.each<readonly [StampingEvent, string, object]>([
    [
      { type: 'ComprobanteStamped', data: { stamp, pac: 'sw', duplicate: true, at, attempt: 2 } },
      'invoicing.record-stamp',
      { stamp, pac: 'sw', attempts: 2 },
    ],
    [
      { type: 'SurplusStampFound', data: { uuid: 'U', pac: 'finkok', stamp, at } },
      'invoicing.record-surplus-stamp',
      { uuid: 'U', pac: 'finkok', status: 'found' },
    ],
    [
      { type: 'SurplusStampSettled', data: { uuid: 'U', pac: 'finkok', outcome: 'canceled', at } },
      'invoicing.record-surplus-stamp',
      { uuid: 'U', pac: 'finkok', status: 'canceled' },
    ],
    [
      { type: 'StampRefused', data: { code: 'invoice_stamping_validation_error', details: [], at } },
      'invoicing.record-refusal',
      { code: 'invoice_stamping_validation_error', details: [] },
    ],
    [
      { type: 'StampUncertain', data: { tries: 1, certain: false, reason: 'timeout', retry_at: at, at } },
      'invoicing.record-delay',
      { reason: 'timeout' },
    ],
    [
      { type: 'StampAbandoned', data: { reason: 'outage', at } },
      'invoicing.record-failure',
      { reason: 'outage' },
    ],
  ])('with $type tells the invoice, and which issue is meant', (event, command, data) => {
    expect(ofStamping(event)).toEqual(
      sent(command, ID, { ...('uuid' in data ? {} : { number: 2 }), ...data }),
    );
  });

  it('that is only sealed has nothing to tell', () => {
    const sealed = { xml_key: 'k', sello: 's', no_certificado: 'n', at };
    expect(ofStamping({ type: 'ComprobanteSealed', data: sealed })).toEqual([
      { kind: 'ignore', reason: 'the stamp is on its way' },
    ]);
  });
});

describe('a cancellation', () => {
  const ofCancellation = (event: CancellationEvent) => react(`cancellation-${ID}`, event);
  const told = (status: string, over: object = {}) =>
    sent('invoicing.record-cancellation', ID, {
      number: 1,
      status,
      at,
      receipt_key: null,
      code: null,
      details: [],
      ...over,
    });

  it('reports the tax authority’s answer to the invoice', () => {
    for (const status of ['accepted', 'pending', 'verifying', 'rejected', 'expired'] as const) {
      const data = { number: 1, status, receipt_key: 'acuse', at };
      expect(ofCancellation({ type: 'CancellationAnswered', data })).toEqual(
        told(status, { receipt_key: 'acuse' }),
      );
    }
    const refusal = {
      code: 'invoice_not_cancelable_by_sat',
      details: [{ code: '204', source: 'sat' }],
    } as const;
    expect(ofCancellation({ type: 'CancellationRejected', data: { number: 1, at, ...refusal } })).toEqual(
      told('refused', refusal),
    );
  });

  it('without an answer counts as being verified', () => {
    const data = { number: 1, tries: 1, reason: 'timeout', retry_at: at, at };
    expect(ofCancellation({ type: 'CancellationDelayed', data })).toEqual(told('verifying'));
  });

  it('that has only begun has nothing to tell', () => {
    expect(ofCancellation({ type: 'CancellationStarted', data: {} } as never)).toEqual([
      { kind: 'ignore', reason: 'no answer yet' },
    ]);
  });
});

it('follows the streams that it reacts to', () => {
  const streams = ['invoice-', 'retention-', 'customer-', 'stamping-', 'cancellation-'];
  expect(invoicingProcess.streams).toEqual(streams);
});
