import type { DomainEvent, StreamEvent } from '#kernel';
import type { ToldType } from './types.js';

/** What was before an event, as far as it matters to what is told of it. */
export interface Before {
  /** Whether the API had answered, with the outcome still open, before this event brought it. */
  readonly answered: boolean;
  /** Whether it is the stamp of a global invoice. */
  readonly global: boolean;
}

/** What becomes of a type of domain event: the types that are told of it, always or by what it is; or none, and why. */
export type ToldLine<Event extends DomainEvent> =
  | readonly ToldType[]
  | ((event: StreamEvent<Event>, before: Before) => readonly ToldType[])
  | { readonly nobody: string };

/** A line for each type of a union of domain events: one that is missing does not compile. */
export type ToldLines<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: ToldLine<Extract<Event, { type: Type }>>;
};

/** What is told of an outcome, by the type of that: also `news` where the caller was answered before it. */
export const outcomeOf =
  (news: ToldType) =>
  (type: ToldType) =>
  (_: unknown, { answered }: Before): readonly ToldType[] =>
    answered ? [type, news] : [type];

/** Nobody is told, and why. */
export const nobody = (reason: string): { readonly nobody: string } => ({ nobody: reason });
