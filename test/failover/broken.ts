import { ok } from '#kernel';
import type { StampingEvent } from '#contracts';
import type { Rules } from './world.js';

type Named = Readonly<Record<string, Rules>>;

/** The shipped rules, each time with one thing wrong that somebody might write. */
export function broken(rules: Rules): Named {
  const events = (change: (event: StampingEvent) => StampingEvent): Rules => ({
    ...rules,
    decide(command, state) {
      const decided = rules.decide(command, state);
      return decided.ok ? ok(decided.value.map(change)) : decided;
    },
  });
  return {
    'what was written down and got no answer counts as never sent': {
      ...rules,
      evolve(state, event) {
        const next = rules.evolve(state, event);
        return event.type === 'ComprobanteSealed' && next.status === 'sealed'
          ? { ...next, holders: [] }
          : next;
      },
    },
    'a time-out is a failure like any other': events((event) =>
      event.type === 'StampUncertain' ? { ...event, data: { ...event.data, certain: true } } : event,
    ),
    'an attempt that was not taken frees the document from the ones before': {
      ...rules,
      decide(command, state) {
        if (command.type !== 'send' || !command.after || state.status !== 'sealed')
          return rules.decide(command, state);
        const { to: pac, attempt, after, now } = command;
        return ok([{ type: 'StampSent', data: { pac, attempt, after, at: now.toISOString() } }]);
      },
    },
    'one "not found" is enough': {
      ...rules,
      decide(command, state) {
        if (command.type !== 'record' || command.answer.kind !== 'missing' || state.status !== 'sealed')
          return rules.decide(command, state);
        const data = { pac: command.answer.pac, by: 'asked', at: command.now.toISOString() } as const;
        return ok([{ type: 'StampRuledOut', data }]);
      },
    },
    'another account at the same provider is taken for the one that has it': {
      ...rules,
      evolve(state, event) {
        const next = rules.evolve(state, event);
        if (next.status !== 'sealed') return next;
        return { ...next, holders: next.holders.map((held) => ({ ...held, account: null })) };
      },
    },
    'a "not found" of another account counts': {
      ...rules,
      decide(command, state) {
        if (command.type !== 'record' || command.answer.kind !== 'missing' || state.status !== 'sealed')
          return rules.decide(command, state);
        const account = state.holders.find(({ pac }) => pac === command.answer.pac)?.account ?? undefined;
        const answer = { ...command.answer, ...(account !== undefined && { account }) };
        return rules.decide({ ...command, answer }, state);
      },
    },
    'what the tax authority does not show was never stamped, whenever it was sent': {
      ...rules,
      decide(command, state) {
        if (command.type !== 'record' || command.answer.kind !== 'absent')
          return rules.decide(command, state);
        return rules.decide({ ...command, answer: { kind: 'absent', until: new Date(8.64e15) } }, state);
      },
    },
    'an unknown outcome is given up': events((event) =>
      event.type === 'StampUncertain' && !event.data.certain
        ? { type: 'StampAbandoned', data: { reason: event.data.reason, at: event.data.at } }
        : event,
    ),
    'the other provider is not watched after a force': events((event) => {
      if (event.type !== 'ComprobanteStamped') return event;
      const { watched: _, ...data } = event.data;
      return { type: 'ComprobanteStamped', data };
    }),
    'a second stamp is taken for nothing': {
      ...rules,
      decide(command, state) {
        const isLate = command.type === 'record' && state.status === 'stamped';
        return isLate
          ? ok([{ type: 'StampAbandoned', data: { reason: 'x', at: '' } }])
          : rules.decide(command, state);
      },
    },
  };
}
