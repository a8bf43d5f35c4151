import { systemNow } from '#kernel';
import { prototypeOf } from './kafkajs-internals.js';

interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
}

/**
 * kafkajs 2.2.4 checks its queue of pending requests with a timer that it sets again whenever it fires, with nothing
 * pending too, and then with a delay below zero: every connection wakes its process a thousand times a second (measured:
 * 3 % of a core for an idle process), and newer Nodes warn of the delay. It is the same with the timer set only while
 * something is pending.
 * @throws for another version
 */
export function quietRequestQueue(): void {
  const prototype = prototypeOf<PatchedQueue>('kafkajs/src/network/requestQueue');
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const throttledMs = this.throttledUntil - systemNow().getTime();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttledMs > 0 ? throttledMs : CHECK_MS,
    );
  };
}

/** As kafkajs has it. */
const CHECK_MS = 10;

interface PatchedQueue {
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}
