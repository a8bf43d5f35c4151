/** Minutes between looks at a request: mostly it takes some, at times hours. */
const MINUTES = [1, 1, 2, 3, 5, 10, 15, 20, 30] as const;
const LAST = 60;

/** Requests take minutes to hours, seldom 72 hours: after so long another one is made. */
export const PATIENCE_MS = 80 * 3_600_000;
/** Requests for a part that lead nowhere, and tries to have one taken. */
export const MAX_GIVEN_UP = 3;
export const MAX_TRIES = 30;

/** How long to wait before the next look, after so many; `unitMs` is a minute, except in tests of processes. */
export const pauseMs = (delays: number, unitMs: number): number => (MINUTES[delays] ?? LAST) * unitMs;
