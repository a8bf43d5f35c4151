import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import type { StampingEvent } from '#contracts';
import { stampingRescue } from './process.js';

const KEY = '66f0c0c0c0c0c0c0c0c0c0ff.2';
const at = '2026-11-21T18:00:00.000Z';
const retry_at = '2026-11-21T18:00:05.000Z';
const react = (event: StampingEvent) =>
  stampingRescue.react({ ...event, streamId: `stamping-${KEY}` } as unknown as StreamEvent);

describe('the rescue of stampings', () => {
  it.each([true, false])('takes up one without an answer when its time has come (certain: %s)', (certain) => {
    const data = { tries: 1, certain, reason: 'timeout', retry_at, at };
    expect(react({ type: 'StampUncertain', data })).toEqual([
      {
        kind: 'schedule',
        at: retry_at,
        command: { type: 'stamping.stamp', key: KEY, data: { retry: true } },
      },
    ]);
  });

  it('has nothing to do about all else', () => {
    for (const type of ['ComprobanteSealed', 'ComprobanteStamped', 'StampRefused', 'StampAbandoned'] as const)
      expect(react({ type, data: {} } as never)).toEqual([
        { kind: 'ignore', reason: `${type} needs no rescue` },
      ]);
  });

  it('follows the streams of stampings', () => {
    expect(stampingRescue.streams).toEqual(['stamping-']);
  });
});
