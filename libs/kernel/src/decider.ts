import type { Result } from './refusal.js';

/** A fact of the domain: a past-tense type and its data, which is JSON (money as decimal text). */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * An aggregate in the decider style. Pure: time and identifiers enter with the command.
 * `evolve` is total over its events; one that it does not know, as a newer program writes it, leaves the state as it is
 * (`ignored`).
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State) => Result<readonly Event[]>;
}

/** Folds a history into a state. */
export const fold = <State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: Iterable<Event>,
): State => {
  let state = decider.initial;
  for (const event of events) state = decider.evolve(state, event);
  return state;
};
