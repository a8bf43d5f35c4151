import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import { CONTRACT_EVENT_TYPES, PING_EVENT_TYPE, WEBHOOK_EVENT_TYPES } from '../webhook-types.js';
import {
  beforeOf,
  toldTypesOf,
  TOLD_CATALOGUE,
  TOLD_TYPES,
  withAsked,
  type Asked,
  type AwaitedEvent,
} from './index.js';

const WAIT_MS = 30_000;
const BEGIN = Date.parse('2026-11-26T18:00:00Z');
const at = '2026-11-26T18:00:00.000Z';

type Happened = { readonly type: string; readonly data?: unknown; readonly after?: number };

const inStream = (stream: string, happened: readonly Happened[]): StreamEvent[] =>
  happened.map(({ type, data = {}, after = 0 }, revision) => ({
    ...{ id: `event-${revision}`, type, data, streamId: stream, revision },
    recordedAt: new Date(BEGIN + after),
    metadata: { organizationId: 'o', livemode: false, commandId: 'c', correlationId: 'r', actor: 'a' },
  }));

/** What is told of each event of an invoice, after those before it. */
const toldOf = (...happened: readonly Happened[]) => toldIn('invoice-1', happened);

function toldIn(stream: string, happened: readonly Happened[]): (readonly string[])[] {
  let asked: Asked | undefined;
  return inStream(stream, happened).map((event) => {
    const types = toldTypesOf(event, beforeOf(asked, event, WAIT_MS));
    asked = withAsked(asked, event as StreamEvent<AwaitedEvent>);
    return types;
  });
}

const issued = (over: object = {}, content: object = { global: null }): Happened => ({
  type: 'InvoiceIssued',
  data: { content, at, ...over },
});
const stamped: Happened = { type: 'InvoiceStamped', data: {} };
const delayed: Happened = { type: 'StampingDelayed' };
const requested: Happened = { type: 'CancellationRequested' };
const updated = (status: string): Happened => ({ type: 'CancellationUpdated', data: { status } });
const canceled: Happened = { type: 'InvoiceCanceled' };

