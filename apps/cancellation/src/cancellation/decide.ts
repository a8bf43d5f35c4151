import { ok, refuse, type Decider, type Detail, type ErrorCode, type Result } from '#kernel';
import type { CancelMotive, CancellationEvent, CancellationStatus, FiscalDocument } from '#contracts';
import { evolve, noCancellation, type Cancellation } from './cancellation.js';

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

/** How often the tax authority is asked about a request that waits for its receiver. */
export const CHECK_EVERY_MS = 10 * 60_000;
/** Pauses before a request that got no answer is taken up again, in seconds. */
const RETRY_SECONDS = [5, 30, 120, 600] as const;

export const cancellationDecider: Decider<Cancellation, CancellationDecision, CancellationEvent> = {
  initial: noCancellation,
  evolve,
  decide,
};

export function decide(
  command: CancellationDecision,
  state: Cancellation,
): Result<readonly CancellationEvent[]> {
  const at = command.now.toISOString();
  switch (command.type) {
    case 'start': {
      if (state.status !== 'none' && state.number >= command.request.number) return ok([]);
      return ok([{ type: 'CancellationStarted', data: { ...command.request, at } }]);
    }
    case 'record':
      if (state.status === 'none' || state.number !== command.number)
        return refuse('invoice_cancellation_not_found');
      return ok(record(command.answer, state, command.now, at));
  }
}

function record(
  answer: Answer,
  state: Exclude<Cancellation, { status: 'none' }>,
  now: Date,
  at: string,
): CancellationEvent[] {
  const { number } = state;
  if (state.status === 'accepted' || state.status === 'rejected-at-once') return [];
  switch (answer.kind) {
    case 'status': {
      // A tax authority that shows nothing does not undo what it has shown before.
      const silent = answer.status === 'verifying' && state.status !== 'asked';
      if (silent || answer.status === state.status) return recheck(state, now, at);
      return [
        {
          type: 'CancellationAnswered',
          data: {
            number,
            status: answer.status,
            receipt_key: answer.receiptKey,
            check_at: nextCheck(answer.status, now),
            at,
          },
        },
      ];
    }
    case 'refused':
      // Once the request is under way, only its outcome counts.
      if (state.status !== 'asked') return [];
      return [
        { type: 'CancellationRejected', data: { number, code: answer.code, details: answer.details, at } },
      ];
    case 'no-answer': {
      const tries = state.tries + 1;
      const pauseS = RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length) - 1] ?? 600;
      const retry_at = new Date(now.getTime() + pauseS * 1000).toISOString();
      return [{ type: 'CancellationDelayed', data: { number, tries, reason: answer.reason, retry_at, at } }];
    }
  }
}

const isOpen = (status: CancellationStatus): boolean => status === 'pending' || status === 'verifying';

const nextCheck = (status: CancellationStatus, now: Date): string | null =>
  isOpen(status) ? new Date(now.getTime() + CHECK_EVERY_MS).toISOString() : null;

/** Nothing new: the next look is only noted when the one that was planned has passed, so that looks don't pile up. */
function recheck(
  state: Exclude<Cancellation, { status: 'none' }>,
  now: Date,
  at: string,
): CancellationEvent[] {
  const status = state.status as Exclude<CancellationStatus, 'none'>;
  if (!isOpen(status) || state.checkAt === null || Date.parse(state.checkAt) > now.getTime()) return [];
  return [
    {
      type: 'CancellationAnswered',
      data: { number: state.number, status, receipt_key: null, check_at: nextCheck(status, now), at },
    },
  ];
}
