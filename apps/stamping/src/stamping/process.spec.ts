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
        command: { type: 'stamping.stamp', key: KEY, data: { retry: true, due: retry_at } },
      },
    ]);
  });

  it('sends one that an operator has forced to the other provider', () =>
    expect(react({ type: 'StampForced', data: { from: 'sw', to: 'finkok', by: 'key:1', at } })).toEqual([
      { kind: 'send', command: { type: 'stamping.stamp', key: KEY, data: { retry: true } } },
    ]));

  it('looks for a surplus stamp for a week, where somebody else perhaps has it', () => {
    const data = { stamp: {} as never, pac: 'finkok', duplicate: false, at };
    expect(react({ type: 'ComprobanteStamped', data })).toMatchObject([{ kind: 'ignore' }]);
    const looks = react({ type: 'ComprobanteStamped', data: { ...data, watched: ['sw'] } });
    expect(looks[0]).toEqual({
      kind: 'schedule',
      at: '2026-11-21T18:01:00.000Z',
      command: { type: 'stamping.stamp', key: KEY, data: { retry: true, watch: true } },
    });
    expect(looks.at(-1)).toMatchObject({ at: '2026-11-28T18:00:00.000Z' });
  });

  it('has a surplus stamp cancelled, unless it is only reported', () => {
    const document = { uuid: 'U', issuer_rfc: 'A', receiver_rfc: 'B', total: '1.00', sello_tail: 'x' };
    const found = { uuid: 'U', pac: 'sw', stamp: {} as never, at };
    expect(react({ type: 'SurplusStampFound', data: found })).toMatchObject([{ kind: 'ignore' }]);
    expect(react({ type: 'SurplusStampFound', data: { ...found, cancel: document } })).toEqual([
      {
        kind: 'send',
        command: {
          type: 'cancellation.request',
          key: `surplus-${KEY}.U`,
          data: { number: 1, document, motive: '02', substitution: null },
        },
      },
    ]);
  });

  it('has nothing to do about all else', () => {
    for (const type of ['ComprobanteSealed', 'StampRefused', 'StampAbandoned', 'StampSent'] as const)
      expect(react({ type, data: {} } as never)).toEqual([
        { kind: 'ignore', reason: `${type} needs no rescue` },
      ]);
  });

  it('follows the streams of stampings', () => {
    expect(stampingRescue.streams).toEqual(['stamping-']);
  });
});
