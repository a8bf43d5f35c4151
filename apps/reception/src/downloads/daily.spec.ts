import { describe, expect, it } from '@jest/globals';
import { ok, refuse } from '#kernel';
import { DailyDownloads } from './daily.js';
import type { DailyRow } from './daily-rows.js';

/** One organization that has what it issued and received downloaded daily, and the service that begins downloads. */
function stage(now: string, refusal?: 'fiel_required' | 'service_unavailable') {
  const row: DailyRow = { organization_id: 'o', kinds: ['issued', 'received'], format: 'xml' };
  const done: string[] = [];
  const begun: { readonly key: string; readonly data: unknown }[] = [];
  const rows = {
    due: async (day: string) => (done.includes(day) ? [] : [row]),
    done: async (_: string, day: string) => void done.push(day),
  };
  const bus = {
    send: async ({ key, data }: { key: string; data: unknown }) => {
      begun.push({ key, data });
      return refusal ? refuse(refusal) : ok({ data: undefined });
    },
  };
  const daily = new DailyDownloads(
    rows as never,
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

  it('are begun later where that was not possible now, and not where there is no FIEL', async () => {
    const busy = stage('2026-11-27T11:00:00Z', 'service_unavailable');
    expect(await busy.daily.look()).toBe(0);
    expect(busy.done).toEqual([]);
    const without = stage('2026-11-27T11:00:00Z', 'fiel_required');
    await without.daily.look();
    expect(without.done).toEqual(['2026-11-26']);
  });
});