describe('what is told of an invoice', () => {
  it('that is stamped while its caller waits: only the granular types', () => {
    expect(toldOf(issued(), stamped)).toEqual([['invoice.created'], ['invoice.stamped']]);
  });

  it('that was a draft: it is created once', () => {
    expect(toldOf({ type: 'InvoiceDrafted' }, { type: 'DraftEdited' }, issued(), stamped)).toEqual([
      ...[['invoice.created'], ['invoice.edited'], []],
      ['invoice.stamped'],
    ]);
  });

  it.each([
    ['InvoiceStamped', 'invoice.stamped'],
    ['InvoiceRefused', 'invoice.stamping_refused'],
    ['StampingFailed', 'invoice.stamping_failed'],
  ])('whose stamp was delayed, so that its caller had 202: %s updates its status', (type, own) => {
    expect(toldOf(issued(), delayed, { type }).at(-1)).toEqual([own, 'invoice.status_updated']);
  });

  it.each([['InvoiceStamped'], ['InvoiceRefused'], ['StampingFailed']])(
    'that was asked for without waiting: %s updates its status',
    (type) => expect(toldOf(issued({ later: true }), { type }).at(-1)).toContain('invoice.status_updated'),
  );

  it('whose stamp comes after the API has stopped waiting: its status is updated', () => {
    const late = (after: number) => toldOf(issued(), { ...stamped, after }).at(-1);
    expect(late(WAIT_MS)).toEqual(['invoice.stamped']);
    expect(late(WAIT_MS + 1)).toEqual(['invoice.stamped', 'invoice.status_updated']);
  });

  it('that was refused as a draft and is stamped the second time: the first delay is over', () => {
    const second = toldOf(
      { type: 'InvoiceDrafted' },
      issued(),
      delayed,
      { type: 'InvoiceRefused' },
      issued(),
      stamped,
    );
    expect(second.at(3)).toContain('invoice.status_updated');
    expect(second.at(-1)).toEqual(['invoice.stamped']);
  });

  it('that is global: told by its own type only where no request waited for it', () => {
    const global = { global: { periodicity: 'day' } };
    expect(toldOf(issued({}, global), stamped).at(-1)).toEqual(['invoice.stamped']);
    expect(toldOf(issued({}, global), delayed, stamped).at(-1)).toEqual([
      ...['invoice.stamped', 'invoice.status_updated', 'invoice.global_invoice_created'],
    ]);
    expect(toldOf(issued({}, global), delayed, { type: 'InvoiceRefused' }).at(-1)).not.toContain(
      'invoice.global_invoice_created',
    );
  });

  it('that is global and made of receipts: told by its own type whoever waited for it', () => {
    const global = { global: { periodicity: 'day' } };
    const ofReceipts = (kind: string): Happened => ({ ...stamped, data: { receipts: { kind } } });
    expect(toldOf(issued({}, global), ofReceipts('global')).at(-1)).toEqual([
      ...['invoice.stamped', 'invoice.global_invoice_created'],
    ]);
    expect(toldOf(issued(), ofReceipts('customer')).at(-1)).toEqual(['invoice.stamped']);
  });

  it('that is canceled at once: only the granular types', () => {
    expect(toldOf(issued(), stamped, requested, canceled).slice(2)).toEqual([
      ['invoice.cancellation_requested'],
      ['invoice.canceled'],
    ]);
  });

  it.each([
    [canceled, 'invoice.canceled'],
    [updated('rejected'), 'invoice.cancellation_updated'],
    [updated('expired'), 'invoice.cancellation_updated'],
    [{ type: 'CancellationRefused' }, 'invoice.cancellation_refused'],
  ])(
    'whose cancellation was pending when the API answered: %o updates its cancellation status',
    (outcome, own) => {
      const told = toldOf(issued(), stamped, requested, updated('pending'), outcome);
      expect(told.slice(3)).toEqual([
        ['invoice.cancellation_updated'],
        [own, 'invoice.cancellation_status_updated'],
      ]);
    },
  );

  it('whose cancellation goes from verifying to pending: that is as open as before', () => {
    const told = toldOf(issued(), stamped, requested, updated('verifying'), updated('pending'), canceled);
    expect(told[4]).toEqual(['invoice.cancellation_updated']);
    expect(told[5]).toContain('invoice.cancellation_status_updated');
  });

  it('whose cancellation was rejected, and is asked for again: the second one is for its own caller', () => {
    const told = toldOf(
      issued(),
      stamped,
      requested,
      updated('pending'),
      updated('rejected'),
      requested,
      canceled,
    );
    expect(told.at(-1)).toEqual(['invoice.canceled']);
  });

  it('that is paid: of itself, not of the payment', () => {
    expect(toldOf({ type: 'PaymentReceived' }, { type: 'PaymentReverted' })).toEqual([
      ['invoice.payment_received'],
      ['invoice.payment_reverted'],
    ]);
  });
});

describe('what is told of a retention', () => {
  const toldOfRetention = (...happened: readonly Happened[]) => toldIn('retention-1', happened);
  const issuedOne: Happened = { type: 'RetentionIssued', data: { at } };
  const stampedOne: Happened = { type: 'RetentionStamped' };
  const askedFor: Happened = { type: 'RetentionCancellationRequested' };
  const updatedTo = (status: string): Happened => ({
    type: 'RetentionCancellationUpdated',
    data: { status },
  });
  const canceledOne: Happened = { type: 'RetentionCanceled' };

  it('that is stamped and canceled while its callers wait: only the granular types', () => {
    expect(toldOfRetention(issuedOne, stampedOne, askedFor, canceledOne)).toEqual([
      ...[['retention.created'], ['retention.stamped']],
      ...[['retention.cancellation_requested'], ['retention.canceled']],
    ]);
  });

  it('that was a draft: it is created once', () => {
    const [drafted, edited] = [{ type: 'RetentionDrafted' }, { type: 'RetentionDraftEdited' }];
    expect(toldOfRetention(drafted, edited, issuedOne, stampedOne)).toEqual([
      ...[['retention.created'], ['retention.edited'], [], ['retention.stamped']],
    ]);
    expect(toldOfRetention(drafted, { type: 'RetentionDraftDeleted' }).at(-1)).toEqual(['retention.deleted']);
  });

  it.each([
    ['RetentionStamped', 'retention.stamped'],
    ['RetentionRefused', 'retention.stamping_refused'],
    ['RetentionStampingFailed', 'retention.stamping_failed'],
  ])('whose stamp was delayed, so that its caller had 202: %s updates its status', (type, own) => {
    const told = toldOfRetention(issuedOne, { type: 'RetentionStampingDelayed' }, { type });
    expect(told.slice(1)).toEqual([['retention.stamping_delayed'], [own, 'retention.status_updated']]);
  });

  it('whose stamp comes after the API has stopped waiting: its status is updated', () => {
    const late = (after: number) => toldOfRetention(issuedOne, { ...stampedOne, after }).at(-1);
    expect([late(WAIT_MS), late(WAIT_MS + 1)]).toEqual([
      ...[['retention.stamped'], ['retention.stamped', 'retention.status_updated']],
    ]);
  });

  it.each([
    [canceledOne, 'retention.canceled'],
    [updatedTo('rejected'), 'retention.cancellation_updated'],
    [{ type: 'RetentionCancellationRefused' }, 'retention.cancellation_refused'],
  ])('whose cancellation was open when the API answered: %o updates its cancellation status', (last, own) => {
    const told = toldOfRetention(issuedOne, stampedOne, askedFor, updatedTo('verifying'), last);
    expect(told.slice(3)).toEqual([
      ['retention.cancellation_updated'],
      [own, 'retention.cancellation_status_updated'],
    ]);
  });

  it('that never was, or of which nothing is new: nothing', () => {
    for (const type of ['RetentionForgone', 'RetentionClaimsForgone', 'RetentionStatusChecked'])
      expect(toldOfRetention({ type })).toEqual([[]]);
  });
});

