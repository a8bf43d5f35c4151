import { systemNow, type StreamEvent } from '#kernel';
import { toldTypesOf, type ToldType } from '#contracts';
import type { WaitingCallers } from './waiting-callers.js';

/** An event, and the types that are told of it. */
export interface Told {
  readonly event: StreamEvent;
  readonly types: readonly ToldType[];
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Which types are told of events. Older ones than are kept are told to nobody.
 *
 * @param eventDays how long they are kept; 0: for ever
 */
export async function findTold(
  events: readonly StreamEvent[],
  callers: WaitingCallers,
  eventDays: number,
): Promise<Told[]> {
  const oldest = eventDays === 0 ? 0 : systemNow().getTime() - eventDays * DAY_MS;
  const told: Told[] = [];
  for (const event of events) {
    const kept = event.recordedAt.getTime() >= oldest;
    const before = callers.before(event, kept);
    const known = before instanceof Promise ? await before : before;
    told.push({ event, types: kept ? toldTypesOf(event, known) : [] });
  }
  return told;
}
