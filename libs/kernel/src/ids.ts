import { createHash } from 'node:crypto';
import { systemNow } from './clock.js';
import { takeRandom } from './random.js';

let lastMs = 0;
let counter = 0;

/**
 * A new identifier: 24 hexadecimal characters that sort by time of creation.
 * 48 bits of milliseconds, 16 bits of counter (order within the millisecond), 32 random bits.
 */
export function newId(nowMs: number = systemNow().getTime()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = takeRandom(1)[0] ?? 0;
  } else {
    counter += 1;
    if (counter > 0xffff) {
      lastMs += 1;
      counter = 0;
    }
  }
  return idTime(lastMs) + counter.toString(16).padStart(4, '0') + takeRandom(4).toString('hex');
}

/** What the identifiers of a millisecond begin with: those from before an instant are less than this, as texts. */
export const idTime = (ms: number): string => Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');

/** Whether a text has the form of an identifier of ours. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{24}$/i.test(text);

/** A UUID (version 5 layout, RFC 9562) that is always the same for the same parts. */
export function deterministicUuid(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(parts.join('\u0000')).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An identifier of ours (24 hex characters) that is always the same for the same parts. */
export const deterministicId = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 24);
