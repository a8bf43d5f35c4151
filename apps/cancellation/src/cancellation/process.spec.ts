import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import type { CancellationEvent } from '#contracts';
import { surplusKey } from '#contracts';
import { cancellationPolling, surplusOutcomes } from './process.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
const at = '2026-11-21T18:00:00.000Z';
const soon = '2026-11-21T18:10:00.000Z';
const react = (event: CancellationEvent) =>
  cancellationPolling.react({ ...event, streamId: `cancellation-${ID}` } as unknown as StreamEvent);
const follow = (number: number) => [
  { kind: 'schedule', at: soon, command: { type: 'cancellation.follow', key: ID, data: { number } } },
];

describe('cancellation polling', () => {
  it('follows the streams of cancellations', () => {
    expect(cancellationPolling.streams).toEqual(['cancellation-']);
  });

  it('plans all its looks at a request that waits: dense at first, some after the receiver’s time is up', () => {
    for (const status of ['pending', 'verifying'] as const) {
      const looks = react({
        type: 'CancellationAnswered',
        data: { number: 2, status, receipt_key: null, at },
      });
      const times = looks.map((look) => (look.kind === 'schedule' ? look.at : ''));
      expect(looks).toEqual(times.map((time) => ({ ...follow(2)[0], at: time })));
      expect(times[0]).toBe('2026-11-21T18:01:00.000Z');
      expect(times).toEqual([...new Set(times)].sort());
      // Three business days may take five, and a holiday more.
      expect(times.filter((time) => time > '2026-11-26')).not.toHaveLength(0);
      expect(times.at(-1)).toBe('2026-12-06T18:00:00.000Z');
      expect(times.length).toBeLessThan(40);
    }
  });

  it('takes up a request that got no answer', () => {
    const data = { number: 1, tries: 3, reason: 'timeout', retry_at: soon, at };
    expect(react({ type: 'CancellationDelayed', data })).toEqual(follow(1));
  });

  it('leaves alone what has its outcome, or waits for its first answer', () => {
    for (const status of ['accepted', 'rejected', 'expired'] as const)
      expect(
        react({
          type: 'CancellationAnswered',
          data: { number: 1, status, receipt_key: null, at },
        }),
      ).toEqual([{ kind: 'ignore', reason: 'the cancellation has its outcome' }]);
    for (const type of ['CancellationStarted', 'CancellationRejected'] as const)
      expect(react({ type, data: {} } as never)).toEqual([
        { kind: 'ignore', reason: `${type} asks for nothing` },
      ]);
  });
});

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
