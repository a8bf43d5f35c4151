import type { ImportedDoc, ImportedInvoice, InvoiceRow, SatStanding } from '#contracts';
import { stampDoc } from './doc.js';
import { applyIssue, searchedName, toAmountDue, withCancellation, withDoc, type Born } from './row.js';

/**
 * The row of a document that was issued elsewhere. Of one that was received, the columns of the customer have its supplier, so
 * that filters and searches by the other party find it.
 */
export function applyImport(born: Born, invoice: ImportedInvoice, at: string): InvoiceRow {
  const { content, issue, stamp, issuer_type, source, sat, supplier } = invoice;
  const row = applyIssue(born, content, issue);
  const folio = issue.folio_number === 0 ? null : issue.folio_number;
  const valid: InvoiceRow = {
    ...row,
    status: 'valid',
    issuer_type,
    ...(issuer_type === 'receiving' && partyOf(invoice)),
    uuid: stamp.uuid,
    folio_number: folio === null ? null : String(folio),
    series: issue.series,
    xml_key: stamp.xml_key,
    timbre_xml: stamp.timbre_xml,
    outcome: null,
    ...toAmountDue(row),
  };
  const doc = withDoc(valid, {
    ...stampDoc(stamp),
    ...{ issuer_type, folio_number: folio },
    imported: importedDoc({ source, at, ...(issue.folio !== undefined && { folio: issue.folio }) }, sat),
    ...(issuer_type === 'receiving' && { supplier }),
  });
  return asTheSatHasIt(doc, sat, at);
}

/** The other party of a received document: its supplier, and its issuer as printed where that is nobody's. */
function partyOf({ supplier, issue: { issuer } }: ImportedInvoice) {
  const { id, tax_id, legal_name } = supplier ?? { id: null, ...issuer };
  return { customer_id: id, customer_tax_id: tax_id, customer_search: searchedName(legal_name) };
}

/** The row of what the organization issued to who became a customer of this id later. */
export const withCustomer = (row: InvoiceRow, id: string): InvoiceRow =>
  row.doc.customer === null
    ? row
    : withDoc({ ...row, customer_id: id }, { customer: { ...row.doc.customer, id } });

const importedDoc = (
  { source, at, folio }: Pick<ImportedDoc, 'source' | 'at' | 'folio'>,
  sat: SatStanding,
): ImportedDoc => ({
  source,
  at,
  sat_status: sat.status,
  sat_checked_at: sat.checked_at,
  efos: sat.efos,
  ...(folio !== undefined && { folio }),
});

/** The row with how the tax authority has the document now; what is canceled there is canceled. */
export function withSatStatus(row: InvoiceRow, sat: SatStanding, at: string): InvoiceRow {
  const { imported } = row.doc;
  if (!imported) return row;
  return asTheSatHasIt(withDoc(row, { imported: importedDoc(imported, sat) }), sat, at);
}

/** With what becomes of it there: canceled; or, of a received one, how its issuer's request to cancel it stands. */
function asTheSatHasIt(row: InvoiceRow, sat: SatStanding, at: string): InvoiceRow {
  if (row.status === 'canceled') return row;
  const when = sat.checked_at ?? at;
  if (sat.status === 'canceled') return toCanceled(row, when);
  const { cancellation = 'none' } = sat;
  if (row.issuer_type !== 'receiving' || cancellation === row.cancellation_status) return row;
  if (cancellation === 'none')
    return withDoc({ ...row, cancellation_status: 'none' }, { cancellation: null });
  return withCancellation(row, cancellation, { at: when, receipt_key: null });
}

/** Canceled at the tax authority, at some time before `at`: nothing is owed or paid on it. */
function toCanceled(row: InvoiceRow, at: string): InvoiceRow {
  const canceled: InvoiceRow = { ...row, status: 'canceled', amount_due: '0', payment_status: null };
  return withDoc(withCancellation(canceled, 'accepted', { at, receipt_key: null }), { canceled_at: at });
}
