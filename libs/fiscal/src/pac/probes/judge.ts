import type { ProbeOutcome } from '#pac';

/** How an account at a provider is, by its last probe. */
export const ACCOUNT_STATES = ['well', 'low_balance', 'clock_apart', 'refused', 'failing'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Fewer stamps than these are soon used up. */
const FEW_STAMPS = 100;
/** A provider refuses documents dated ahead of its clock; up to this, clocks are let differ. */
const APART_MS = 60_000;

/** What a probe says of an account; what needs a person first. */
export function stateOfAccount(outcome: ProbeOutcome): AccountState {
  if (outcome.kind === 'unavailable') {
    if (outcome.trouble === 'balance') return 'low_balance';
    return outcome.trouble === 'account' ? 'refused' : 'failing';
  }
  if (outcome.stampsLeft !== undefined && outcome.stampsLeft < FEW_STAMPS) return 'low_balance';
  if (outcome.clockAheadMs !== undefined && Math.abs(outcome.clockAheadMs) > APART_MS) return 'clock_apart';
  return 'well';
}
