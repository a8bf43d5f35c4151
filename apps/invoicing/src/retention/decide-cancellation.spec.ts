import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given } from '#kernel/testing';
import { retentionDecider, type RetentionCommand } from './decide.js';
import * as t from './testing.js';

const after = (...commands: readonly RetentionCommand[]) => given(retentionDecider, t.history(...commands));
const valid = [t.create(), t.recordStamp()];
const requested = [...valid, t.cancel()];
const UUID = 'A1B2C3D4-0000-4000-8000-000000000001';

const document = {
  kind: 'retention',
  uuid: t.stamp.uuid,
  issuer_rfc: 'EKU9003173C9',
  receiver_rfc: 'CACX7605101P8',
  total: '1000.00',
  sello_tail: '+/aBcD==',
  stamped_at: t.date,
} as const;

describe('a cancellation', () => {
  it('is requested of a valid retention, by what the tax authority knows it by', () => {
    after(...valid)
      .when(t.cancel('03'))
      .then([
        {
          type: 'RetentionCancellationRequested',
          data: { number: 1, motive: '03', substitution: null, document, at: t.at },
        },
      ]);
  });

  it.each([
    [{}, '123456789'],
    [{ tax_id: null }, ''],
  ])('names a foreigner by its number, if it has one: %j', (over, receiver_number) => {
    const [event] = after(t.create({ customer: t.foreigner(over) }), t.recordStamp())
      .when(t.cancel())
      .events();
    expect(event).toMatchObject({ data: { document: { receiver_rfc: 'XEXX010101000', receiver_number } } });
  });

  it('names the one in its place with motive 01, and none with the others', () => {
    const [event] = after(...valid)
      .when(t.cancel('01', UUID))
      .events();
    expect(event).toMatchObject({ data: { motive: '01', substitution: UUID } });
    const place = { path: 'substitution', location: 'query' } as const;
    after(...valid)
      .when(t.cancel('01'))
      .thenRefused('substitution_invoice_required', place);
    after(...valid)
      .when(t.cancel('02', UUID))
      .thenRefused('invalid_request', place);
  });

  it.each<[t.Life, 'retention_not_found' | 'retention_not_stamped' | 'retention_not_cancelable']>([
    ...t.GONE.map((life): [t.Life, 'retention_not_found'] => [life, 'retention_not_found']),
    ['draft', 'retention_not_stamped'],
    ['pending', 'retention_not_stamped'],
    ['failed', 'retention_not_stamped'],
    ['canceled', 'retention_not_cancelable'],
  ])('is not for %s', (life, code) => {
    after(...t.lives[life])
      .when(t.cancel())
      .thenRefused(code);
  });

  it('keeps another one out while it has no outcome, and says so', () => {
    for (const status of ['pending', 'verifying'] as const) {
      const second = after(...requested, t.recordAnswer(status)).when(t.cancel());
      second.thenRefused('retention_not_cancelable');
      expect(second.outcome).toMatchObject({ refusal: { details: [{ code: 'cancellation_in_progress' }] } });
    }
    after(...requested)
      .when(t.cancel())
      .thenRefused('retention_not_cancelable');
  });

  it('may be requested again, under the next number, after it was refused, rejected or has expired', () => {
    for (const status of ['refused', 'rejected', 'expired'] as const) {
      const [event] = after(...requested, t.recordAnswer(status))
        .when(t.cancel())
        .events();
      expect(event).toMatchObject({ type: 'RetentionCancellationRequested', data: { number: 2 } });
    }
  });
});

describe('the tax authority’s answer', () => {
  const accepted = t.recordAnswer('accepted', { receipt_key: 'acuse' });

  it('cancels, with its receipt, at its own time', () => {
    after(...requested)
      .when(accepted)
      .then([{ type: 'RetentionCanceled', data: { number: 1, at: t.answeredAt, receipt_key: 'acuse' } }]);
  });

  it('is recorded while it has none yet, once', () => {
    after(...requested)
      .when(t.recordAnswer('verifying'))
      .thenTypes('RetentionCancellationUpdated');
    after(...requested, t.recordAnswer('verifying'))
      .when(t.recordAnswer('verifying'))
      .then([]);
  });

  it('that refuses has its own code, or the one of the group', () => {
    const [event] = after(...requested)
      .when(t.recordAnswer('refused'))
      .events();
    expect(event).toMatchObject({ data: { code: 'retention_cancellation_failed' } });
    const [named] = after(...requested)
      .when(t.recordAnswer('refused', { code: 'retention_not_cancelable' }))
      .events();
    expect(named).toMatchObject({ data: { code: 'retention_not_cancelable' } });
    expect(fold(retentionDecider, t.history(...requested, t.recordAnswer('refused')))).toMatchObject({
      ...{ status: 'valid', cancellation: { status: 'none' } },
    });
  });

  it('of another request, or of one that is over, changes nothing', () => {
    after(...requested)
      .when(t.recordAnswer('accepted', { number: 2 }))
      .then([]);
    after(...requested, accepted)
      .when(accepted)
      .then([]);
  });

  it('to a mere query tells of a cancellation elsewhere, and of nothing else', () => {
    after(...valid)
      .when(t.recordAnswer('accepted', { number: 0 }))
      .thenTypes('RetentionCanceled');
    after(...valid)
      .when(t.recordAnswer('none', { number: 0 }))
      .then([]);
  });

  it('that has nothing new is noted once a tenth more of the time has passed', () => {
    const look = (ms: number) => t.recordAnswer('none', {}, t.after(ms));
    after(...requested)
      .when(look(500))
      .then([]);
    after(...requested)
      .when(look(1_000))
      .thenTypes('RetentionStatusChecked');
    const checked = [...requested, look(60_000)];
    after(...checked)
      .when(look(65_000))
      .then([]);
    after(...checked)
      .when(look(66_000))
      .thenTypes('RetentionStatusChecked');
  });
});
