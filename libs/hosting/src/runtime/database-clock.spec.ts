import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { DatabaseClock } from './database-clock.js';

const BEGIN = Date.parse('2026-11-23T06:00:00Z');

/** A machine whose clock is ten minutes wrong, and a database whose clock is right. */
function machine() {
  const time = { passed: 0, wallJump: 0, frozen: 0, asked: 0 };
  const query = async () => {
    time.asked += 1;
    return { rows: [{ ms: BEGIN + time.passed + time.frozen }] };
  };
  const clock = new DatabaseClock({ query } as unknown as pg.Pool, {
    monotonicMs: () => time.passed,
    systemNow: () => new Date(BEGIN + 600_000 + time.passed + time.wallJump + time.frozen),
  });
  return { time, clock };
}

describe('the clock of the database', () => {
  it('is carried on by the monotonic clock, whatever the machine’s clock says', async () => {
    const { time, clock } = machine();
    expect(clock.read()).toBeUndefined();
    expect(await clock.ask()).toBe(BEGIN);
    time.passed = 12_345;
    expect(clock.read()).toBe(BEGIN + 12_345);
  });

  it('is asked again in passing, and not believed once it is old', async () => {
    const { time, clock } = machine();
    await clock.ask();
    time.passed = 31_000;
    expect(clock.read()).toBe(BEGIN + 31_000);
    await clock.ask();
    expect(time.asked).toBe(2);
    time.passed += 60_001;
    expect(clock.read()).toBeUndefined();
  });

  it('is not believed after the machine was frozen, until it is asked', async () => {
    const { time, clock } = machine();
    await clock.ask();
    time.frozen = 40_000;
    expect(clock.read()).toBeUndefined();
    expect(await clock.ask()).toBe(BEGIN + 40_000);
    expect(clock.read()).toBe(BEGIN + 40_000);
  });
});
