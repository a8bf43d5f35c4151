import { describe, expect, it } from '@jest/globals';
import { SteadyTime } from './steady-time.js';

const START = Date.parse('2026-11-27T18:00:00.000Z');

/** A clock that can be set, beside one that can't. */
function clocks() {
  const at = { wall: START, elapsed: 5_000 };
  const steady = new SteadyTime(new Date(at.wall), () => at.elapsed, 1_000);
  return {
    pass: (ms: number) => {
      at.wall += ms;
      at.elapsed += ms;
    },
    set: (ms: number) => void (at.wall += ms),
    /** Milliseconds since the start by the time of day. */
    since: () => steady.look(new Date(at.wall)).getTime() - START,
  };
}

describe('the time of day', () => {
  it('is even since the process has started, as long as nobody sets the clock', () => {
    const { pass, since } = clocks();
    for (let n = 0; n < 5; n += 1) {
      pass(3_600_000);
      expect(since()).toBe(0);
    }
  });

  it('begins anew where the clock jumps ahead', () => {
    const { pass, set, since } = clocks();
    pass(10_000);
    set(3_600_000);
    pass(5_000);
    expect(since()).toBe(3_615_000);
    pass(60_000);
    expect(since()).toBe(3_615_000);
  });

  it('set back and then right again has jumped ahead', () => {
    const { pass, set, since } = clocks();
    set(-3_600_000);
    expect(since()).toBe(0);
    pass(10_000);
    set(3_600_000);
    expect(since()).toBe(10_000);
  });

  it('that is set right little by little begins anew before it is far apart', () => {
    const { pass, set, since } = clocks();
    for (let n = 0; n < 4; n += 1) {
      pass(1_000);
      set(300);
      since();
    }
    expect(since()).toBe(5_200);
  });
});
