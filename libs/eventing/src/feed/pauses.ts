/** Short enough that read models are there again soon after what failed them is. */
const MAX_PAUSE_MS = 5_000;

/** How long the consumer waits that another process overtook, before it looks again. */
export const STANDBY_MS = 1_000;

/** How long a consumer waits that has failed so often in a row. */
export const pauseAfter = (failures: number): number =>
  Math.min(MAX_PAUSE_MS, 50 * 2 ** Math.min(failures, 10));
