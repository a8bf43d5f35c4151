import { describe, expect, it } from '@jest/globals';
import { DAY, GIVE_UP_MS, planRetry } from './schedule.js';

const START = new Date('2026-11-26T12:00:00Z');
const MIDDLE = 0.5;

/** How long is waited after an attempt, in seconds. */
const waitAfter = (attempts: number, random = MIDDLE, retryAfterMs: number | null = null) => {
  const expiresAt = new Date(START.getTime() + 100 * DAY);
  const next = planRetry({ attempts, at: START, retryAfterMs, expiresAt }, random);
  return next && (next.getTime() - START.getTime()) / 1000;
};

/** All attempts at an event that always fails, in hours after the first. */
function attemptsOf(random: number): number[] {
  const expiresAt = new Date(START.getTime() + GIVE_UP_MS);
  const hours: number[] = [];
  for (let at: Date | null = START, attempts = 1; at; attempts += 1) {
    hours.push((at.getTime() - START.getTime()) / 3_600_000);
    at = planRetry({ attempts, at, retryAfterMs: null, expiresAt }, random);
  }
  return hours;
}

describe('when an event is tried again', () => {
  it('after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, then daily', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((attempts) => waitAfter(attempts));
    expect(waits).toEqual([5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 86_400, 86_400]);
  });

  it('each a quarter sooner or later at most', () => {
    expect([waitAfter(1, 0), waitAfter(1, 1)]).toEqual([3.75, 6.25]);
    expect([waitAfter(9, 0), waitAfter(9, 1)]).toEqual([64_800, 108_000]);
  });

  it('not after 72 hours since it was first due', () => {
    expect(attemptsOf(MIDDLE)).toHaveLength(10);
    for (const random of [0, 0.1, MIDDLE, 0.9, 1])
      expect(Math.max(...attemptsOf(random))).toBeLessThanOrEqual(72);
  });

  it('when the endpoint asks for it, if that is later', () => {
    expect(waitAfter(1, MIDDLE, 120_000)).toBe(120);
    expect(waitAfter(3, MIDDLE, 120_000)).toBe(300);
  });

  it('after a day, where the endpoint asks for a year', () => {
    expect(waitAfter(1, MIDDLE, 365 * DAY)).toBe(86_400);
  });

  it('never, where what it asks for is too late', () => {
    const expiresAt = new Date(START.getTime() + 60_000);
    expect(planRetry({ attempts: 1, at: START, retryAfterMs: 61_000, expiresAt }, MIDDLE)).toBeNull();
  });
});
