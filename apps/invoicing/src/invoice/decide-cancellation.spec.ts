import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given as givenOf } from '#kernel/testing';
import { invoiceDecider, type InvoiceCommand } from './decide.js';
import {
  after,
  recordAnswer,
  answeredAt,
  at,
  cancel,
  create,
  customer,
  foreigner,
  history,
  issuer,
  stamp,
  recordStamp,
} from './testing.js';

const valid = [create(), recordStamp()];
const given = (...commands: InvoiceCommand[]) => givenOf(invoiceDecider, history(...valid, ...commands));
const stateAfter = (...commands: InvoiceCommand[]) => fold(invoiceDecider, history(...valid, ...commands));
const MINUTE = 60_000;
const DAY = 86_400_000;
const REPLACING = 'AAAAAAAA-0000-4000-8000-000000000002';

const requested = (number: number, motive: string, substitution: string | null = null) =>
  ({
    type: 'CancellationRequested',
    data: {
      number,
      motive,
      substitution,
      document: {
        uuid: stamp.uuid,
        issuer_rfc: issuer.tax_id,
        receiver_rfc: customer.tax_id,
        total: '116.00',
        sello_tail: 'aXNvcg==',
        stamped_at: stamp.date,
      },
      at,
    },
  }) as const;

describe('a request to cancel', () => {
  it.each(['02', '03', '04'] as const)('goes out with motive %s', (motive) => {
    given()
      .when(cancel(motive))
      .then([requested(1, motive) as never]);
  });

  it('goes out with motive 01 and the invoice that replaces it', () => {
    given()
      .when(cancel('01', REPLACING))
      .then([requested(1, '01', REPLACING) as never]);
  });

  it('needs the replacing invoice with motive 01', () => {
    given()
      .when(cancel('01'))
      .thenRefused('substitution_invoice_required', { path: 'substitution', location: 'query' });
  });

  it.each(['02', '03', '04'] as const)('takes no replacing invoice with motive %s', (motive) => {
    given().when(cancel(motive, REPLACING)).thenRefused('invalid_request');
  });

  it("names a foreign receiver by the generic RFC, as the document's XML does", () => {
    const events = history(create({ customer: foreigner }), recordStamp());
    const [event] = givenOf(invoiceDecider, events).when(cancel()).events();
    expect(event?.data).toMatchObject({ document: { receiver_rfc: 'XEXX010101000' } });
  });

  it.each([
    ['that has no answer yet', []],
    ['that waits for the receiver', [recordAnswer('pending')]],
    ['that the tax authority verifies', [recordAnswer('verifying')]],
  ] as const)('is refused beside one %s', (_, answers) => {
    given(cancel(), ...answers)
      .when(cancel('03'))
      .thenRefused('invoice_cancellation_in_progress');
  });

  it.each([
    ['rejected by the receiver', recordAnswer('rejected')],
    ['expired', recordAnswer('expired')],
    ['refused at once', recordAnswer('refused', { code: 'invoice_not_cancelable_by_sat' })],
  ] as const)('may be made again after one that was %s', (_, answer) => {
    given(cancel(), answer)
      .when(cancel('03'))
      .then([requested(2, '03') as never]);
  });
});

