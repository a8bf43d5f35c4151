import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import type { DownloadAsked, DownloadEvent } from '#contracts';
import { downloadDecider, type DownloadCommand, type PartEvent } from './decide.js';
import { isBegun, type KnownDownload } from './download.js';
import { halvesOf } from './parts.js';
import { downloadOf } from './show.js';

const at = '2026-11-27T18:00:00.000Z';
const later = '2026-11-27T18:01:00.000Z';
const asked: DownloadAsked = {
  ...{ rfc: 'EKU9003173C9', from: '2026-11-25', to: '2026-11-26', kind: 'received', format: 'xml' },
  origin: 'request',
};
const begun: DownloadEvent = { type: 'DownloadBegun', data: { asked, at } };
const requested = (part: string): PartEvent => ({
  type: 'DownloadPartRequested',
  data: { part, request: `request of ${part}`, at, next_at: later },
});
const ready = (part: string, packages: string[], documents = 3): PartEvent => ({
  type: 'DownloadPartReady',
  data: { part, documents, packages, at },
});
const taken = (part: string, name: string): PartEvent => ({
  type: 'DownloadPackageTaken',
  data: {
    ...{ part, package: name, counts: { imported: 2, duplicates: 1, refused: 0 }, problems: [], ask: [], at },
  },
});
const failed = (part: string): PartEvent => ({
  type: 'DownloadPartFailed',
  data: { part, trouble: { code: '5002', said: 'no' }, at },
});

const stateOf = (events: readonly DownloadEvent[]): KnownDownload => {
  const state = fold(downloadDecider, events);
  if (!isBegun(state)) throw new Error('not begun');
  return state;
};
/** What a command leads to; a refusal's code. */
const decide = (events: readonly DownloadEvent[], command: DownloadCommand) => {
  const decided = downloadDecider.decide(command, fold(downloadDecider, events));
  return decided.ok ? decided.value : decided.refusal.code;
};
const note = (events: readonly DownloadEvent[], found: PartEvent) => decide(events, { type: 'note', found });

