import { ok, refuse, type Decider, type Detail, type ErrorCode, type Result } from '#kernel';
import type { CancelMotive, CancellationEvent, CancellationStatus, FiscalDocument } from '#contracts';
import { evolve, isOpen, noCancellation, type Cancellation, type Requested } from './cancellation.js';
import { codeFor } from './codes.js';
import { GIVE_UP_MS, retryAfter } from './schedule.js';

export interface CancellationRequestData {
  readonly number: number;
  readonly document: FiscalDocument;
  readonly motive: CancelMotive;
  readonly substitution: string | null;
}

/** What the tax authority said, or that it could not be asked. */
export type Answer =
  | { kind: 'status'; status: Exclude<CancellationStatus, 'none'>; receiptKey: string | null }
  | { kind: 'refused'; code: ErrorCode; details: readonly Detail[] }
  | { kind: 'no-answer'; reason: string };

export type CancellationDecision =
  | { type: 'start'; now: Date; request: CancellationRequestData }
  | { type: 'record'; now: Date; number: number; answer: Answer };

export const cancellationDecider: Decider<Cancellation, CancellationDecision, CancellationEvent> = {
  initial: noCancellation,
  evolve,
  decide,
};

/** Decides on a request, and on what came of it. Only what is new is recorded. */
export function decide(
  command: CancellationDecision,
  state: Cancellation,
): Result<readonly CancellationEvent[]> {
  switch (command.type) {
    case 'start': {
      if (state.status !== 'none' && state.number >= command.request.number) return ok([]);
      const at = command.now.toISOString();
      return ok([{ type: 'CancellationStarted', data: { ...command.request, at } }]);
    }
    case 'record':
      if (state.status === 'none' || state.number !== command.number)
        return refuse('invoice_cancellation_not_found');
      return ok(record(command.answer, state, command.now));
  }
}

function record(answer: Answer, state: Requested, now: Date): CancellationEvent[] {
  const { number } = state;
  const at = now.toISOString();
  if (state.status === 'accepted' || state.status === 'rejected-at-once') return [];
  switch (answer.kind) {
    case 'status': {
      const { status, receiptKey } = answer;
      // A tax authority that shows nothing does not undo what it has shown before.
      const silent = status === 'verifying' && state.status !== 'asked';
      if (silent || status === state.status) return [];
      return [{ type: 'CancellationAnswered', data: { number, status, receipt_key: receiptKey, at } }];
    }
    case 'refused': {
      // Once the request is under way, only its outcome counts.
      if (state.status !== 'asked') return [];
      const { code, details } = answer;
      return [{ type: 'CancellationRejected', data: { number, code, details, at } }];
    }
    case 'no-answer': {
      // The looks at what is under way are planned already, as is an outcome's rest.
      if (state.status !== 'asked') return [];
      const { reason } = answer;
      if (now.getTime() - Date.parse(state.startedAt) > GIVE_UP_MS) return [giveUp(state, reason, at)];
      // Nor is a try on somebody's behalf noted while the next one is planned for later.
      if (state.retryAt !== null && Date.parse(state.retryAt) - now.getTime() > CLOCK_SKEW_MS) return [];
      const tries = state.tries + 1;
      const retry_at = retryAfter(tries, now);
      return [{ type: 'CancellationDelayed', data: { number, tries, reason, retry_at, at } }];
    }
  }
}

/** Clocks of processes may differ: a planned try that comes a little early still plans the next one. */
const CLOCK_SKEW_MS = 60_000;

/** It may be asked for again; should it have arrived all the same, the status tells. */
const giveUp = ({ number, document }: Requested, reason: string, at: string): CancellationEvent => ({
  type: 'CancellationRejected',
  data: {
    ...{ number, code: codeFor(document, 'invoice_cancellation_service_unavailable'), at },
    details: [{ code: reason, message: reason, source: 'pac' }],
  },
});

/** Whether a look at how a request stands can tell something new. */
export const isUndecided = (state: Cancellation): state is Requested =>
  state.status === 'asked' || isOpen(state);
