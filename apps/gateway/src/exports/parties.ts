import { receiverRfc } from '#billing';
import type { InvoiceDoc } from '#contracts';

export interface Party {
  readonly rfc: string;
  readonly name: string;
  readonly taxSystem: string;
}

export const emisorOf = ({ issuer_info }: InvoiceDoc): Party => ({
  rfc: issuer_info?.tax_id ?? '',
  name: issuer_info?.legal_name ?? '',
  taxSystem: issuer_info?.tax_system ?? '',
});

export const receptorOf = ({ customer }: InvoiceDoc): Party => ({
  rfc: receiverRfc(customer),
  name: customer?.legal_name ?? '',
  taxSystem: customer?.tax_system ?? '',
});

export const isReceived = ({ issuer_type }: Pick<InvoiceDoc, 'issuer_type'>): boolean =>
  issuer_type === 'receiving';

/** The other party: the supplier of what was received, the customer of what was issued. */
export const counterpartyOf = (doc: InvoiceDoc): Party => (isReceived(doc) ? emisorOf(doc) : receptorOf(doc));

/** The Folio, as the document has it. */
export const folioOf = ({ folio_number, imported }: InvoiceDoc): string | null =>
  imported?.folio ?? (folio_number === null ? null : String(folio_number));

const SAT = { valid: 'Vigente', canceled: 'Cancelado', not_found: 'No encontrado' } as const;

/** What the tax authority last said of a document that somebody else issued. */
export const satStatusOf = ({ imported }: InvoiceDoc): string | null =>
  imported?.sat_status ? SAT[imported.sat_status] : null;

const EFOS = {
  listed: 'Emisor en la lista del artículo 69-B',
  third_party_listed: 'A cuenta de un tercero en la lista del artículo 69-B',
} as const;

/** The warning of a document of whoever is on the list of article 69-B (EFOS). */
export function efosOf({ imported }: InvoiceDoc): string | null {
  const efos = imported?.efos;
  return efos === 'listed' || efos === 'third_party_listed' ? EFOS[efos] : null;
}
