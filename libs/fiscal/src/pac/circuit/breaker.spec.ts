import { describe, expect, it } from '@jest/globals';
import {
  admits,
  afterCall,
  closedCircuit,
  lets,
  stateOf,
  withTrial,
  type Circuit,
  type Contact,
} from './breaker.js';

const answered: Contact = { kind: 'answered' };
const silent: Contact = { kind: 'silent' };
const turnedAway = (trouble: Extract<Contact, { kind: 'turned_away' }>['trouble']): Contact => ({
  kind: 'turned_away',
  trouble,
});
const given = (...contacts: readonly (readonly [at: number, contact: Contact])[]): Circuit =>
  contacts.reduce((circuit, [at, contact]) => afterCall(circuit, contact, at), closedCircuit);

describe('the circuit of a provider', () => {
  it('stays closed for one or two accidents', () => {
    const circuit = given([0, turnedAway('not_reached')], [10, silent]);
    expect(stateOf(circuit, 10)).toBe('closed');
    expect(admits(circuit, 10, 1000)).toBe(true);
  });

  it('opens after three calls without an answer, whatever they met', () => {
    const circuit = given([0, silent], [1, turnedAway('not_reached')], [2, turnedAway('maintenance')]);
    expect(stateOf(circuit, 2)).toBe('open');
    expect(admits(circuit, 2_001, 1000)).toBe(false);
    expect(stateOf(circuit, 2_002)).toBe('half_open');
  });

  it('an answer in between closes it, also a refusal of a document', () => {
    expect(given([0, silent], [1, silent], [2, answered], [3, silent], [4, silent])).toMatchObject({
      failures: 2,
    });
  });

  it('lets one document try it when its time is over, and the next only when that has ended or is forgotten', () => {
    const open = given([0, silent], [0, silent], [0, silent]);
    const trying = withTrial(open, 5_000);
    expect(admits(open, 5_000, 1000)).toBe(true);
    expect(admits(trying, 5_999, 1000)).toBe(false);
    expect(admits(trying, 6_000, 1000)).toBe(true);
    expect(stateOf(afterCall(trying, answered, 5_500), 5_500)).toBe('closed');
  });

  it('opens again after a failed trial, for twice as long, half a minute at most', () => {
    let circuit = given([0, silent], [0, silent], [0, silent]);
    const pauses = [circuit.openUntil];
    for (let n = 0; n < 5; n += 1) {
      const at = circuit.openUntil ?? 0;
      circuit = afterCall(withTrial(circuit, at), silent, at);
      pauses.push((circuit.openUntil ?? 0) - at);
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('opens at once where it has too many requests, for as long as it asks for, ten minutes at most', () => {
    const many = (retryAfterS?: number): Contact => ({
      ...{ kind: 'turned_away', trouble: 'too_many' },
      ...(retryAfterS !== undefined && { retryAfterS }),
    });
    expect(given([0, many()])).toMatchObject({ openUntil: 2_000, trouble: 'too_many' });
    expect(given([0, many(30)])).toMatchObject({ openUntil: 30_000 });
    expect(given([0, many(1)])).toMatchObject({ openUntil: 2_000 });
    expect(given([0, many(86_400)])).toMatchObject({ openUntil: 600_000 });
    // It ends a trial: the circuit is open again.
    const trying = withTrial(given([0, many()]), 2_000);
    expect(stateOf(afterCall(trying, many(60), 2_500), 2_500)).toBe('open');
    expect(afterCall(trying, many(60), 2_500)).toMatchObject({ openUntil: 62_500 });
  });

  it('lets documents in doubt pass while it is open, unless the account is refused or it has too many requests', () => {
    const open = given([0, silent], [0, silent], [0, silent]);
    expect(lets(open, 1_000, 500)).toBe(true);
    for (const trouble of ['account', 'balance', 'too_many'] as const) {
      const closed = given([0, turnedAway(trouble)]);
      expect(lets(closed, 1_999, 500)).toBe(false);
      expect(lets(closed, closed.openUntil ?? 0, 500)).toBe(true);
      expect(lets(withTrial(closed, closed.openUntil ?? 0), closed.openUntil ?? 0, 500)).toBe(false);
    }
    // They try nothing, and what they meet is no failed trial.
    expect(withTrial(open, 1_000)).toEqual(open);
    expect(afterCall(open, silent, 1_000)).toMatchObject({ opened: 1, openUntil: 2_000 });
  });

  it('is free for the next trial where one has learned nothing', () => {
    const trying = withTrial(given([0, silent], [0, silent], [0, silent]), 5_000);
    for (const contact of [{ kind: 'nothing_said' } as const, turnedAway('issuer')]) {
      const after = afterCall(trying, contact, 5_100);
      expect([stateOf(after, 5_100), lets(after, 5_100, 1_000)]).toEqual(['half_open', true]);
    }
  });

  it('is asked ever less often while the account is refused, every five minutes at last', () => {
    let circuit = given([0, turnedAway('account')]);
    const pauses = [circuit.openUntil];
    for (let n = 0; n < 6; n += 1) {
      const at = circuit.openUntil ?? 0;
      circuit = afterCall(withTrial(circuit, at), turnedAway('account'), at);
      pauses.push((circuit.openUntil ?? 0) - at);
    }
    expect(pauses).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
  });

  it('opens at once, and for ten seconds, where the account is refused or used up', () => {
    for (const trouble of ['account', 'balance'] as const)
      expect(given([0, turnedAway(trouble)])).toMatchObject({ openUntil: 10_000, trouble });
  });

  it('does not open for trouble of one issuer, whoever else it serves', () => {
    const circuit = given([0, turnedAway('issuer')], [1, turnedAway('manifest')], [2, turnedAway('issuer')]);
    expect(circuit).toEqual(closedCircuit);
  });
});
