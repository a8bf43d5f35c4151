import type {
  CancellationDoc,
  CancellationStatus,
  InvoiceContent,
  InvoiceContentDoc,
  InvoiceDoc,
  InvoiceEvent,
  InvoiceIssue,
  InvoiceIssueDoc,
  InvoiceRow,
  InvoiceTotals,
  InvoiceTotalsDoc,
} from '#contracts';
import { INVOICE_STREAM, searchText } from '#contracts';
import { decimal, formatDecimal, type Detail } from '#kernel';
import { receiverRfc } from '#billing';
import type { Told } from '../told.js';
import { cancellationDoc, contentDoc, issueDoc, notIssuedDoc, totalsDoc } from './doc.js';

/** The fields that every invoice is created with. */
type WrittenDoc = InvoiceContentDoc &
  InvoiceTotalsDoc &
  InvoiceIssueDoc &
  Pick<InvoiceDoc, 'is_ready_to_stamp'>;
/** What it has from its first event on. */
type BornDoc = Omit<InvoiceDoc, keyof WrittenDoc> & Pick<InvoiceDoc, PaymentFields>;
type PaymentFields = 'total_payment_amount' | 'total_payment_amount_converted' | 'target_invoice_ids';

/** A row before anything is written in it. */
export type Born = Omit<InvoiceRow, 'doc'> & { readonly doc: BornDoc };

/** Characters of a name that are searched. An index takes 2,700 bytes, and some scripts fall into many letters. */
const NAME_SEARCHED = 400;

/** A new row with what never changes. */
export function createRow(recorded: Told<InvoiceEvent>, at: string): Born {
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
    customer_search: null,
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

/** The columns that the answer shows as well: always repeated, so that the two can't differ. */
const toShownFields = ({
  status,
  cancellation_status,
  payment_status,
  amount_due,
}: Omit<InvoiceRow, 'doc'>) => ({
  status,
  cancellation_status,
  payment_status,
  amount_due: amount_due === null ? null : Math.max(0, Number(amount_due)),
});

/**
 * The row with other fields in its answer. By Object.assign here and in contentDoc: V8 takes 2 microseconds to merge so
 * many properties into an empty object, and 80 to spread them into a literal.
 */
const mergeDoc = <Doc extends BornDoc, Patch>(row: Born & { readonly doc: Doc }, patch: Patch) => ({
  ...row,
  doc: Object.assign({}, row.doc, patch, toShownFields(row)),
});

/** Patches the answer. */
export const withDoc = (row: InvoiceRow, patch: Partial<InvoiceDoc>): InvoiceRow => mergeDoc(row, patch);

/** Writes the answer's content. */
const withContent = (row: Born, content: WrittenDoc): InvoiceRow => mergeDoc(row, content);

/** A name as searches compare it. */
export const searchedName = (name: string): string =>
  Array.from(searchText(name)).slice(0, NAME_SEARCHED).join('');

export const folioColumn = (folio: number | null): string | null => (folio === null ? null : String(folio));

function applyContent(row: Born, content: InvoiceContent): Born {
  const { customer, items } = content;
  return {
    ...row,
    type: content.type,
    customer_id: customer?.id ?? null,
    customer_tax_id: customer && receiverRfc(customer),
    payment_method: content.payment_method,
    series: content.series,
    external_id: content.external_id,
    customer_search: customer && searchedName(customer.legal_name),
    search: searchText(...items.map(({ product }) => product.description)),
  };
}

export function applyDraft(
  row: Born,
  data: { content: InvoiceContent; totals: InvoiceTotals | null; problems: readonly Detail[] },
): InvoiceRow {
  const { content, totals, problems } = data;
  const draft = notIssuedDoc(content);
  const columns: Born = {
    ...applyContent(row, content),
    draft,
    folio_number: folioColumn(content.folio_number),
    total: totals?.total ?? '0',
  };
  const ready = { is_ready_to_stamp: problems.length === 0 };
  return withContent(columns, Object.assign({}, contentDoc(content), draft, totalsDoc(totals), ready));
}

export function applyIssue(row: Born, content: InvoiceContent, issue: InvoiceIssue): InvoiceRow {
  const columns: Born = {
    ...applyContent(row, content),
    status: 'pending',
    folio_number: folioColumn(issue.folio_number),
    total: issue.totals.total,
    sort_at: issue.date,
    outcome: { of: 'stamp', number: issue.number, kind: 'requested' },
  };
  const ready = { is_ready_to_stamp: true };
  return withContent(
    columns,
    Object.assign({}, contentDoc(content), notIssuedDoc(content), issueDoc(issue, content), ready),
  );
}

/** What is due once it is stamped: all of it with PPD, if it is anything, nothing with PUE; payments, payrolls and moved goods owe nothing. */
export function toAmountDue({
  type,
  payment_method,
  total,
}: InvoiceRow): Pick<InvoiceRow, 'amount_due' | 'payment_status'> {
  if (type !== 'I' && type !== 'E') return { amount_due: null, payment_status: null };
  return payment_method === 'PPD' && decimal(total) > 0n
    ? { amount_due: total, payment_status: 'unpaid' }
    : { amount_due: '0', payment_status: 'paid' };
}

/**
 * A payment of the invoice came or went: what is due moves by it. One that was canceled may be heard of late, when another
 * has taken its place: then the column is below zero until the canceled one goes, and nobody is shown less than zero.
 */
export function withPayment(
  row: InvoiceRow,
  { payment, amount, counts = amount }: { payment: string; amount: string; counts?: string },
  came: boolean,
): InvoiceRow {
  const ids = row.doc.received_payment_ids.filter((id) => id !== payment);
  const due = decimal(row.amount_due ?? '0') + (came ? -decimal(counts) : decimal(counts));
  const changed: InvoiceRow = {
    ...row,
    amount_due: formatDecimal(due),
    payment_status: due > 0n ? 'unpaid' : 'paid',
  };
  return withDoc(changed, { received_payment_ids: came ? [...ids, payment] : ids });
}

/** A payment with an invoice that it pays, beside those that it named by our id. */
export function withTarget(row: InvoiceRow, invoice: string): InvoiceRow {
  const { target_invoice_ids: targets } = row.doc;
  return targets.includes(invoice) ? row : withDoc(row, { target_invoice_ids: [...targets, invoice] });
}

/** The state of a cancellation, in the column and in the answer's record of it. */
export function withCancellation(
  row: InvoiceRow,
  status: CancellationStatus,
  data: { at: string; receipt_key: string | null },
  asked?: Pick<CancellationDoc, 'requested_at' | 'motive' | 'substitutionUUID'>,
): InvoiceRow {
  const columns = {
    ...row,
    cancellation_status: status,
    receipt_key: data.receipt_key ?? row.receipt_key,
  };
  return withDoc(columns, { cancellation: cancellationDoc(row.doc.cancellation, status, data.at, asked) });
}
