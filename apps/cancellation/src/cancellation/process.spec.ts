import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import type { CancellationEvent } from '#contracts';
import { cancellationPolling } from './process.js';

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
