import type { PacTrouble } from '#pac';

/** What came of one call to a provider, as far as it says something of the provider itself. */
export type Contact =
  /** It answered, whatever it said of the document. */
  | { readonly kind: 'answered' }
  /** It took nothing, and would take nothing of others either. */
  | { readonly kind: 'turned_away'; readonly trouble: PacTrouble; readonly retryAfterS?: number }
  /** No answer that reads: perhaps it works, perhaps it does not. */
  | { readonly kind: 'silent' }
  /** It took nothing, and that says neither good nor bad of it: a trial has told nothing. */
  | { readonly kind: 'nothing_said' };

/** A provider with one set of credentials, by what the last calls met. */
export interface Circuit {
  /** Calls since the last answer that met trouble. */
  readonly failures: number;
  /** How often it was opened since the last answer: each time for longer. */
  readonly opened: number;
  /** Closed to new documents until then, in milliseconds of the clock that was given; undefined: closed circuit, all pass. */
  readonly openUntil?: number;
  readonly trouble?: PacTrouble | 'silent';
  /** Since when the one document is under way that tries an open circuit whose time is over. */
  readonly trialSince?: number;
}

export const closedCircuit: Circuit = { failures: 0, opened: 0 };

/** So many calls in a row without an answer open the circuit. One may be an accident. */
const FAILURES = 3;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** A refused account or a balance that is used up does not mend itself, and wrong log-ins block it: tried seldom, and ever less often. */
const ACCOUNT_PAUSE_MS = 10_000;
const LONGEST_ACCOUNT_PAUSE_MS = 300_000;
/** However long it asks to be left alone: a wrong header must not close it for a day. */
const LONGEST_ASKED_MS = 600_000;

/** Trouble of the credentials: it opens the circuit at once. The circuit is theirs alone. */
const OF_ACCOUNT: readonly PacTrouble[] = ['account', 'balance'];
/** Trouble of one issuer, or one that this installation has made: it says nothing of the provider. */
const OF_ISSUER: readonly PacTrouble[] = ['issuer', 'manifest', 'circuit_open'];

/** The circuit after a call that ended at `now`. */
export function afterCall(circuit: Circuit, contact: Contact, now: number): Circuit {
  if (contact.kind === 'answered') return closedCircuit;
  const turnedAway = contact.kind === 'turned_away' ? contact.trouble : undefined;
  // The next one may try it: this one has learned nothing.
  if (contact.kind === 'nothing_said' || (turnedAway && OF_ISSUER.includes(turnedAway)))
    return withoutTrial(circuit);
  const failures = circuit.failures + 1;
  const trouble = turnedAway ?? 'silent';
  const atOnce = turnedAway !== undefined && (OF_ACCOUNT.includes(turnedAway) || turnedAway === 'too_many');
  const wasOpen = circuit.openUntil !== undefined;
  if (!atOnce && !wasOpen && failures < FAILURES) return { ...circuit, failures, trouble };
  const asked = contact.kind === 'turned_away' ? (contact.retryAfterS ?? 0) * 1_000 : 0;
  const alone = now + Math.min(asked, LONGEST_ASKED_MS);
  // What was under way when it opened, or is in doubt, says the same once more: that is no failed trial.
  if (circuit.openUntil !== undefined && now < circuit.openUntil)
    return { ...circuit, failures, trouble, openUntil: Math.max(circuit.openUntil, alone) };
  const opened = circuit.opened + 1;
  const openUntil = Math.max(now + pauseMs(opened, isOfAccount(trouble)), alone);
  return { failures, opened, openUntil, trouble };
}

const isOfAccount = (trouble: Circuit['trouble']): boolean => OF_ACCOUNT.some((one) => one === trouble);

const pauseMs = (opened: number, ofAccount: boolean): number =>
  ofAccount
    ? Math.min(ACCOUNT_PAUSE_MS * 2 ** (opened - 1), LONGEST_ACCOUNT_PAUSE_MS)
    : Math.min(FIRST_PAUSE_MS * 2 ** (opened - 1), LONGEST_PAUSE_MS);

function withoutTrial(circuit: Circuit): Circuit {
  const { trialSince: _, ...rest } = circuit;
  return rest;
}

/**
 * Whether a new document may go there at `now`: always through a closed circuit; when the time of an open one is over, one
 * at a time. A trial whose end nobody told is over after `trialMs`.
 */
export function admits({ openUntil, trialSince }: Circuit, now: number, trialMs: number): boolean {
  if (openUntil === undefined) return true;
  if (now < openUntil) return false;
  return trialSince === undefined || now - trialSince >= trialMs;
}

/**
 * Whether a call about a document that it perhaps has may be made at `now`. An open circuit lets it pass, since nobody else may be asked;
 * not where the account is refused or it has too many requests: ten thousand documents in doubt are no reason for ten thousand
 * log-ins. When its time is over one call at a time tries it, whatever it is about.
 */
export function lets(circuit: Circuit, now: number, trialMs: number): boolean {
  const { openUntil, trouble } = circuit;
  if (openUntil === undefined || now >= openUntil) return admits(circuit, now, trialMs);
  return !isOfAccount(trouble) && trouble !== 'too_many';
}

/** The circuit once a call is on its way. One that is still open is tried by nobody. */
export const withTrial = (circuit: Circuit, now: number): Circuit =>
  circuit.openUntil === undefined || now < circuit.openUntil ? circuit : { ...circuit, trialSince: now };

/** How it stands, for metrics: closed, open, or open with its time over. */
export const stateOf = ({ openUntil }: Circuit, now: number): 'closed' | 'open' | 'half_open' =>
  openUntil === undefined ? 'closed' : now < openUntil ? 'open' : 'half_open';
