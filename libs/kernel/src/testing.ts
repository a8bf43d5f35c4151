import { isDeepStrictEqual, inspect } from 'node:util';
import { fold, type Decider, type DomainEvent } from './decider.js';
import type { Refusal } from './refusal.js';

/**
 * Specs that read like the domain's stories:
 * `given(decider, events).when(command).then(events)` or `.thenRefused('code', { path })`.
 */
export const given = <S, C, E extends DomainEvent>(decider: Decider<S, C, E>, events: readonly E[] = []) => ({
  when: (command: C) => {
    const outcome = decider.decide(command, fold(decider, events));
    const show = (value: unknown) => inspect(value, { depth: 8 });
    return {
      outcome,
      then(expected: readonly E[]): void {
        if (!outcome.ok) throw new Error(`expected events, was refused: ${show(outcome.refusal)}`);
        if (!isDeepStrictEqual(outcome.value, expected))
          throw new Error(`expected ${show(expected)}\nbut got ${show(outcome.value)}`);
      },
      thenTypes(...types: readonly E['type'][]): void {
        if (!outcome.ok) throw new Error(`expected events, was refused: ${show(outcome.refusal)}`);
        const got = outcome.value.map((event) => event.type);
        if (!isDeepStrictEqual(got, types)) throw new Error(`expected ${show(types)} but got ${show(got)}`);
      },
      thenRefused(code: Refusal['code'], partial: Partial<Refusal> = {}): void {
        if (outcome.ok) throw new Error(`expected the refusal ${code}, got ${show(outcome.value)}`);
        const refusal = outcome.refusal as unknown as Record<string, unknown>;
        for (const [key, value] of Object.entries({ code, ...partial }))
          if (!isDeepStrictEqual(refusal[key], value))
            throw new Error(`expected ${key} ${show(value)} in the refusal ${show(refusal)}`);
      },
      /** Events of the outcome, for assertions on a part of them. */
      events(): readonly E[] {
        if (!outcome.ok) throw new Error(`expected events, was refused: ${show(outcome.refusal)}`);
        return outcome.value;
      },
    };
  },
});
