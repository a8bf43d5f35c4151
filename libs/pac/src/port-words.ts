/** What every operation of the PAC port speaks of: the account that pays, and why nothing was processed. */

/** Whose contract with the provider pays for the operation, and in which environment. */
export interface PacAccount {
  readonly organizationId: string;
  /** false: Test, which has no fiscal validity. */
  readonly livemode: boolean;
}

/** Who refused: the provider by its own rules, or the tax authority's (its error matrix, its service). */
export type RefusalSource = 'pac' | 'sat';

/**
 * Why a provider certainly took nothing, where it concerns all its issuers or the operator has to act: it was not reached (no
 * byte of the body was sent), it refuses the account, its balance is used up, it does not know the issuer or lacks the
 * issuer's manifest, it is closed for maintenance, its clock is apart from ours, it has too many requests (HTTP 429), its circuit is open
 * here.
 */
export type PacTrouble =
  | 'not_reached'
  | 'account'
  | 'balance'
  | 'issuer'
  | 'manifest'
  | 'maintenance'
  | 'clock'
  | 'too_many'
  | 'circuit_open';

/** Certainly not processed. `code` as the provider wrote it, where it did. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
  readonly code?: string;
  readonly trouble?: PacTrouble;
  /** How long it asks to be left alone, in seconds (Retry-After), where it says so. */
  readonly retryAfterS?: number;
}
