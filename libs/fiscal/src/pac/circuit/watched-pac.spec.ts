import { describe, expect, it } from '@jest/globals';
import type { Pac, StampOutcome, StampRequest } from '#pac';
import { CircuitOf, watchPac } from './watched-pac.js';

const account = { organizationId: 'org', livemode: true };
const request: StampRequest = { kind: 'comprobante', requestId: 'r', account, xml: '<a/>' };
const refused: StampOutcome = { kind: 'unavailable', reason: 'no', trouble: 'account' };
const silent: StampOutcome = { kind: 'unknown', reason: 'timeout' };
const many: StampOutcome = { kind: 'unavailable', reason: 'x', trouble: 'too_many', retryAfterS: 60 };
const declines: StampOutcome = { kind: 'refused', code: '301', message: 'x', source: 'sat' };

/** A provider that answers in turns, some of them when told to; and how often it was called. */
function watched() {
  const clock = { now: 0 };
  const calls: ((outcome: StampOutcome) => void)[] = [];
  const pac = {
    ...{ name: 'sw', capabilities: { find: 'resend' } },
    stamp: () => new Promise<StampOutcome>((resolve) => calls.push(resolve)),
  } as unknown as Pac;
  const circuit = new CircuitOf(() => clock.now, 1_000);
  const guarded = watchPac(pac, circuit);
  /** One call to its end. */
  const call = async (outcome: StampOutcome) => {
    const answer = guarded.stamp(request);
    calls.at(-1)?.(outcome);
    return answer;
  };
  return { clock, calls, circuit, stamp: () => guarded.stamp(request), call };
}

describe('a provider that is watched', () => {
  it('that refuses the account is asked once for all its documents in doubt, and again after a while', async () => {
    const { clock, calls, stamp, call } = watched();
    await call(refused);
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => stamp()));
    expect(calls).toHaveLength(1);
    expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ kind: 'unavailable', reason: 'circuit_open', trouble: 'circuit_open' })]),
    );
    clock.now = 10_000;
    void stamp();
    expect(await stamp()).toMatchObject({ trouble: 'circuit_open' });
    expect(calls).toHaveLength(2);
  });

  it('whose circuit is half open is tried by one document at a time, also of two that saw it at the same moment', async () => {
    const { clock, calls, circuit, stamp, call } = watched();
    for (let n = 0; n < 3; n += 1) await call(silent);
    clock.now = 2_000;
    expect([circuit.admits(), circuit.admits()]).toEqual([true, true]);
    const first = stamp();
    expect(await stamp()).toMatchObject({ kind: 'unavailable', trouble: 'circuit_open' });
    expect(circuit.admits()).toBe(false);
    calls.at(-1)?.(declines);
    await first;
    expect(calls).toHaveLength(4);
    expect(circuit.admits()).toBe(true);
  });

  it('that has too many requests ends the trial, and is left alone for as long as it asks', async () => {
    const { clock, calls, circuit, stamp, call } = watched();
    for (let n = 0; n < 3; n += 1) await call(silent);
    clock.now = 2_000;
    await call(many);
    clock.now = 61_999;
    expect(circuit.admits()).toBe(false);
    expect(await stamp()).toMatchObject({ trouble: 'circuit_open' });
    clock.now = 62_000;
    expect(circuit.admits()).toBe(true);
    expect(calls).toHaveLength(4);
  });
});
