import { ignoreUnknown } from '#kernel';
import type { InvoiceEvent, InvoiceOutcome, InvoiceRow } from '#contracts';
import type { Told } from '../told.js';
import { stampDoc } from './doc.js';
import { applyImport, withCustomer, withSatStatus } from './imported.js';
import {
  createRow,
  applyDraft,
  folioColumn,
  applyIssue,
  toAmountDue,
  withCancellation,
  withDoc,
  withPayment,
  withTarget,
} from './row.js';

/** The row of an invoice after an event, with the answer of the API; undefined where there is nothing to show. */
export function invoiceRow(row: InvoiceRow | undefined, event: Told<InvoiceEvent>): InvoiceRow | undefined {
  const next = applyEvent(row, event);
  return next && { ...next, revision: event.revision };
}

function applyEvent(row: InvoiceRow | undefined, event: Told<InvoiceEvent>): InvoiceRow | undefined {
  if (event.type === 'InvoiceDrafted') return applyDraft(createRow(event, event.data.at), event.data);
  if (event.type === 'InvoiceIssued')
    return applyIssue(row ?? createRow(event, event.data.at), event.data.content, event.data.issue);
  if (event.type === 'InvoiceImported')
    return row ?? applyImport(createRow(event, event.data.at), event.data.invoice, event.data.at);
  if (event.type === 'DraftDeleted' || event.type === 'InvoiceForgone') return undefined;
  return row && next(row, event);
}

function next(
  row: InvoiceRow,
  event: Exclude<
    Told<InvoiceEvent>,
    { type: 'InvoiceDrafted' | 'InvoiceIssued' | 'InvoiceImported' | 'DraftDeleted' | 'InvoiceForgone' }
  >,
): InvoiceRow {
  switch (event.type) {
    case 'DraftEdited':
      return applyDraft(row, event.data);
    case 'InvoiceStamped': {
      const { number, stamp } = event.data;
      const stamped: InvoiceRow = {
        ...row,
        status: 'valid',
        uuid: stamp.uuid,
        xml_key: stamp.xml_key,
        timbre_xml: stamp.timbre_xml,
        ...toAmountDue(row),
        outcome: { of: 'stamp', number, kind: 'done' },
      };
      return withDoc(stamped, stampDoc(stamp));
    }
    case 'PaymentReceived':
      return withPayment(row, event.data, true);
    case 'PaymentReverted':
      return withPayment(row, event.data, false);
    case 'InvoiceRefused': {
      const { number, code, details, kept } = event.data;
      const outcome: InvoiceOutcome = { of: 'stamp', number, kind: 'refused', code, details };
      if (kept) return withDoc({ ...row, status: 'failed', outcome }, {});
      if (row.draft === null) return { ...row, status: 'refused', hidden: true, outcome };
      const folio_number = folioColumn(row.draft.folio_number);
      return withDoc({ ...row, status: 'draft', outcome, folio_number, sort_at: row.created_at }, row.draft);
    }
    case 'StampingDelayed':
      return { ...row, outcome: { of: 'stamp', number: event.data.number, kind: 'delayed' } };
    case 'StampingFailed':
      return withDoc(
        { ...row, status: 'failed', outcome: { of: 'stamp', number: event.data.number, kind: 'failed' } },
        {},
      );
    case 'CancellationRequested': {
      const { number, motive, substitution, at } = event.data;
      const asked = { requested_at: at, motive, substitutionUUID: substitution };
      // Until the tax authority has spoken, a request counts as being verified.
      return {
        ...withCancellation(row, 'verifying', { at, receipt_key: null }, asked),
        outcome: { of: 'cancellation', number, kind: 'requested' },
      };
    }
    case 'CancellationUpdated': {
      const { number, status } = event.data;
      return {
        ...withCancellation(row, status, event.data),
        outcome: { of: 'cancellation', number, kind: 'done' },
      };
    }
    case 'InvoiceCanceled': {
      const { number, at } = event.data;
      // Nothing is owed or paid on an invoice that no longer counts.
      const canceled: InvoiceRow = { ...row, status: 'canceled', amount_due: '0', payment_status: null };
      return {
        ...withDoc(withCancellation(canceled, 'accepted', event.data), { canceled_at: at }),
        outcome: { of: 'cancellation', number, kind: 'done' },
      };
    }
    case 'CancellationRefused': {
      const { number, code, details } = event.data;
      const outcome: InvoiceOutcome = { of: 'cancellation', number, kind: 'refused', code, details };
      return withDoc({ ...row, cancellation_status: 'none', outcome }, { cancellation: null });
    }
    case 'InvoiceSurplusStampFound':
    case 'InvoiceSurplusStampSettled':
    case 'StatusChecked': {
      const { cancellation } = row.doc;
      return cancellation
        ? withDoc(row, { cancellation: { ...cancellation, last_checked: event.data.at } })
        : row;
    }
    case 'CustomerRecognized':
      return withCustomer(row, event.data.customer);
    case 'PaymentMatched':
      return withTarget(row, event.data.invoice);
    case 'SatStatusRecorded':
      return withSatStatus(row, event.data.sat, event.data.at);
    case 'ClaimsForgone':
    case 'PaymentDisregarded':
    case 'ReceiptsHeld':
      return row;
    default:
      return ignoreUnknown(event, row);
  }
}
