import type { DomainEvent } from '#kernel';

/**
 * An event with its tenant and its place, as the port delivers it: an event from the store, or one that
 * came another way. Of a union, each member with its own data.
 */
export type Told<Event extends DomainEvent> = Event extends DomainEvent
  ? {
      readonly type: Event['type'];
      readonly data: Event['data'];
      readonly streamId: string;
      /** Place in its stream, from 0. */
      readonly revision: number;
      readonly metadata: { readonly organizationId: string; readonly livemode: boolean };
    }
  : never;
