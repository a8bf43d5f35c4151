import type { ToldEvent } from '#contracts';

/** What streams read: an organization's told events of Test, in their order. */
export interface NextEvents {
  /** The place of the newest event, {@link BEFORE_ALL} where there is none. */
  newest(organizationId: string): Promise<string>;
  /** What came after an event, oldest first; undefined: the event is not known, or no more. */
  following(organizationId: string, after: string, limit: number): Promise<readonly ToldEvent[] | undefined>;
  /** An event as it is delivered, to the byte. */
  bodyOf(organizationId: string, event: ToldEvent): Promise<string>;
}
/** The injection token of {@link NextEvents}. */
export const NEXT_EVENTS = Symbol('NextEvents');

/** The place before an organization's first event, in the form of an event's id. */
export const BEFORE_ALL = '0'.repeat(24);
