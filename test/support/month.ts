const BEHIND_UTC_MS = 6 * 3_600_000;

/**
 * The month of an instant, as `2026-11`, where the organizations of tests are: in its last evening UTC has the next one already.
 *
 * @param instant ISO 8601; now, unless said
 */
export const localMonth = (instant: string = new Date().toISOString()): string =>
  new Date(Date.parse(instant) - BEHIND_UTC_MS).toISOString().slice(0, 7);
