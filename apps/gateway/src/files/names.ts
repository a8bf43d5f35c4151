import type { OrganizationDoc, ReceiptRow, RetentionRow } from '#contracts';
import type { StoredInvoice } from '../invoices/queries.js';

/** What a header and every file system take as it is: letters without accents, digits and hyphens. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    // A leading hyphen would be an option to many programs.
    .replace(/^-/, '');

type Named = Pick<
  StoredInvoice,
  'id' | 'uuid' | 'series' | 'folio_number' | 'issuer_type' | 'customer_tax_id'
>;

/**
 * The name of an invoice's files, without extension: `F-1042_EKU9003173C9_<UUID>`, the RFC being the issuer's, so that they
 * sort by series and folio in a receiver's folder. One without a UUID is named after its identifier.
 */
export function fileNameOf(
  { id, uuid, series, folio_number, issuer_type, customer_tax_id }: Named,
  { legal }: Pick<OrganizationDoc, 'legal'>,
): string {
  if (uuid === null) return id;
  const folio = [series, folio_number].filter(Boolean).join('-');
  // The other party of a received one is its issuer.
  const issuer = issuer_type === 'receiving' ? customer_tax_id : legal.tax_id;
  return [folio, issuer ?? '', uuid].filter(Boolean).map(plain).join('_');
}

/** The same of a retention: `retencion-A7_EKU9003173C9_<UUID>`, with the issuer's own number where it has one. */
export function retentionFileName(
  { id, uuid, folio_int }: Pick<RetentionRow, 'id' | 'uuid' | 'folio_int'>,
  { legal }: Pick<OrganizationDoc, 'legal'>,
): string {
  if (uuid === null) return id;
  const folio = ['retencion', folio_int].filter(Boolean).join('-');
  return [folio, legal.tax_id ?? '', uuid].filter(Boolean).map(plain).join('_');
}

/** The same of a receipt: `recibo-1042_EKU9003173C9`. Its key is a secret, and in no name. */
export const receiptFileName = (
  { folio_number }: Pick<ReceiptRow, 'folio_number'>,
  { legal }: Pick<OrganizationDoc, 'legal'>,
): string => [`recibo-${folio_number}`, legal.tax_id ?? ''].filter(Boolean).map(plain).join('_');
