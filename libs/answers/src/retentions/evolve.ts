import { ignoreUnknown } from '#kernel';
import type { InvoiceOutcome, RetentionEvent, RetentionRow } from '#contracts';
import type { Told } from '../told.js';
import { retentionStampDoc } from './doc.js';
import { applyDraft, applyIssue, createRow, withCancellation, withRetentionDoc } from './row.js';

type Beginning = 'RetentionDrafted' | 'RetentionIssued' | 'RetentionDraftDeleted' | 'RetentionForgone';

/** The row of a retention after an event, with the answer of the API; undefined where there is nothing to show. */
export function retentionRow(
  row: RetentionRow | undefined,
  event: Told<RetentionEvent>,
): RetentionRow | undefined {
  const next = applyEvent(row, event);
  return next && { ...next, revision: event.revision };
}

function applyEvent(row: RetentionRow | undefined, event: Told<RetentionEvent>): RetentionRow | undefined {
  if (event.type === 'RetentionDrafted') return applyDraft(createRow(event, event.data.at), event.data);
  if (event.type === 'RetentionIssued')
    return applyIssue(row ?? createRow(event, event.data.at), event.data.content, event.data.issue);
  if (event.type === 'RetentionDraftDeleted' || event.type === 'RetentionForgone') return undefined;
  return row && next(row, event);
}

function next(row: RetentionRow, event: Exclude<Told<RetentionEvent>, { type: Beginning }>): RetentionRow {
  switch (event.type) {
    case 'RetentionDraftEdited':
      return applyDraft(row, event.data);
    case 'RetentionStamped': {
      const { number, stamp } = event.data;
      const { uuid, xml_key, timbre_xml } = stamp;
      const outcome: InvoiceOutcome = { of: 'stamp', number, kind: 'done' };
      const stamped: RetentionRow = { ...row, status: 'valid', uuid, xml_key, timbre_xml, outcome };
      return withRetentionDoc(stamped, retentionStampDoc(stamp));
    }
    case 'RetentionRefused': {
      const { number, code, details, kept } = event.data;
      const outcome: InvoiceOutcome = { of: 'stamp', number, kind: 'refused', code, details };
      // Whoever was shown it without its stamp finds it.
      if (kept) return withRetentionDoc({ ...row, status: 'failed', outcome }, {});
      if (row.draft === null) return { ...row, status: 'refused', hidden: true, outcome };
      return withRetentionDoc({ ...row, status: 'draft', outcome, sort_at: row.created_at }, row.draft);
    }
    case 'RetentionStampingDelayed':
      return { ...row, outcome: { of: 'stamp', number: event.data.number, kind: 'delayed' } };
    case 'RetentionStampingFailed': {
      const outcome: InvoiceOutcome = { of: 'stamp', number: event.data.number, kind: 'failed' };
      return withRetentionDoc({ ...row, status: 'failed', outcome }, {});
    }
    case 'RetentionCancellationRequested': {
      const { number, motive, substitution, at } = event.data;
      const asked = { requested_at: at, motive, substitutionUUID: substitution };
      // Until the tax authority has spoken, a request counts as being verified.
      return {
        ...withCancellation(row, 'verifying', { at, receipt_key: null }, asked),
        outcome: { of: 'cancellation', number, kind: 'requested' },
      };
    }
    case 'RetentionCancellationUpdated': {
      const { number, status } = event.data;
      return {
        ...withCancellation(row, status, event.data),
        outcome: { of: 'cancellation', number, kind: 'done' },
      };
    }
    case 'RetentionCanceled': {
      const { number, at } = event.data;
      const canceled = withCancellation({ ...row, status: 'canceled' }, 'accepted', event.data);
      return {
        ...withRetentionDoc(canceled, { canceled_at: at }),
        outcome: { of: 'cancellation', number, kind: 'done' },
      };
    }
    case 'RetentionCancellationRefused': {
      const { number, code, details } = event.data;
      const outcome: InvoiceOutcome = { of: 'cancellation', number, kind: 'refused', code, details };
      return withRetentionDoc({ ...row, cancellation_status: 'none', outcome }, { cancellation: null });
    }
    case 'RetentionSurplusStampFound':
    case 'RetentionSurplusStampSettled':
    case 'RetentionStatusChecked': {
      const { cancellation } = row.doc;
      return cancellation
        ? withRetentionDoc(row, { cancellation: { ...cancellation, last_checked: event.data.at } })
        : row;
    }
    case 'RetentionClaimsForgone':
      return row;
    default:
      return ignoreUnknown(event, row);
  }
}
