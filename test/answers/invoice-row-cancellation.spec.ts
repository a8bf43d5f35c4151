import { describe, expect, it } from '@jest/globals';
import {
  after,
  recordAnswer,
  answeredAt,
  at,
  cancel,
  create,
  stamp,
  recordStamp,
} from '#apps/invoicing/src/invoice/testing';
import { rowOf, docOf } from './row.js';

describe('a cancellation in the read model', () => {
  const life = [create(), recordStamp(), cancel('01', 'NEW-UUID')];
  const request = { requested_at: at, motive: '01', substitutionUUID: 'NEW-UUID' };

  it('counts as being verified until the tax authority has spoken', () => {
    expect(rowOf(...life)).toMatchObject({
      status: 'valid',
      cancellation_status: 'verifying',
      outcome: { of: 'cancellation', number: 1, kind: 'requested' },
      doc: {
        cancellation_status: 'verifying',
        cancellation: { ...request, status: 'verifying', last_checked: at },
      },
    });
  });

  it.each(['pending', 'verifying', 'rejected', 'expired'] as const)(
    'that is %s leaves it valid',
    (status) => {
      const before = status === 'verifying' ? life : [...life, recordAnswer('verifying')];
      const row = rowOf(
        ...before,
        ...(status === 'verifying' ? [] : [recordAnswer(status, { receipt_key: 'acuse' })]),
      );
      expect(row).toMatchObject({ status: 'valid', cancellation_status: status });
      expect(row?.doc).toMatchObject({
        status: 'valid',
        canceled_at: null,
        cancellation: { ...request, status },
      });
    },
  );

  it('that is accepted cancels it', () => {
    expect(rowOf(...life, recordAnswer('accepted', { receipt_key: 'acuse' }))).toMatchObject({
      status: 'canceled',
      cancellation_status: 'accepted',
      receipt_key: 'acuse',
      uuid: stamp.uuid,
      outcome: { of: 'cancellation', number: 1, kind: 'done' },
      doc: {
        status: 'canceled',
        cancellation_status: 'accepted',
        canceled_at: answeredAt,
        cancellation: { ...request, status: 'accepted', last_checked: answeredAt },
        uuid: stamp.uuid,
      },
    });
  });

  it('that is refused leaves no trace but its answer, however late it comes', () => {
    const refusal = recordAnswer('refused', { code: 'invoice_not_cancelable_by_sat' });
    for (const before of [life, [...life, recordAnswer('verifying')]])
      expect(rowOf(...before, refusal)).toMatchObject({
        status: 'valid',
        cancellation_status: 'none',
        outcome: { of: 'cancellation', number: 1, kind: 'refused', code: 'invoice_not_cancelable_by_sat' },
        doc: { cancellation_status: 'none', cancellation: null },
      });
  });

  it('keeps the receipt that it has until there is another', () => {
    const first = recordAnswer('rejected', { receipt_key: 'acuse/1' });
    const second = [cancel('02'), recordAnswer('accepted', { number: 2 })];
    expect(rowOf(...life, first)).toMatchObject({ receipt_key: 'acuse/1' });
    expect(rowOf(...life, first, ...second)).toMatchObject({ receipt_key: 'acuse/1' });
  });

  it('records when its status was queried', () => {
    const later = after(60_000);
    const looked = [recordAnswer('pending'), recordAnswer('none', {}, later)];
    expect(docOf(...life, ...looked)['cancellation']).toMatchObject({
      status: 'pending',
      last_checked: later.toISOString(),
    });
    expect(docOf(create(), recordStamp(), recordAnswer('none', { number: 0 }))['cancellation']).toBeNull();
  });

  it('elsewhere has no motive that we know', () => {
    expect(docOf(create(), recordStamp(), recordAnswer('accepted', { number: 0 }))['cancellation']).toEqual({
      requested_at: answeredAt,
      motive: null,
      substitutionUUID: null,
      status: 'accepted',
      last_checked: answeredAt,
    });
  });
});
