import {
  RETENTION_STREAM,
  emptyRetention,
  searchText,
  type CancellationDoc,
  type CancellationStatus,
  type RetentionAmounts,
  type RetentionContent,
  type RetentionDoc,
  type RetentionEvent,
  type RetentionIssue,
  type RetentionRow,
} from '#contracts';
import type { Detail } from '#kernel';
import type { Told } from '../told.js';
import { cancellationDoc } from '../invoices/doc.js';
import { retentionContentDoc, retentionDraftDoc, retentionIssueDoc } from './doc.js';

/** A new row with what never changes. */
export function createRow(recorded: Told<RetentionEvent>, at: string): RetentionRow {
  const { organizationId, livemode } = recorded.metadata;
  const id = recorded.streamId.slice(RETENTION_STREAM.length);
  return {
    id,
    revision: recorded.revision,
    organization_id: organizationId,
    livemode,
    status: 'draft',
    hidden: false,
    cve_retenc: null,
    customer_id: null,
    customer_tax_id: null,
    folio_int: null,
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
      type: 'Retención',
      status: 'draft',
      is_ready_to_stamp: false,
      ...retentionContentDoc(emptyRetention, null),
      ...retentionDraftDoc(emptyRetention),
      uuid: null,
      verification_url: null,
      stamp: null,
      cancellation_status: 'none',
      cancellation: null,
      canceled_at: null,
      cancellation_receipt: null,
    },
  };
}

/** The row with other fields in its answer, which always repeats the columns that it shows. */
export function withRetentionDoc(row: RetentionRow, patch: Partial<RetentionDoc>): RetentionRow {
  const { status, cancellation_status } = row;
  const shown = status === 'refused' ? { cancellation_status } : { status, cancellation_status };
  return { ...row, doc: { ...row.doc, ...patch, ...shown } };
}

function applyContent(row: RetentionRow, content: RetentionContent): RetentionRow {
  const { customer, cve_retenc, folio_int, external_id } = content;
  return {
    ...row,
    ...{ cve_retenc, folio_int, external_id },
    customer_id: customer?.id ?? null,
    customer_tax_id: customer?.tax_id ?? null,
    search: customer ? searchText(customer.legal_name, customer.tax_id) : '',
  };
}

/** A draft, or what an edit made of it. */
export function applyDraft(
  row: RetentionRow,
  data: { content: RetentionContent; amounts: RetentionAmounts | null; problems: readonly Detail[] },
): RetentionRow {
  const { content, amounts, problems } = data;
  const draft = retentionDraftDoc(content);
  return withRetentionDoc(
    { ...applyContent(row, content), draft },
    {
      ...retentionContentDoc(content, amounts),
      ...draft,
      is_ready_to_stamp: problems.length === 0,
    },
  );
}

/** What is fixed the moment that it is issued. */
export function applyIssue(
  row: RetentionRow,
  content: RetentionContent,
  issue: RetentionIssue,
): RetentionRow {
  const columns: RetentionRow = {
    ...applyContent(row, content),
    status: 'pending',
    sort_at: issue.date,
    outcome: { of: 'stamp', number: issue.number, kind: 'requested' },
  };
  return withRetentionDoc(columns, {
    ...retentionContentDoc(content, issue.amounts),
    ...retentionIssueDoc(issue),
    is_ready_to_stamp: true,
  });
}

/** The state of a cancellation, in the column and in the answer's record of it. */
export function withCancellation(
  row: RetentionRow,
  status: CancellationStatus,
  data: { at: string; receipt_key: string | null },
  asked?: Pick<CancellationDoc, 'requested_at' | 'motive' | 'substitutionUUID'>,
): RetentionRow {
  const receipt_key = data.receipt_key ?? row.receipt_key;
  return withRetentionDoc(
    { ...row, cancellation_status: status, receipt_key },
    {
      cancellation: cancellationDoc(row.doc.cancellation, status, data.at, asked),
      cancellation_receipt: receipt_key === null ? null : receiptPath(row.id),
    },
  );
}

/** The API's address of a receipt of cancellation, below the server's. */
const receiptPath = (id: string): string => `/v2/retentions/${id}/cancellation_receipt/xml`;