const of = (stream: string, type: string, data: unknown = {}) =>
  toldTypesOf(inStream(stream, [{ type, data }])[0]!, { answered: false, global: false });

describe('what is told of a document of others', () => {
  const came = (issuer_type: string, efos: string | null = null) =>
    of('invoice-1', 'InvoiceImported', { invoice: { issuer_type, sat: { efos } } });
  const recorded = (issuer_type: string, status: string, listed?: true) =>
    of('invoice-1', 'SatStatusRecorded', { issuer_type, sat: { status }, ...(listed && { listed }) });

  it('that is imported: that it was received, or that it is the organization’s own past', () => {
    expect(came('receiving')).toEqual(['invoice.received']);
    expect(came('receiving', 'not_listed')).toEqual(['invoice.received']);
    expect(came('issuing', 'listed')).toEqual(['invoice.imported']);
  });

  it.each(['listed', 'third_party_listed'])('whose issuer is %s: that too', (efos) =>
    expect(came('receiving', efos)).toEqual(['invoice.received', 'invoice.efos_listed']),
  );

  it('that is canceled: by whom', () => {
    expect(recorded('receiving', 'canceled')).toEqual(['invoice.canceled_by_supplier']);
    expect(recorded('issuing', 'canceled')).toEqual(['invoice.canceled']);
    expect(recorded('receiving', 'valid')).toEqual([]);
  });

  it('whose issuer is listed later: once, when it is news', () => {
    expect(recorded('receiving', 'valid', true)).toEqual(['invoice.efos_listed']);
    expect(recorded('receiving', 'canceled', true)).toEqual([
      ...['invoice.canceled_by_supplier', 'invoice.efos_listed'],
    ]);
    expect(recorded('issuing', 'valid', true)).toEqual([]);
  });

  it('has no type that * stands for: an endpoint that did not ask hears nothing of 10,000 of them', () => {
    const told = [...came('receiving', 'listed'), ...came('issuing'), ...recorded('receiving', 'canceled')];
    expect(told.filter((type) => CONTRACT_EVENT_TYPES.includes(type))).toEqual([]);
  });
});

it('a surplus stamp is told of, and what became of it', () => {
  for (const [stream, prefix] of [
    ['invoice-1', 'Invoice'],
    ['retention-1', 'Retention'],
  ] as const) {
    expect(of(stream, `${prefix}SurplusStampFound`)).toEqual([`${prefix.toLowerCase()}.surplus_stamp_found`]);
    expect(of(stream, `${prefix}SurplusStampSettled`)).toEqual([
      `${prefix.toLowerCase()}.surplus_stamp_settled`,
    ]);
  }
});

