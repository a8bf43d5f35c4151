import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '../port.js';

/** However small they are, so many always fit into one append. */
const MOST = 100;

/** Events in their order, cut into appends: neighbours of one stream that one command left. */
export function appendsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const appends: RecordedEvent[][] = [];
  for (const event of events) {
    const append = appends.at(-1);
    if (append && append.length < MOST && belongs(event, append.at(-1))) append.push(event);
    else appends.push([event]);
  }
  return appends;
}

const belongs = (event: RecordedEvent, before: RecordedEvent | undefined): boolean =>
  event.streamId === before?.streamId &&
  event.revision === before.revision + 1 &&
  isDeepStrictEqual(event.metadata, before.metadata);
