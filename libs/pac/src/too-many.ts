import type { Unavailable } from './port.js';

/** Longer than this nobody is left alone because of one answer. */
const MAX_S = 3_600;

/** HTTP 429: nothing was processed. `Retry-After` counts where it is a number of seconds (RFC 9110, 10.2.3). */
export function tooMany(pac: string, headers: Readonly<Record<string, string>>): Unavailable {
  const said = (headers['retry-after'] ?? '').trim();
  const retryAfterS = /^\d{1,9}$/.test(said) ? Math.min(Number(said), MAX_S) : undefined;
  return {
    ...{ kind: 'unavailable', reason: `${pac} answers HTTP 429: too many requests`, trouble: 'too_many' },
    ...(retryAfterS !== undefined && { retryAfterS }),
  };
}
