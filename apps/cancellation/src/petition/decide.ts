import { ok, refuse, type Decider, type Detail, type ErrorCode, type Result } from '#kernel';
import type { PetitionAnswer, PetitionEvent, PetitionStatus, ReceivedDocument } from '#contracts';
import { retryAfter } from '../cancellation/schedule.js';
import { deadlineAfter } from './deadline.js';
import { evolve, noPetition, statusAfter, type KnownPetition, type Petition } from './petition.js';

/** A petition as a PAC lists it. */
export interface Listed {
  readonly uuid: string;
  readonly receiverRfc: string;
  readonly pac: string;
  readonly requestedAt: string | null;
  readonly received: ReceivedDocument | null;
}

/** What the SAT's status says of a document whose petition is not listed any more; null: it does not say, or was not asked. */
export type Found = Exclude<PetitionStatus, 'pending'> | null;

/** What became of an answer that was sent. */
export type SentAnswer =
  | { readonly kind: 'taken'; readonly receiptKey: string | null }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly details: readonly Detail[] }
  | { readonly kind: 'no-answer'; readonly reason: string };

export type PetitionDecision =
  | { readonly type: 'see'; readonly now: Date; readonly listed: Listed }
  /** A PAC's list does not have it. `received`: its document, which may have come since. */
  | {
      readonly type: 'miss';
      readonly now: Date;
      readonly pac: string;
      readonly found: Found;
      readonly received: ReceivedDocument | null;
    }
  | { readonly type: 'start'; readonly now: Date; readonly answer: PetitionAnswer }
  | {
      readonly type: 'record';
      readonly now: Date;
      readonly number: number;
      readonly attempt: number;
      readonly sent: SentAnswer;
    }
  /** The SAT says how it was decided, whoever answered. */
  | { readonly type: 'close'; readonly now: Date; readonly found: NonNullable<Found> };

export const petitionDecider: Decider<Petition, PetitionDecision, PetitionEvent> = {
  initial: noPetition,
  evolve,
  decide,
};

type Decision = Result<readonly PetitionEvent[]>;

/** Decides on what is seen of a petition, and on its one answer. Only what is new is recorded. */
export function decide(command: PetitionDecision, state: Petition): Decision {
  if (command.type === 'see') return ok(see(command.listed, state, command.now));
  if (state.status === 'none') return refuse('cancellation_request_not_found');
  const at = command.now.toISOString();
  switch (command.type) {
    case 'miss':
      return ok(state.status !== 'pending' || state.pac !== command.pac ? [] : miss(command, state, at));
    case 'close':
      return ok(state.status === 'pending' ? [resolve(command.found, state, at)] : []);
    case 'start':
      return start(command.answer, state, at);
    case 'record': {
      const { number, attempt, sent } = command;
      const isLate = state.number !== number || state.attempt !== attempt || !state.open;
      return ok(isLate ? [] : record(sent, state, command.now));
    }
  }
}

/** A list may show a petition for a while that has been answered: only later it is a new one. */
const LIST_LAG_MS = 24 * 3_600_000;

function see(listed: Listed, state: Petition, now: Date): readonly PetitionEvent[] {
  const at = now.toISOString();
  const { uuid, receiverRfc, pac, requestedAt, received } = listed;
  if (state.status === 'pending') return describe(received, state, at);
  if (state.status !== 'none' && !isAskedAgain(listed, state, now)) return [];
  const number = state.status === 'none' ? 1 : state.number + 1;
  const expires_at = requestedAt === null ? null : deadlineAfter(requestedAt);
  const dates = { requested_at: requestedAt, expires_at, at };
  return [
    { type: 'PetitionReceived', data: { number, uuid, receiver_rfc: receiverRfc, pac, received, ...dates } },
  ];
}

function describe(
  received: ReceivedDocument | null,
  state: KnownPetition,
  at: string,
): readonly PetitionEvent[] {
  if (received === null || state.received !== null) return [];
  return [{ type: 'PetitionDescribed', data: { number: state.number, received, at } }];
}

/** After a rejection its issuer may ask again; and what we have only found missing may have been there all the time. */
function isAskedAgain({ requestedAt }: Listed, { resolvedAt }: KnownPetition, now: Date): boolean {
  const since = Date.parse(resolvedAt ?? '');
  return requestedAt === null ? now.getTime() - since > LIST_LAG_MS : Date.parse(requestedAt) > since;
}

/**
 * Of a petition that is not listed any more the SAT's status says what became of it. Where it cannot: an answer of ours that was under way
 * counts, and without one nobody has answered once the time is over.
 */
function miss(
  { found, received }: Extract<PetitionDecision, { type: 'miss' }>,
  state: KnownPetition,
  at: string,
): readonly PetitionEvent[] {
  const described = describe(received, state, at);
  return [...described, ...end(found, { ...state, received: state.received ?? received }, at)];
}

function end(found: Found, state: KnownPetition, at: string): readonly PetitionEvent[] {
  if (found !== null) return [resolve(found, state, at)];
  if (state.open) return [answered(state, state.open.answer, null, at)];
  const deadline = deadlineAfter(state.requestedAt ?? state.firstSeenAt);
  return at >= deadline ? [resolve('expired', state, at)] : [];
}

const invoiceOf = ({ received }: KnownPetition): string | null => received?.invoice ?? null;

function answered(
  state: KnownPetition,
  answer: PetitionAnswer,
  receipt_key: string | null,
  at: string,
): PetitionEvent {
  const { number, uuid, attempt } = state;
  const invoice = invoiceOf(state);
  return { type: 'PetitionAnswered', data: { number, uuid, invoice, attempt, answer, receipt_key, at } };
}

/** An outcome that an answer of ours asked for is taken for its own. */
function resolve(outcome: NonNullable<Found>, state: KnownPetition, at: string): PetitionEvent {
  const own = state.open?.answer ?? state.perhaps;
  if (own !== null && statusAfter(own) === outcome) return answered(state, own, null, at);
  const { number, uuid } = state;
  return { type: 'PetitionClosed', data: { number, uuid, invoice: invoiceOf(state), outcome, at } };
}

function start(answer: PetitionAnswer, state: KnownPetition, at: string): Decision {
  if (state.status !== 'pending')
    return state.status === statusAfter(answer) ? ok([]) : refuse('cancellation_request_already_answered');
  const before = state.open?.answer ?? state.perhaps;
  if (before !== null && before !== answer) return refuse('cancellation_request_already_answered');
  if (state.open) return ok([]);
  const { number, attempt } = state;
  return ok([{ type: 'PetitionAnswerStarted', data: { number, attempt: attempt + 1, answer, at } }]);
}

function record(sent: SentAnswer, state: KnownPetition, now: Date): readonly PetitionEvent[] {
  const at = now.toISOString();
  const { number, attempt, open } = state;
  if (!open) return [];
  switch (sent.kind) {
    case 'taken':
      return [answered(state, open.answer, sent.receiptKey, at)];
    case 'refused': {
      const { code, details } = sent;
      return [{ type: 'PetitionAnswerRefused', data: { number, attempt, code, details, at } }];
    }
    case 'no-answer': {
      const tries = open.tries + 1;
      const { reason } = sent;
      const retry_at = retryAfter(tries, now);
      return [{ type: 'PetitionAnswerDelayed', data: { number, attempt, tries, reason, retry_at, at } }];
    }
  }
}
