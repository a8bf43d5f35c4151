import type { ToldEvent } from '#contracts';

/** What streams read: an organization's told events of Test, in their order. Places are ids of events, or look like them. */
export interface NextEvents {
  /** Where the next event will come after. */
  newest(organizationId: string): Promise<string>;
  /** What came after a place, oldest first. */
  following(organizationId: string, place: string, limit: number): Promise<readonly ToldEvent[]>;
  /** Whether all that came after a place is still kept. */
  isKept(place: string): boolean;
  /** An event as it is delivered, to the byte. */
  bodyOf(organizationId: string, event: ToldEvent): Promise<string>;
}