describe('an answer of the tax authority', () => {
  it('cancels the invoice when it is accepted, with its receipt', () => {
    given(cancel())
      .when(recordAnswer('accepted', { receipt_key: 'acuse/1' }))
      .then([{ type: 'InvoiceCanceled', data: { number: 1, at: answeredAt, receipt_key: 'acuse/1' } }]);
    expect(stateAfter(cancel(), recordAnswer('accepted')).status).toBe('canceled');
  });

  it.each(['pending', 'verifying', 'rejected', 'expired'] as const)('leaves it valid: %s', (status) => {
    given(cancel())
      .when(recordAnswer(status, { receipt_key: 'acuse/1' }))
      .then([
        { type: 'CancellationUpdated', data: { number: 1, status, at: answeredAt, receipt_key: 'acuse/1' } },
      ]);
    expect(stateAfter(cancel(), recordAnswer(status))).toMatchObject({
      status: 'valid',
      cancellation: { status },
    });
  });

  it('ends after a while', () => {
    given(cancel(), recordAnswer('pending')).when(recordAnswer('accepted')).thenTypes('InvoiceCanceled');
    given(cancel(), recordAnswer('verifying')).when(recordAnswer('pending')).thenTypes('CancellationUpdated');
    given(cancel(), recordAnswer('pending')).when(recordAnswer('rejected')).thenTypes('CancellationUpdated');
    // A receiver may still accept, as long as the tax authority says so.
    given(cancel(), recordAnswer('rejected')).when(recordAnswer('accepted')).thenTypes('InvoiceCanceled');
  });

  it('with nothing new only notes that it was asked', () => {
    for (const [before, now] of [
      ['pending', 'pending'],
      ['verifying', 'verifying'],
      ['rejected', 'rejected'],
      ['pending', 'none'],
      // A state that was shown does not become uncertain because no answer comes.
      ['pending', 'verifying'],
      ['rejected', 'verifying'],
    ] as const)
      given(cancel(), recordAnswer(before))
        .when(recordAnswer(now, {}, after(MINUTE)))
        .then([{ type: 'StatusChecked', data: { at: after(MINUTE).toISOString() } }]);
  });

  it('with nothing new leaves a bounded number of events, however many times callers ask', () => {
    const commands: InvoiceCommand[] = [...valid, cancel(), recordAnswer('pending')];
    // Every five minutes for ten days, and then a month later.
    for (let n = 1; n <= 10 * 288; n += 1) commands.push(recordAnswer('pending', {}, after(n * 5 * MINUTE)));
    commands.push(recordAnswer('none', {}, after(40 * DAY)));
    const notes = history(...commands).filter(({ type }) => type === 'StatusChecked');
    expect(notes.length).toBeGreaterThan(20);
    expect(notes.length).toBeLessThan(100);
    expect(notes.at(-1)?.data).toEqual({ at: after(40 * DAY).toISOString() });
  });

  it('notes that the issuer came on the list of 69-B, or left it, once and without a request too', () => {
    const look = (efos: 'listed' | 'not_listed', ms: number) =>
      recordAnswer('none', { number: 0, efos }, after(ms));
    const noted = (efos: string, ms: number) => [
      { type: 'StatusChecked' as const, data: { at: after(ms).toISOString(), efos } },
    ];
    given().when(look('not_listed', MINUTE)).then([]);
    given()
      .when(look('listed', MINUTE))
      .then(noted('listed', MINUTE) as never);
    given(look('listed', MINUTE)).when(look('listed', DAY)).then([]);
    given(look('listed', MINUTE))
      .when(look('not_listed', DAY))
      .then(noted('not_listed', DAY) as never);
  });

  it('without a request leaves no trail at all', () => {
    const later = after(DAY);
    given()
      .when(recordAnswer('none', { number: 0 }, later))
      .then([]);
    given(cancel(), recordAnswer('refused'))
      .when(recordAnswer('none', { number: 0 }, later))
      .then([]);
  });

  it('that refuses the request frees the invoice for another one', () => {
    const refusal = recordAnswer('refused', {
      code: 'invoice_not_cancelable_by_sat',
      details: [{ code: '204', source: 'sat' }],
    });
    for (const before of [[cancel()], [cancel(), recordAnswer('verifying')]])
      given(...before)
        .when(refusal)
        .then([
          {
            type: 'CancellationRefused',
            data: {
              number: 1,
              code: 'invoice_not_cancelable_by_sat',
              details: [{ code: '204', source: 'sat' }],
              at: answeredAt,
            },
          },
        ]);
    expect(stateAfter(cancel(), recordAnswer('verifying'), refusal)).toMatchObject({
      status: 'valid',
      cancellation: { status: 'none' },
    });
  });

  it('that refuses without a code of its own still has one', () => {
    const [event] = given(cancel()).when(recordAnswer('refused')).events();
    expect(event?.data).toMatchObject({ code: 'invoice_cancellation_failed' });
  });

  it('that comes twice, or too late to refuse, changes nothing', () => {
    given(cancel(), recordAnswer('accepted')).when(recordAnswer('accepted')).then([]);
    given(cancel(), recordAnswer('pending')).when(recordAnswer('refused')).then([]);
    given(cancel(), recordAnswer('refused')).when(recordAnswer('refused')).then([]);
  });

  it('about an older request changes nothing', () => {
    const second = [cancel(), recordAnswer('rejected'), cancel('03')];
    for (const status of ['accepted', 'pending', 'rejected', 'refused'] as const)
      given(...second)
        .when(recordAnswer(status, { number: 1 }))
        .then([]);
    given(...second)
      .when(recordAnswer('accepted', { number: 2 }))
      .thenTypes('InvoiceCanceled');
  });

  it('to a mere query counts when it was canceled elsewhere', () => {
    given()
      .when(recordAnswer('accepted', { number: 0 }))
      .thenTypes('InvoiceCanceled');
    for (const status of ['none', 'pending', 'rejected'] as const)
      given()
        .when(recordAnswer(status, { number: 0 }))
        .then([]);
  });

  it('about an invoice that is not valid changes nothing', () => {
    givenOf(invoiceDecider, history(create()))
      .when(recordAnswer('accepted', { number: 0 }))
      .then([]);
  });
});