describe('a download', () => {
  it('begins once, and has its days', () => {
    expect(decide([], { type: 'begin', asked, attempt: 0, at })).toEqual([begun]);
    expect(decide([begun], { type: 'begin', asked, attempt: 0, at: later })).toEqual([]);
    expect(downloadOf('d', stateOf([begun])).days.map(({ date, status }) => [date, status])).toEqual([
      ['2026-11-25', 'waiting'],
      ['2026-11-26', 'waiting'],
    ]);
  });

  it('begins at the attempt that a place was claimed for, once the one before is ruled out', () => {
    const forgone: DownloadEvent = { type: 'DownloadForgone', data: { at } };
    expect(decide([], { type: 'forgo', attempt: 0, at })).toEqual([forgone]);
    expect(decide([forgone], { type: 'forgo', attempt: 0, at })).toEqual([]);
    expect(decide([forgone], { type: 'begin', asked, attempt: 0, at })).toBe('conflict');
    expect(decide([forgone], { type: 'begin', asked, attempt: 1, at })).toEqual([begun]);
    // What has begun is not ruled out any more, nor begun again by a later attempt.
    expect(decide([forgone, begun], { type: 'forgo', attempt: 1, at })).toEqual([]);
    expect(decide([forgone, begun], { type: 'begin', asked, attempt: 0, at })).toEqual([]);
    expect(decide([forgone], { type: 'stop', at })).toBe('download_not_found');
  });

  it('goes on part by part, and ends with the last one', () => {
    const events: DownloadEvent[] = [begun];
    const go = (found: PartEvent) => {
      const noted = note(events, found);
      if (typeof noted === 'string') throw new Error(noted);
      events.push(...noted);
      return noted.map(({ type }) => type);
    };
    expect(go(requested('2026-11-25'))).toEqual(['DownloadPartRequested']);
    expect(go(ready('2026-11-25', ['a', 'b']))).toEqual(['DownloadPartReady']);
    expect(go(taken('2026-11-25', 'a'))).toEqual(['DownloadPackageTaken']);
    expect(go(taken('2026-11-25', 'b'))).toEqual(['DownloadPackageTaken']);
    expect(go(requested('2026-11-26'))).toEqual(['DownloadPartRequested']);
    expect(go(ready('2026-11-26', [], 0))).toEqual(['DownloadPartReady', 'DownloadFinished']);
    expect(downloadOf('d', stateOf(events))).toMatchObject({
      ...{ status: 'finished', days_total: 2, days_finished: 2, documents: 3, imported: 4, duplicates: 2 },
      finished_at: at,
    });
  });

  it('takes no package twice, and nothing of what has ended', () => {
    const events = [
      begun,
      requested('2026-11-25'),
      ready('2026-11-25', ['a', 'b']),
      taken('2026-11-25', 'a'),
    ];
    expect(note(events, taken('2026-11-25', 'a'))).toEqual([]);
    const ended = [...events, taken('2026-11-25', 'b')];
    expect(note(ended, taken('2026-11-25', 'b'))).toEqual([]);
    expect(note(ended, requested('2026-11-25'))).toEqual([]);
    expect(note(ended, failed('2026-11-25'))).toEqual([]);
  });

  it('of which one day fails ends, and says which and why', () => {
    const events = [begun, failed('2026-11-25'), requested('2026-11-26')];
    const ended = note(events, ready('2026-11-26', [], 0));
    expect(ended).toHaveLength(2);
    const shown = downloadOf('d', stateOf([...events, ...(ended as DownloadEvent[])]));
    expect(shown).toMatchObject({ status: 'finished', days_failed: 1, days_finished: 1 });
    expect(shown.days[0]).toMatchObject({ status: 'failed', trouble: { code: '5002' } });
  });

  it('of metadata is compared before it is finished', () => {
    const metadata: DownloadEvent = {
      type: 'DownloadBegun',
      data: { asked: { ...asked, to: asked.from, format: 'metadata' }, at },
    };
    const events = [metadata, requested('2026-11-25')];
    const fetched = note(events, ready('2026-11-25', [], 0));
    expect(fetched).toMatchObject([{ type: 'DownloadPartReady' }, { type: 'DownloadFetched' }]);
    const all = [...events, ...(fetched as DownloadEvent[])];
    const differences = { missing_here: 1, missing_at_sat: 2, status: 3 };
    const compared = decide(all, { type: 'reconcile', differences, at });
    expect(compared).toMatchObject([{ type: 'DownloadReconciled' }, { type: 'DownloadFinished' }]);
    expect(
      decide([...all, ...(compared as DownloadEvent[])], { type: 'reconcile', differences, at }),
    ).toEqual([]);
  });

  it('that has too many documents goes on with its halves, in order', () => {
    const period = { part: '2026-11-25', from: '2026-11-25T00:00:00', until: '2026-11-25T23:59:59' };
    const into = halvesOf(period) ?? [];
    expect(into).toEqual([
      { part: '2026-11-25.1', from: '2026-11-25T00:00:00', until: '2026-11-25T11:59:59' },
      { part: '2026-11-25.2', from: '2026-11-25T12:00:00', until: '2026-11-25T23:59:59' },
    ]);
    const events: DownloadEvent[] = [
      ...[begun, requested('2026-11-25')],
      { type: 'DownloadPartSplit', data: { part: '2026-11-25', into, at } },
    ];
    expect([...stateOf(events).parts.keys()]).toEqual([
      ...['2026-11-25', '2026-11-25.1', '2026-11-25.2', '2026-11-26'],
    ]);
    expect(downloadOf('d', stateOf(events)).days).toHaveLength(2);
    expect(halvesOf({ ...period, until: '2026-11-25T00:01:00' })).toBeUndefined();
  });

  it('is asked for anew where a request leads nowhere, and keeps what it has', () => {
    const events: DownloadEvent[] = [
      ...[begun, requested('2026-11-25'), ready('2026-11-25', ['a', 'b']), taken('2026-11-25', 'a')],
      {
        type: 'DownloadPartGivenUp',
        data: { part: '2026-11-25', trouble: { code: 'lost', said: '5004' }, at, next_at: later },
      },
    ];
    const [first] = downloadOf('d', stateOf(events)).days;
    expect(first).toMatchObject({ status: 'requested', imported: 2, trouble: { code: 'lost' } });
    expect(note(events, requested('2026-11-25'))).toHaveLength(1);
  });

  it('that was stopped, or failed, goes on no more', () => {
    const stopped = decide([begun], { type: 'stop', at });
    expect(stopped).toMatchObject([{ type: 'DownloadStopped' }]);
    for (const end of [stopped, decide([begun], { type: 'fail', trouble: { code: '305', said: '' }, at })]) {
      const events = [begun, ...(end as DownloadEvent[])];
      expect(note(events, requested('2026-11-25'))).toEqual([]);
      expect(decide(events, { type: 'stop', at })).toEqual([]);
    }
  });

  it('that is not there is refused', () => {
    expect(decide([], { type: 'stop', at })).toBe('download_not_found');
    expect(note([], requested('2026-11-25'))).toBe('download_not_found');
  });
});
