import type { Detail, ErrorCode } from '#kernel';
import type { CancellationAnswer, CancellationStatus, CancelMotive, EfosStanding } from '#contracts';

/** A request for the cancellation of a document, as far as it is. */
export interface CancellationRequest {
  readonly number: number;
  readonly status: CancellationStatus | 'requested';
  readonly motive: CancelMotive;
  readonly substitution: string | null;
  /** ISO 8601, UTC, as the next. */
  readonly requestedAt: string;
  /** When its state was last recorded. */
  readonly checkedAt: string;
}

/** What an answer of the tax authority brings: the data of the event that records it. */
export type News =
  | {
      readonly kind: 'canceled';
      readonly data: { number: number; at: string; receipt_key: string | null };
    }
  | {
      readonly kind: 'refused';
      readonly data: { number: number; code: ErrorCode; details: readonly Detail[]; at: string };
    }
  | {
      readonly kind: 'updated';
      readonly data: {
        number: number;
        status: 'pending' | 'verifying' | 'rejected' | 'expired';
        at: string;
        receipt_key: string | null;
      };
    }
  | { readonly kind: 'checked'; readonly data: { at: string; efos?: EfosStanding } };

/** Looks at a cancellation that come closer together are not noted one by one. */
const CHECKED_EVERY_MS = 1_000;

/** Whether a request is under way, which keeps another one out. */
export const isOpen = (request: CancellationRequest | null): boolean =>
  request?.status === 'requested' || request?.status === 'pending' || request?.status === 'verifying';

/**
 * What the tax authority said of a valid document, as far as it is new; undefined where nothing is.
 * @param failed the code of a refusal that says none
 * @param listed how the issuer was on the list of article 69-B, as far as it was noted
 */
export function readAnswer(
  answer: CancellationAnswer,
  current: CancellationRequest | null,
  now: Date,
  failed: ErrorCode,
  listed?: EfosStanding,
): News | undefined {
  // Number 0 is an answer to a mere query: it only matters when the document was canceled elsewhere.
  if (answer.number !== (current?.number ?? 0) && answer.number !== 0) return undefined;
  const { number, receipt_key, at } = answer;
  switch (answer.status) {
    case 'accepted':
      return { kind: 'canceled', data: { number, at, receipt_key } };
    case 'refused': {
      // It comes late where the first answer got lost, which showed as verifying meanwhile.
      if (current?.status !== 'requested' && current?.status !== 'verifying') return undefined;
      const { code, details } = answer;
      return { kind: 'refused', data: { number, code: code ?? failed, details, at } };
    }
    case 'none':
      return readCheck(answer, current, now, listed);
    case 'pending':
    case 'verifying':
    case 'rejected':
    case 'expired': {
      const known = number === 0 || current?.status === 'none' || current?.status === answer.status;
      // What the tax authority has once shown does not get doubtful again because it can't be asked.
      const fallsBack = answer.status === 'verifying' && current?.status !== 'requested';
      if (known || fallsBack) return readCheck(answer, current, now, listed);
      return { kind: 'updated', data: { number, status: answer.status, at, receipt_key } };
    }
  }
}

/**
 * That the tax authority was asked and has nothing new is noted once a tenth more of the time since the request has passed:
 * often at first, and a bounded number of times however often somebody asks. Without a request there is nothing to note, but
 * that the issuer came on the list of article 69-B, or left it: its receivers may not deduct what it invoices.
 */
function readCheck(
  { efos }: CancellationAnswer,
  current: CancellationRequest | null,
  now: Date,
  listed: EfosStanding = 'not_listed',
): News | undefined {
  const data = { at: now.toISOString(), ...(efos && { efos }) };
  if (efos !== undefined && efos !== listed) return { kind: 'checked', data };
  if (!current || current.status === 'none') return undefined;
  const last = Date.parse(current.checkedAt);
  const since = last - Date.parse(current.requestedAt);
  if (now.getTime() - last < Math.max(CHECKED_EVERY_MS, since / 10)) return undefined;
  return { kind: 'checked', data };
}
