import type { PacTrouble } from '#pac';

/** What came of one call to a provider, as far as it says something of the provider itself. */
export type Contact =
  /** It answered, whatever it said of the document. */
  | { readonly kind: 'answered' }
  /** It took nothing, and would take nothing of others either. */
  | { readonly kind: 'turned_away'; readonly trouble: PacTrouble }
  /** No answer that reads: perhaps it works, perhaps it does not. */
  | { readonly kind: 'silent' };

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
/** A refused account or a balance that is used up does not mend itself, and wrong log-ins block it: seldom tried. */
const ACCOUNT_PAUSE_MS = 10_000;

/** Trouble of the credentials: it opens the circuit at once. The circuit is theirs alone. */
const OF_ACCOUNT: readonly PacTrouble[] = ['account', 'balance'];
/** Trouble of one issuer, or one that this installation has made: it says nothing of the provider. */
const OF_ISSUER: readonly PacTrouble[] = ['issuer', 'manifest', 'circuit_open'];

/** The circuit after a call that ended at `now`. */
export function afterCall(circuit: Circuit, contact: Contact, now: number): Circuit {
  if (contact.kind === 'answered') return closedCircuit;
  if (contact.kind === 'turned_away' && OF_ISSUER.includes(contact.trouble)) return circuit;
  const failures = circuit.failures + 1;
  const trouble = contact.kind === 'silent' ? 'silent' : contact.trouble;
  const ofAccount = contact.kind === 'turned_away' && OF_ACCOUNT.includes(contact.trouble);
  const wasOpen = circuit.openUntil !== undefined;
  if (!ofAccount && !wasOpen && failures < FAILURES) return { ...circuit, failures, trouble };
  const pause = ofAccount
    ? ACCOUNT_PAUSE_MS
    : Math.min(FIRST_PAUSE_MS * 2 ** circuit.opened, LONGEST_PAUSE_MS);
  return { failures, opened: circuit.opened + 1, openUntil: now + pause, trouble };
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

/** The circuit once a new document is on its way. */
export const withTrial = (circuit: Circuit, now: number): Circuit =>
  circuit.openUntil === undefined ? circuit : { ...circuit, trialSince: now };

/** How it stands, for metrics: closed, open, or open with its time over. */
export const stateOf = ({ openUntil }: Circuit, now: number): 'closed' | 'open' | 'half_open' =>
  openUntil === undefined ? 'closed' : now < openUntil ? 'open' : 'half_open';
