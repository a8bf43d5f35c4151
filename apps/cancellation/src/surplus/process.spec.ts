import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import { surplusKey } from '#contracts';
import { cancellationPolling } from '../cancellation/process.js';
import { surplusOutcomes } from './process.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
const at = '2026-11-21T18:00:00.000Z';
const soon = '2026-11-21T18:10:00.000Z';

describe('the cancellation of a surplus stamp', () => {
  const uuid = '5C5C5C5C-0000-4000-8000-000000000001';
  const stamping = `retention-${ID}.2`;
  const of = (event: object, key = surplusKey({ stamping, uuid })) =>
    surplusOutcomes.react({ ...event, streamId: `cancellation-${key}` } as unknown as StreamEvent);
  const told = (outcome: string) => [
    { kind: 'send', command: { type: 'stamping.settle-surplus', key: stamping, data: { uuid, outcome } } },
  ];
  const answered = (status: string) => ({
    ...{ type: 'CancellationAnswered', data: { number: 1, status, receipt_key: null, at } },
  });

  it.each([
    ['accepted', 'canceled'],
    ['pending', 'pending'],
    ['verifying', 'pending'],
    ['rejected', 'refused'],
    ['expired', 'refused'],
  ])('%s is told to its stamping as %s', (status, outcome) =>
    expect(of(answered(status))).toEqual(told(outcome)),
  );

  it('is pending while nobody answers, and refused where it is refused', () => {
    const delayed = { number: 1, tries: 1, reason: 'timeout', retry_at: soon, at };
    expect(of({ type: 'CancellationDelayed', data: delayed })).toEqual(told('pending'));
    const rejected = { number: 1, code: 'invoice_not_cancelable_by_sat', details: [], at };
    expect(of({ type: 'CancellationRejected', data: rejected })).toEqual(told('refused'));
    expect(of({ type: 'CancellationStarted', data: {} })).toEqual([
      { kind: 'ignore', reason: 'no answer yet' },
    ]);
  });

  it('is polled as any other, and no document’s cancellation is told to stamping', () => {
    const key = surplusKey({ stamping, uuid });
    const looks = cancellationPolling.react({
      ...answered('pending'),
      streamId: `cancellation-${key}`,
    } as unknown as StreamEvent);
    expect(looks[0]).toMatchObject({ kind: 'schedule', command: { type: 'cancellation.follow', key } });
    expect(of(answered('accepted'), ID)).toEqual([
      { kind: 'ignore', reason: 'the document is told by its own service' },
    ]);
  });
});
