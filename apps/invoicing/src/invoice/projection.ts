import type {
  CancellationStatus,
  InvoiceContent,
  InvoiceEvent,
  InvoiceIssue,
  InvoiceOutcome,
  InvoiceRow,
  InvoiceTotals,
} from '#contracts';
import { INVOICE_STREAM, invoicesReadModel, searchText } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { defineProjection } from '#platform';
import { receiverRfc } from '#billing';
import { contentDoc, issueDoc, notIssuedDoc, stampDoc, totalsDoc } from './doc.js';

type DraftDoc = ReturnType<typeof notIssuedDoc>;
type Doc = InvoiceRow['doc'];

export const invoiceColumns = {
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
  search: 'text',
  xml_key: 'text',
  timbre_xml: 'text',
  receipt_key: 'text',
  outcome: 'json',
  draft: 'json',
  doc: 'json',
} as const satisfies Record<keyof InvoiceRow, string>;

export const invoicesProjection = defineProjection<InvoiceRow>({
  name: invoicesReadModel.projection,
  table: invoicesReadModel.table,
  columns: invoiceColumns,
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
  switch (event.type) {
    case 'InvoiceDrafted':
      return drafted(born(recorded, event.data.at), event.data);
    case 'InvoiceIssued':
      return issued(row ?? born(recorded, event.data.at), event.data.content, event.data.issue);
    case 'DraftDeleted':
    case 'InvoiceForgone':
      return undefined;
    default:
      return row && changed(row, event);
  }
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
      const paid = row.payment_method !== 'PPD';
      const amountDue = paid ? '0' : row.total;
      const paymentStatus = paid ? 'paid' : 'unpaid';
      return withDoc(
        {
          ...row,
          status: 'valid',
          uuid: stamp.uuid,
          xml_key: stamp.xml_key,
          timbre_xml: stamp.timbre_xml,
          amount_due: amountDue,
          payment_status: paymentStatus,
          outcome: { of: 'stamp', number, kind: 'done' },
        },
        { ...stampDoc(stamp), amount_due: Number(amountDue), payment_status: paymentStatus },
      );
    }
    case 'InvoiceRefused': {
      const { number, code, details } = event.data;
      const outcome: InvoiceOutcome = { of: 'stamp', number, kind: 'refused', code, details };
      if (row.draft === null) return { ...row, status: 'refused', hidden: true, outcome };
      const folio_number = row.draft['folio_number'] as number | null;
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
      const cancellation = {
        requested_at: at,
        status: 'pending',
        last_checked: at,
        motive,
        substitutionUUID: substitution,
      };
      return withDoc(
        { ...row, outcome: { of: 'cancellation', number, kind: 'requested' } },
        { cancellation },
      );
    }
    case 'CancellationUpdated':
      return withCancellation(row, event.data.status, event.data);
    case 'InvoiceCanceled': {
      const canceled = { ...row, status: 'canceled', amount_due: '0' };
      return withDoc(withCancellation(canceled, 'accepted', event.data), {
        canceled_at: event.data.at,
        amount_due: 0,
      });
    }
    case 'CancellationRefused': {
      const { number, code, details } = event.data;
      return withDoc(
        { ...row, outcome: { of: 'cancellation', number, kind: 'refused', code, details } },
        { cancellation: null },
      );
    }
    case 'StatusChecked': {
      const cancellation = row.doc['cancellation'] as Doc | null;
      return cancellation
        ? withDoc(row, { cancellation: { ...cancellation, last_checked: event.data.at } })
        : row;
    }
  }
}

/** A new row with what never changes. */
function born(recorded: RecordedEvent, at: string): InvoiceRow {
  const { organizationId, livemode } = recorded.metadata;
  const id = recorded.streamId.slice(INVOICE_STREAM.length);
  return {
    id,
    revision: recorded.revision,
    organization_id: organizationId,
    livemode,
    status: 'draft',
    hidden: false,
    type: 'I',
    issuer_type: 'issuing',
    customer_id: null,
    customer_tax_id: null,
    payment_method: 'PUE',
    payment_status: null,
    amount_due: null,
    total: '0',
    folio_number: null,
    series: null,
    external_id: null,
    uuid: null,
    cancellation_status: 'none',
    created_at: at,
    sort_at: at,
    search: '',
    xml_key: null,
    timbre_xml: null,
    receipt_key: null,
    outcome: null,
    draft: null,
    doc: {
      id,
      created_at: at,
      livemode,
      organization: organizationId,
      issuer_type: 'issuing',
      cfdi_version: 4,
      status: 'draft',
      cancellation_status: 'none',
      cancellation: null,
      canceled_at: null,
      amount_due: null,
      payment_status: null,
      total_payment_amount: 0,
      total_payment_amount_converted: 0,
      received_payment_ids: [],
      target_invoice_ids: [],
      verification_carta_porte: null,
    },
  };
}

/** Sets columns that the doc shows as well, so that the two can't differ. */
function withDoc(row: InvoiceRow, patch: Doc): InvoiceRow {
  return {
    ...row,
    doc: { ...row.doc, ...patch, status: row.status, cancellation_status: row.cancellation_status },
  };
}

function written(row: InvoiceRow, content: InvoiceContent): InvoiceRow {
  const { customer, items } = content;
  return {
    ...row,
    type: content.type,
    customer_id: customer?.id ?? null,
    customer_tax_id: customer && receiverRfc(customer),
    payment_method: content.payment_method,
    series: content.series,
    external_id: content.external_id,
    search: searchText(customer?.legal_name, ...items.map(({ product }) => product.description)),
  };
}

function drafted(
  row: InvoiceRow,
  data: { content: InvoiceContent; totals: InvoiceTotals | null; problems: readonly unknown[] },
): InvoiceRow {
  const { content, totals, problems } = data;
  const draft = notIssuedDoc(content);
  const columns = {
    ...written(row, content),
    draft,
    folio_number: content.folio_number,
    total: totals?.total ?? '0',
  };
  return withDoc(columns, {
    ...contentDoc(content),
    ...draft,
    ...totalsDoc(totals),
    is_ready_to_stamp: problems.length === 0,
  });
}

function issued(row: InvoiceRow, content: InvoiceContent, issue: InvoiceIssue): InvoiceRow {
  const columns: InvoiceRow = {
    ...written(row, content),
    status: 'pending',
    folio_number: issue.folio_number,
    total: issue.totals.total,
    sort_at: issue.date,
    outcome: { of: 'stamp', number: issue.number, kind: 'requested' },
  };
  return withDoc(columns, {
    ...contentDoc(content),
    ...notIssuedDoc(content),
    ...issueDoc(issue, content),
    is_ready_to_stamp: true,
  });
}

function withCancellation(
  row: InvoiceRow,
  status: CancellationStatus,
  data: { number: number; at: string; receipt_key: string | null },
): InvoiceRow {
  const previous = (row.doc['cancellation'] as Doc | null) ?? {
    requested_at: data.at,
    motive: null,
    substitutionUUID: null,
  };
  return withDoc(
    {
      ...row,
      cancellation_status: status,
      receipt_key: data.receipt_key ?? row.receipt_key,
      outcome: { of: 'cancellation', number: data.number, kind: 'done' },
    },
    { cancellation: { ...previous, status, last_checked: data.at } },
  );
}