describe('what is told of a receipt', () => {
  const ofReceipt = (type: string, data: unknown = {}) => of('receipt-1', type, data);
  const status = 'receipt.status_updated';
  const cancellation = 'receipt.cancellation_status_updated';

  it('that is invoiced: its status; by the portal, that its customer has done so', () => {
    expect(ofReceipt('ReceiptInvoiced', { origin: 'api' })).toEqual([status]);
    expect(ofReceipt('ReceiptInvoiced', { origin: 'automatic' })).toEqual([status]);
    expect(ofReceipt('ReceiptInvoiced', { origin: 'portal' })).toEqual([
      ...[status, 'receipt.self_invoice_complete'],
    ]);
  });

  it.each(['ReceiptReopened', 'ReceiptHandedOver'])(
    'whose invoice was canceled: its status, and that of the cancellation (%s)',
    (type) => expect(ofReceipt(type)).toEqual([status, cancellation]),
  );

  it('that is canceled: with its invoice, or by itself', () => {
    expect(ofReceipt('ReceiptCanceled', { invoice: 'i' })).toEqual([status, cancellation]);
    expect(ofReceipt('ReceiptCanceled', { invoice: null })).toEqual([status]);
  });

  it('whose invoice stays valid: the cancellation alone', () =>
    expect(ofReceipt('ReceiptCancellationUpdated', { status: 'rejected' })).toEqual([cancellation]));

  it('that is made, gets its customer, is given back: by types that are asked for by name', () => {
    expect(ofReceipt('ReceiptIssued')).toEqual(['receipt.created']);
    expect(ofReceipt('ReceiptCustomerAssigned')).toEqual(['receipt.customer_assigned']);
    expect(ofReceipt('ReceiptReduced')).toEqual(['receipt.refunded']);
    expect(ofReceipt('RefundAsked')).toEqual(['receipt.refund_requested']);
    expect(ofReceipt('RefundStamped')).toEqual(['receipt.refunded']);
    expect(ofReceipt('RefundUndone')).toEqual(['receipt.refund_undone']);
  });

  it('that never was, or is let go: nothing', () => {
    expect(ofReceipt('ReceiptForgone')).toEqual([]);
    expect(ofReceipt('ReceiptChangesForgone')).toEqual([]);
  });
});

describe('what is told of others', () => {
  it('customers, products and ZIP requests', () => {
    expect(of('customer-1', 'CustomerEditLinkCompleted')).toEqual(['customer.edit_link_completed']);
    expect(of('product-1', 'ProductDeleted')).toEqual(['product.deleted']);
    expect(of('archive-1', 'ArchiveFailed')).toEqual(['zip_request.failed']);
    expect(of('archive-1', 'ArchivePartAdded')).toEqual([]);
  });

  it('endpoints: pings and samples alone', () => {
    expect(of('webhooks-1.test', 'WebhookPinged')).toEqual(['webhook.ping']);
    expect(of('webhooks-1.test', 'SampleTriggered', { event_type: 'customer.created' })).toEqual([
      'customer.created',
    ]);
    expect(of('webhooks-1.test', 'SampleTriggered', { event_type: 'webhook.ping' })).toEqual([]);
    expect(of('webhooks-1.test', 'WebhookCreated')).toEqual([]);
  });

  it('an event that only a newer program knows stops it, and is not passed over', () => {
    expect(() => of('invoice-1', 'InvoiceFolded')).toThrow('no line for InvoiceFolded of invoice-1');
    expect(() => of('invoice-1', 'toString')).toThrow('no line for toString');
  });
});

describe('the types', () => {
  it('are those that endpoints can ask for, and the ping; the contract’s are what * stands for', () => {
    const types = Object.entries(TOLD_TYPES);
    expect(types.map(([type]) => type)).toEqual([...WEBHOOK_EVENT_TYPES, PING_EVENT_TYPE]);
    expect(types.filter(([, { contract }]) => contract).map(([type]) => type)).toEqual(CONTRACT_EVENT_TYPES);
  });

  it('who is not told has a reason', () => {
    const lines = Object.values(TOLD_CATALOGUE).flatMap((of) => Object.values(of));
    const reasons = lines.flatMap((line) => ('nobody' in line ? [line.nobody] : []));
    expect(reasons.length).toBeGreaterThan(5);
    for (const reason of reasons) expect(reason).toMatch(/^[a-z].{10,}/);
  });
});
