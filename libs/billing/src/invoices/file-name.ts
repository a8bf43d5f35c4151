/** What the files of a stamped invoice are named after. */
export interface NamedDocument {
  readonly series: string | null;
  readonly folio_number: number | string | null;
  readonly issuer_rfc: string;
  readonly uuid: string;
}

/** Letters without their marks, digits and dots, and a hyphen for anything else: RFCs may have `Ñ` and `&`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.]+/g, '-');

/** The name of an invoice's files, without what tells their format: `SERIE-FOLIO_RFC_UUID`, the RFC being the issuer's. */
export function fileNameOf({ series, folio_number, issuer_rfc, uuid }: NamedDocument): string {
  const folio = [series, folio_number].filter((part) => part !== null && part !== '').map(String);
  return [folio.map(plain).join('-'), plain(issuer_rfc), uuid].filter((part) => part !== '').join('_');
}
