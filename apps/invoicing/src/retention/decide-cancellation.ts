import { field, ok, refuse, refuseFields, type Result } from '#kernel';
import type { CancellationAnswer, DataOf, RetentionEvent } from '#contracts';
import { isOpen, readAnswer } from '../document/cancellation-answer.js';
import { fiscalDocument, type Retention } from './retention.js';

type Decision = Result<readonly RetentionEvent[]>;

/** Why a valid retention can't be canceled now. */
const IN_PROGRESS = {
  es: 'Ya se solicitó su cancelación y el SAT aún no responde: consulte su estado más tarde.',
  en: 'Its cancellation has been requested and the tax authority has not answered yet: look at its status later.',
};
const CANCELED = {
  es: 'Ya está cancelada.',
  en: 'It is canceled already.',
};

const notCancelable = (code: string, message: typeof CANCELED) =>
  refuse('retention_not_cancelable', { details: [{ code, source: 'service', message }] });

/**
 * Asks for the cancellation of a valid retention. Motive 01 names the one in its place, the others name none; a request that
 * has no outcome yet keeps another one out.
 */
export function cancel(
  { motive, substitution }: DataOf<'invoicing.cancel-retention'>,
  state: Retention,
  now: Date,
): Decision {
  switch (state.status) {
    case 'absent':
    case 'deleted':
    case 'refused':
      return refuse('retention_not_found');
    case 'draft':
    case 'pending':
    case 'failed':
      return refuse('retention_not_stamped');
    case 'canceled':
      return notCancelable('already_canceled', CANCELED);
    case 'valid': {
      if (isOpen(state.cancellation)) return notCancelable('cancellation_in_progress', IN_PROGRESS);
      if (motive === '01' && substitution === null)
        return refuse('substitution_invoice_required', { path: 'substitution', location: 'query' });
      if (motive !== '01' && substitution !== null)
        return refuseFields([field('substitution', 'not_allowed', { location: 'query' })]);
      const number = (state.cancellation?.number ?? 0) + 1;
      const data = { number, motive, substitution, document: fiscalDocument(state), at: now.toISOString() };
      return ok([{ type: 'RetentionCancellationRequested', data }]);
    }
  }
}

/** Records what the tax authority said, as far as it is new. */
export function recordCancellation(answer: CancellationAnswer, state: Retention, now: Date): Decision {
  if (state.status !== 'valid') return ok([]);
  const news = readAnswer(answer, state.cancellation, now, 'retention_cancellation_failed');
  switch (news?.kind) {
    case 'canceled':
      return ok([{ type: 'RetentionCanceled', data: news.data }]);
    case 'refused':
      return ok([{ type: 'RetentionCancellationRefused', data: news.data }]);
    case 'updated':
      return ok([{ type: 'RetentionCancellationUpdated', data: news.data }]);
    case 'checked':
      return ok([{ type: 'RetentionStatusChecked', data: { at: news.data.at } }]);
    case undefined:
      return ok([]);
  }
}
