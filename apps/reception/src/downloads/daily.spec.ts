import { describe, expect, it } from '@jest/globals';
import { fold, ok, refuse } from '#kernel';
import type { DownloadEvent } from '#contracts';
import { DailyDownloads } from './daily.js';
import { firstDay } from './daily-period.js';
import type { DailyRow } from './daily-rows.js';
import { downloadDecider } from './decide.js';
import { absent } from './download.js';
import { daysOf } from './parts.js';

/** One organization that has what it issued and received downloaded daily, and the service that begins downloads. */
function stage(now: string, refusal?: 'fiel_required' | 'service_unavailable' | 'organization_not_found') {
  const row: DailyRow = {
    organization_id: 'o',
    kinds: ['issued', 'received'],
    format: 'xml',
    last_day: null,
  };
  const done: string[] = [];
  const begun: { readonly id: string; readonly key: string; readonly data: unknown }[] = [];
  const rows = {
    due: async (day: string) => (done.includes(day) ? [] : [row]),
    done: async (_: string, day: string) => void done.push(day),
  };
  const bus = {
    send: async ({ id, key, data }: { id: string; key: string; data: unknown }) => {
      begun.push({ id, key, data });
      return refusal ? refuse(refusal) : ok({ data: undefined });
    },
  };
  const daily = new DailyDownloads(
    rows as never,
    { state: async () => absent } as never,
    { of: async () => ok('EKU9003173C9') } as never,
    bus as never,
    () => new Date(now),
    { warn: () => undefined } as never,
  );
  return { daily, done, begun };
}

describe('daily downloads', () => {
  it('are of yesterday and the day before, by the SAT’s clock, once', async () => {
    const { daily, begun, done } = stage('2026-11-27T11:00:00Z');
    expect(await daily.look()).toBe(1);
    expect(begun.map(({ data }) => data)).toEqual(
      (['issued', 'received'] as const).map((kind) => ({
        asked: {
          ...{ rfc: 'EKU9003173C9', from: '2026-11-25', to: '2026-11-26', kind, format: 'xml' },
          origin: 'daily',
        },
      })),
    );
    expect(done).toEqual(['2026-11-26']);
    expect(await daily.look()).toBe(0);
  });

  it('wait for the early morning of Mexico City', async () => {
    const { daily, begun } = stage('2026-11-27T09:59:00Z');
    expect(await daily.look()).toBe(0);
    expect(begun).toEqual([]);
  });

  it('have the same ids in whichever process begins them', async () => {
    const [one, other] = [stage('2026-11-27T11:00:00Z'), stage('2026-11-27T20:00:00Z')];
    await Promise.all([one.daily.look(), other.daily.look()]);
    expect(one.begun.map(({ key }) => key)).toEqual(other.begun.map(({ key }) => key));
    expect(new Set(one.begun.map(({ key }) => key)).size).toBe(2);
  });

  it('are begun later where that was not possible now, and not for an organization that is gone', async () => {
    for (const code of ['service_unavailable', 'fiel_required'] as const) {
      const busy = stage('2026-11-27T11:00:00Z', code);
      expect(await busy.daily.look()).toBe(0);
      expect(busy.done).toEqual([]);
      // Asked again by another command: what was refused once is refused for good.
      expect(await busy.daily.look()).toBe(0);
      const [first, second] = busy.begun;
      expect([first?.key === second?.key, first?.id === second?.id]).toEqual([true, false]);
    }
    const without = stage('2026-11-27T11:00:00Z', 'organization_not_found');
    await without.daily.look();
    expect(without.done).toEqual(['2026-11-26']);
  });
});

describe('the first day of a daily download', () => {
  const asked = { rfc: 'EKU9003173C9', kind: 'issued', format: 'xml', origin: 'daily' } as const;
  const at = '2026-11-21T11:00:00.000Z';
  /** A download of some days, of which these failed. */
  const before = (
    from: string,
    to: string,
    failed: readonly string[],
    then: readonly DownloadEvent[] = [],
  ) => {
    const days = daysOf({ from, to }).map(({ part }) => part);
    const events = days.map((part): DownloadEvent =>
      failed.includes(part)
        ? { type: 'DownloadPartFailed', data: { part, trouble: { code: 'no_answer', said: '' }, at } }
        : { type: 'DownloadPartReady', data: { part, documents: 0, packages: [], at } },
    );
    const begun: DownloadEvent = { type: 'DownloadBegun', data: { asked: { ...asked, from, to }, at } };
    return fold(downloadDecider, [begun, ...events, ...then]);
  };

  it.each([
    ['nothing before', null, absent, '2026-11-25'],
    ['each day', '2026-11-25', before('2026-11-24', '2026-11-25', []), '2026-11-25'],
    ['days without a process', '2026-11-20', before('2026-11-19', '2026-11-20', []), '2026-11-20'],
    ['years without a process', '2024-01-01', absent, '2025-11-26'],
    ['a day that failed', '2026-11-25', before('2026-11-24', '2026-11-25', ['2026-11-24']), '2026-11-24'],
    [
      'one that failed long ago',
      '2026-11-25',
      before('2026-11-10', '2026-11-25', ['2026-11-10']),
      '2026-11-19',
    ],
    [
      ...['what somebody stopped', '2026-11-25'],
      before('2026-11-22', '2026-11-25', ['2026-11-22'], [{ type: 'DownloadStopped', data: { at } }]),
      '2026-11-25',
    ],
    ['a clock that was ahead', '2027-06-01', absent, '2026-11-25'],
  ] as const)('after %s', (_, lastDay, state, first) => {
    expect(firstDay('2026-11-26', lastDay, state)).toBe(first);
  });
});
