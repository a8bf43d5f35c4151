import type { SurplusPolicy } from '#hosting/config/pacs';
import type { Holder, Sealed } from './stamping.js';

/** How long things take, in milliseconds, and what becomes of surplus stamps: TIMBRA_PAC_RETRY_MS, _SETTLE_MS, _SURPLUS. */
export interface StampingSettings {
  readonly retryMs: number;
  readonly settleMs: number;
  readonly surplus: SurplusPolicy;
}

export const DEFAULT_SETTINGS: StampingSettings = { retryMs: 5_000, settleMs: 120_000, surplus: 'cancel' };

/**
 * Pauses before the provider is asked again, in seconds: soon at first, since most troubles are short,
 * then every ten minutes more or less, as the peer does. They scale with the first one (`retryMs`).
 */
export const RETRY_SECONDS: readonly number[] = [5, 30, 120, 600, 600, 600, 600, 600];
const HOUR_S = 3_600;

/** After this long a document that surely was never stamped is given up: its Fecha grows too old (PAC 401). */
export const GIVE_UP_MS = 71 * 3_600_000;
/** From this age of the seal on no provider takes it any more, and the tax authority's own records are the last word. */
export const PROOF_MS = 72 * 3_600_000;

/** The pause after so many pauses. */
export const pauseMs = (tries: number, { retryMs }: StampingSettings): number =>
  ((RETRY_SECONDS[tries - 1] ?? HOUR_S) * 1_000 * retryMs) / 5_000;

/** Whether a lost request may still be on its way to a provider, as far as time can be measured (since `steadySince`). */
export const isSettling = (
  { sentAt }: Holder,
  { now, steadySince }: Measured,
  { settleMs }: StampingSettings,
): boolean => now.getTime() - Math.max(Date.parse(sentAt), steadySince?.getTime() ?? 0) < settleMs;

/** A moment, and since when times of day can be measured against it; absent: always. */
export interface Measured {
  readonly now: Date;
  readonly steadySince?: Date | undefined;
}

/** Whether a "not found" was said when the time of day was another one: it counts for nothing. */
export const isBefore = ({ missing }: Holder, { steadySince }: Measured): boolean =>
  missing !== null && steadySince !== undefined && Date.parse(missing.first) < steadySince.getTime();

/**
 * Whether "not found" is proof, said once more now: at least twice, a pause apart, the last time when a lost request could not be on its
 * way any more.
 */
export const isProvenAbsent = (holder: Holder, at: Measured, settings: StampingSettings): boolean =>
  holder.missing !== null &&
  !isBefore(holder, at) &&
  at.now.getTime() - Date.parse(holder.missing.first) >= settings.retryMs &&
  !isSettling(holder, at, settings);

/** Whether its date has grown too old for any provider. */
export const isExpired = ({ since }: Pick<Sealed, 'since'>, now: Date): boolean =>
  now.getTime() - Date.parse(since) > GIVE_UP_MS;

/** Whether it surely was never stamped, was tried enough, and its date has grown too old. */
export const isTooOld = (state: Sealed, now: Date): boolean =>
  state.tries >= RETRY_SECONDS.length && isExpired(state, now);
