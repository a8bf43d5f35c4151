import type { DomainEvent } from '#kernel';
import type { PublicEventName, PublicEvents } from './events.js';

/** What the envelope adds to the data of every public event. */
type Enveloped = 'id' | 'organization' | 'livemode' | 'at';

/** One public event that is made of a domain event. */
export type Publication<Data> = {
  readonly [Name in PublicEventName]: {
    readonly as: Name;
    readonly data: (data: Data) => Omit<PublicEvents[Name], Enveloped>;
  };
}[PublicEventName];

/** What becomes of a type of domain event: it is published (in several versions while one is phased out), or not. */
export type Line<Data> = readonly Publication<Data>[] | { readonly internal: string };

/** A line for each type of a union of domain events: one that is missing does not compile. */
export type Lines<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: Line<Extract<Event, { type: Type }>['data']>;
};

/** Not published, and why. */
export const internal = (reason: string): { readonly internal: string } => ({ internal: reason });
