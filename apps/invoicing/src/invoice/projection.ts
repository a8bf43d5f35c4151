import type { InvoiceEvent, InvoiceOutcome, InvoiceRow } from '#contracts';
import { INVOICE_STREAM, invoicesReadModel } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { defineProjection } from '#platform';
import { stampDoc } from './doc.js';
import {
  born,
  drafted,
  folioColumn,
  issued,
  owed,
  withCancellation,
  withDoc,
  withPayment,
  type Doc,
} from './row.js';

const columns = {
  id: 'text',
  revision: 'int',
  organization_id: 'text',
  livemode: 'boolean',
  status: 'text',
  hidden: 'boolean',
  type: 'text',
  issuer_type: 'text',
  customer_id: 'text',
  customer_tax_id: 'text',
  payment_method: 'text',
  payment_status: 'text',
  amount_due: 'numeric',
  total: 'numeric',
  folio_number: 'bigint',
  series: 'text',
  external_id: 'text',
  uuid: 'text',
  cancellation_status: 'text',
  created_at: 'timestamptz',
  sort_at: 'timestamptz',
  customer_search: 'text',
  search: 'text',
  xml_key: 'text',
  timbre_xml: 'text',
  receipt_key: 'text',
  outcome: 'json',
  draft: 'json',
  doc: 'json',
} as const satisfies Record<keyof InvoiceRow, string>;

/** The read model of invoices: one row each, with the answer of the API. */
export const invoicesProjection = defineProjection<InvoiceRow>({
  name: invoicesReadModel.projection,
  table: invoicesReadModel.table,
  columns,
  distinct: { table: invoicesReadModel.names, columns: ['organization_id', 'livemode', 'customer_search'] },
  streamPrefix: INVOICE_STREAM,
  evolve: (row, recorded) => {
    const event = recorded as unknown as InvoiceEvent;
    const next = project(row, event, recorded);
    return next && { ...next, revision: recorded.revision };
  },
});

function project(
  row: InvoiceRow | undefined,
  event: InvoiceEvent,
  recorded: RecordedEvent,
): InvoiceRow | undefined {
  if (event.type === 'InvoiceDrafted') return drafted(born(recorded, event.data.at), event.data);
  if (event.type === 'InvoiceIssued')
    return issued(row ?? born(recorded, event.data.at), event.data.content, event.data.issue);
  if (event.type === 'DraftDeleted' || event.type === 'InvoiceForgone') return undefined;
  return row && changed(row, event);
}

function changed(
  row: InvoiceRow,
  event: Exclude<
    InvoiceEvent,
    { type: 'InvoiceDrafted' | 'InvoiceIssued' | 'DraftDeleted' | 'InvoiceForgone' }
  >,
): InvoiceRow {
  switch (event.type) {
    case 'DraftEdited':
      return drafted(row, event.data);
    case 'InvoiceStamped': {
      const { number, stamp } = event.data;
      const stamped: InvoiceRow = {
        ...row,
        status: 'valid',
        uuid: stamp.uuid,
        xml_key: stamp.xml_key,
        timbre_xml: stamp.timbre_xml,
        ...owed(row),
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
      const folio_number = folioColumn(row.draft['folio_number'] as number | null);
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
      const asked = withDoc(row, {
        cancellation: { requested_at: at, motive, substitutionUUID: substitution },
      });
      // Until the tax authority has spoken, a request counts as being verified.
      return {
        ...withCancellation(asked, 'verifying', { at, receipt_key: null }),
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
      const canceled = { ...row, status: 'canceled', amount_due: '0', payment_status: null };
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
    case 'StatusChecked': {
      const cancellation = row.doc['cancellation'] as Doc | null;
      return cancellation
        ? withDoc(row, { cancellation: { ...cancellation, last_checked: event.data.at } })
        : row;
    }
  }
}
