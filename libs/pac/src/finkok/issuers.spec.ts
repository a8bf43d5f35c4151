import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '#kernel';
import { Issuers, type Registration } from './issuers.js';

const RFC = 'EKU9003173C9';
const MINUTE = 60_000;

function world() {
  const clock = new FixedClock(new Date('2026-11-27T10:00:00Z'));
  const issuers = new Issuers();
  const asked: string[] = [];
  const register = (outcome: Registration | Promise<Registration>, rfc = RFC): Promise<Registration> =>
    issuers.register(rfc, clock.now, async () => {
      asked.push(rfc);
      return outcome;
    });
  return { clock, issuers, asked, register };
}

describe('an issuer that Finkok is asked to register', () => {
  it.each([
    ['unanswered', 5],
    ['added', 5],
    ['refused', 60],
  ] as const)('%s, is not asked for again for %d minutes', async (outcome, minutes) => {
    const { clock, asked, register } = world();
    expect(await register(outcome)).toBe(outcome);
    clock.advance(minutes * MINUTE - 1);
    expect(await register('added')).toBe(outcome);
    expect(asked).toHaveLength(1);
    clock.advance(1);
    expect(await register('added')).toBe('added');
    expect(asked).toHaveLength(2);
  });

  it('is asked for once while the answer is awaited, however long, and its time begins with the answer', async () => {
    const { clock, asked, register } = world();
    let resolve: (outcome: Registration) => void = () => undefined;
    const first = register(new Promise<Registration>((done) => (resolve = done)));
    clock.advance(90 * MINUTE);
    const second = register('added');
    resolve('unanswered');
    expect(await Promise.all([first, second])).toEqual(['unanswered', 'unanswered']);
    clock.advance(5 * MINUTE - 1);
    await register('added');
    expect(asked).toHaveLength(1);
  });

  it('with a stamp is forgotten: what was said before is over; others are not', async () => {
    const { issuers, asked, register } = world();
    await register('refused');
    await register('refused', 'URE180429TM6');
    issuers.note('o1', RFC);
    expect(await register('added')).toBe('added');
    expect(await register('added', 'URE180429TM6')).toBe('refused');
    expect(asked).toEqual([RFC, 'URE180429TM6', RFC]);
  });

  it('is asked for again where the clock was set back, at the latest after what an hour makes of it', async () => {
    const { clock, asked, register } = world();
    await register('refused');
    clock.advance(-1);
    await register('added');
    expect(asked).toHaveLength(2);
  });
});
