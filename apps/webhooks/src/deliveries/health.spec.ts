import { describe, expect, it } from '@jest/globals';
import { judgeHealth, nextJudgement } from './health.js';

const START = new Date('2026-11-20T08:00:00Z');
const HOUR = 3_600_000;
const after = (hours: number) => new Date(START.getTime() + hours * HOUR);
const failing = { failing_since: START, warned_at: null, gone_at: null };

describe('an endpoint that fails', () => {
  it('is let be for a day', () => {
    expect(judgeHealth(failing, after(23.9))).toBeUndefined();
  });

  it('is told of after one day, and after four', () => {
    const warn = { kind: 'warn', since: START, disabledAt: after(120) };
    expect(judgeHealth(failing, after(24))).toEqual({ ...warn, day: 1 });
    const warned = { ...failing, warned_at: after(24) };
    expect(judgeHealth(warned, after(95))).toBeUndefined();
    expect(judgeHealth(warned, after(96))).toEqual({ ...warn, day: 4 });
    expect(judgeHealth({ ...failing, warned_at: after(96) }, after(119))).toBeUndefined();
  });

  it('is told of once, where the process was away for both', () => {
    expect(judgeHealth(failing, after(100))).toMatchObject({ kind: 'warn', day: 4 });
  });

  it('is disabled after five days', () => {
    expect(judgeHealth({ ...failing, warned_at: after(96) }, after(120))).toEqual({
      kind: 'disable',
      reason: 'failing',
    });
  });

  it('is disabled at once where it said that it is gone', () => {
    expect(judgeHealth({ ...failing, gone_at: START }, START)).toEqual({ kind: 'disable', reason: 'gone' });
  });

  it('is let be after a success', () => {
    expect(judgeHealth({ failing_since: null, warned_at: null, gone_at: null }, after(200))).toBeUndefined();
  });

  it('is judged next when something will be said', () => {
    expect(nextJudgement(failing)).toEqual(after(24));
    expect(nextJudgement({ ...failing, warned_at: after(24) })).toEqual(after(96));
    expect(nextJudgement({ ...failing, warned_at: after(97) })).toEqual(after(120));
    expect(nextJudgement({ ...failing, failing_since: null })).toBeNull();
  });
});
