import { field, ok, refuse, refuseFields, type Result } from '#kernel';
import { issuersAlone } from '#billing';
import type { CancellationAnswer, CancelMotive, DataOf, InvoiceEvent } from '#contracts';
import { isOpen, readAnswer } from '../document/cancellation-answer.js';
import { fiscalDocument, marking, paying, type Cancellation, type Invoice } from './invoice.js';

type Decision = Result<readonly InvoiceEvent[]>;
type CancelData = DataOf<'invoicing.cancel'>;

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
      if (state.imported?.issuer_type === 'receiving')
        return refuse('invoice_cancellation_not_allowed', { details: [issuersAlone('cancel')] });
      if (isOpen(state.cancellation)) return refuse('invoice_cancellation_in_progress');
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
  const { cancellation, receipts, content, efos } = state;
  const news = readAnswer(answer, cancellation, now, 'invoice_cancellation_failed', efos);
  switch (news?.kind) {
    case 'canceled': {
      const whole = { ...news.data, ...paying(content) };
      const why = receipts && { receipts, ...whyCanceled(news.data.number, cancellation) };
      return ok([{ type: 'InvoiceCanceled', data: { ...whole, ...why } }]);
    }
    case 'refused':
      return ok([{ type: 'CancellationRefused', data: news.data }]);
    case 'updated':
      return ok([{ type: 'CancellationUpdated', data: { ...news.data, ...marking(receipts) } }]);
    case 'checked':
      return ok([{ type: 'StatusChecked', data: news.data }]);
    case undefined:
      return ok([]);
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
  if (!current || (current.number !== number && !isOpen(current))) return {};
  const { motive, substitution, substitutionInvoice } = current;
  const place = substitutionInvoice === undefined ? {} : { substitution_invoice: substitutionInvoice };
  return { motive, substitution, ...place };
}
