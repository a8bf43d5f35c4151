import { field, ok, refuse, refuseFields, type Result } from '#kernel';
import type { CancellationAnswer, CancelMotive, DataOf, InvoiceEvent } from '#contracts';
import { fiscalDocument, marking, paying, type Cancellation, type Invoice } from './invoice.js';

type Decision = Result<readonly InvoiceEvent[]>;
type CancelData = DataOf<'invoicing.cancel'>;

/** Looks at a cancellation that come closer together are not noted one by one. */
const CHECKED_EVERY_MS = 1_000;

/**
 * Asks for the cancellation of a valid invoice. Motive 01 names the invoice in its place, the others name none; a
 * request that has no outcome yet keeps another one out.
 */
export function cancel(command: CancelData, state: Invoice, now: Date): Decision {
  switch (state.status) {
    case 'absent':
    case 'deleted':
    case 'refused':
      return refuse('invoice_not_found');
    case 'draft':
    case 'pending':
    case 'failed':
      return refuse('invoice_cancellation_not_allowed', { params: { status: state.status } });
    case 'canceled':
      return refuse('invoice_not_cancelable');
    case 'valid': {
      const status = state.cancellation?.status;
      if (status === 'requested' || status === 'pending' || status === 'verifying')
        return refuse('invoice_cancellation_in_progress');
      const { motive, substitution, substitution_invoice } = command;
      if (motive === '01' && substitution === null)
        return refuse('substitution_invoice_required', { path: 'substitution', location: 'query' });
      if (motive !== '01' && substitution !== null)
        return refuseFields([field('substitution', 'not_allowed', { location: 'query' })]);
      const number = (state.cancellation?.number ?? 0) + 1;
      return ok([
        {
          type: 'CancellationRequested',
          data: {
            ...{ number, motive, substitution, document: fiscalDocument(state), at: now.toISOString() },
            ...(substitution_invoice !== undefined && { substitution_invoice }),
          },
        },
      ]);
    }
  }
}

/** Records what the tax authority said, as far as it is new. */
export function recordCancellation(answer: CancellationAnswer, state: Invoice, now: Date): Decision {
  if (state.status !== 'valid') return ok([]);
  const current = state.cancellation;
  // Number 0 is an answer to a mere query: it only matters when the document was canceled elsewhere.
  if (answer.number !== (current?.number ?? 0) && answer.number !== 0) return ok([]);
  const { number, receipt_key } = answer;
  switch (answer.status) {
    case 'accepted':
      return ok([
        {
          type: 'InvoiceCanceled',
          data: {
            ...{ number, at: answer.at, receipt_key },
            ...paying(state.content),
            ...(state.receipts && { receipts: state.receipts, ...whyCanceled(number, current) }),
          },
        },
      ]);
    case 'refused':
      // It comes late where the first answer got lost, which showed as verifying meanwhile.
      if (current?.status !== 'requested' && current?.status !== 'verifying') return ok([]);
      return ok([
        {
          type: 'CancellationRefused',
          data: {
            number,
            code: answer.code ?? 'invoice_cancellation_failed',
            details: answer.details,
            at: answer.at,
          },
        },
      ]);
    case 'none':
      return ok(recordCheck(current, now));
    case 'pending':
    case 'verifying':
    case 'rejected':
    case 'expired': {
      const known = number === 0 || current?.status === 'none' || current?.status === answer.status;
      // What the tax authority has once shown does not get doubtful again because it can't be asked.
      const fallsBack = answer.status === 'verifying' && current?.status !== 'requested';
      if (known || fallsBack) return ok(recordCheck(current, now));
      return ok([
        {
          type: 'CancellationUpdated',
          data: {
            ...{ number, status: answer.status, at: answer.at, receipt_key },
            ...marking(state.receipts),
          },
        },
      ]);
    }
  }
}

/**
 * By which request of ours an invoice was canceled; nothing where it was canceled at the tax authority without one. A mere
 * query that finds it canceled while a request of ours is under way tells of that request.
 */
function whyCanceled(
  number: number,
  current: Cancellation | null,
): { motive?: CancelMotive; substitution?: string | null; substitution_invoice?: string } {
  const isUnderWay = current !== null && UNDER_WAY.includes(current.status);
  if (!current || (current.number !== number && !isUnderWay)) return {};
  const { motive, substitution, substitutionInvoice } = current;
  const place = substitutionInvoice === undefined ? {} : { substitution_invoice: substitutionInvoice };
  return { motive, substitution, ...place };
}

const UNDER_WAY: readonly Cancellation['status'][] = ['requested', 'pending', 'verifying'];

/**
 * Notes that the tax authority was asked and has nothing new, once a tenth more of the time since the request has
 * passed: often at first, and a bounded number of times however often somebody asks. Without a request there is
 * nothing to note.
 */
function recordCheck(current: Cancellation | null, now: Date): InvoiceEvent[] {
  if (!current || current.status === 'none') return [];
  const last = Date.parse(current.checkedAt);
  const since = last - Date.parse(current.requestedAt);
  if (now.getTime() - last < Math.max(CHECKED_EVERY_MS, since / 10)) return [];
  return [{ type: 'StatusChecked', data: { at: now.toISOString() } }];
}
