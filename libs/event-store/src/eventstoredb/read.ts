import type { Unpacked } from './event-data.js';
import type { RawEvent } from './messages.js';

/** An event as it was read, its large content not yet fetched. */
export interface Read {
  readonly raw: RawEvent;
  readonly unpacked: Unpacked;
}
