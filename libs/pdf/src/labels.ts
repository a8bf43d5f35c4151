import { percent } from './format.js';
import type { InvoicePdfModel, LabelLookup, CatalogueName, PdfAddress, PdfTax } from './model.js';

/** The document's heading by TipoDeComprobante (c_TipoDeComprobante). */
export const documentTitles: Record<InvoicePdfModel['type'], string> = {
  I: 'Factura',
  E: 'Nota de crédito',
  P: 'Recibo de pago',
  N: 'Recibo de nómina',
  T: 'Comprobante de traslado',
};

export const documentTypes: Record<InvoicePdfModel['type'], string> = {
  I: 'I - Ingreso',
  E: 'E - Egreso',
  P: 'P - Pago',
  N: 'N - Nómina',
  T: 'T - Traslado',
};

/** The API's period names as c_Periodicidad. */
const periodicities: Record<string, string> = {
  day: '01',
  week: '02',
  fortnight: '03',
  month: '04',
  two_months: '05',
};

export const periodicityKey = (periodicity: string): string => periodicities[periodicity] ?? periodicity;

/** "03 - Transferencia", or the label alone where the organization hides codes; the key when there is no label. */
export function labelKey(
  label: LabelLookup,
  codes: boolean,
  catalogue: CatalogueName,
  key: string | null | undefined,
  of?: string,
): string | undefined {
  if (!key) return undefined;
  const name = label(catalogue, key, of)?.replace(/\.$/, '');
  // Some catalogues name a key by itself.
  if (name === undefined || name === key) return key;
  return codes ? `${key} - ${name}` : name;
}

/** Whether an address is outside of Mexico. */
export const isForeign = (address: PdfAddress | null | undefined): boolean =>
  Boolean(address?.country && address.country !== 'MEX');

/** An address in at most three lines. */
export function addressLines(
  address: PdfAddress | null | undefined,
  country: (key: string) => string | undefined,
): string[] {
  if (!address) return [];
  const number = [address.exterior, address.interior && `int. ${address.interior}`].filter(Boolean).join(' ');
  const street = [address.street, number].filter(Boolean).join(' ');
  const place = [
    ...new Set([
      address.zip && (isForeign(address) ? address.zip : `C.P. ${address.zip}`),
      address.city,
      address.municipality,
      address.state,
    ]),
  ];
  return [
    [street, address.neighborhood && `Col. ${address.neighborhood}`].filter(Boolean).join(', '),
    // A domestic address needs no country.
    [...place, isForeign(address) && country(address.country ?? '')].filter(Boolean).join(', '),
  ].filter((line) => line !== '');
}

/** "IVA 16%", "IEPS 5.2 por unidad", "IVA exento", "Ret. ISR 10%". */
export function taxName({ type, factor, rate, withholding }: PdfTax): string {
  const prefix = withholding ? 'Ret. ' : '';
  if (factor === 'Exento') return `${prefix}${type} exento`;
  if (rate === null || rate === undefined) return `${prefix}${type}`;
  return factor === 'Cuota' ? `${prefix}${type} cuota ${rate}` : `${prefix}${type} ${percent(rate)}`;
}

/** Well-known currency signs; the code is shown beside them. */
export const currencySigns: Record<string, string> = {
  MXN: '$',
  USD: '$',
  CAD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
};

/** "F-1042" */
export const folioOf = (document: {
  series?: string | null;
  folio_number?: number | string | null;
}): string => [document.series, document.folio_number].filter((part) => part || part === 0).join('-');

const connectives = new Set(['y', 'e', 'de', 'del', 'el', 'la', 'los', 'las', 'en', 'para']);

/** At most two letters of a name, for organizations without a logo. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !connectives.has(word.toLowerCase()))
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

/** Motives of a cancellation, as the tax authority's guide names them. */
export const cancellationMotives: Record<string, string> = {
  '01': 'Comprobante emitido con errores con relación',
  '02': 'Comprobante emitido con errores sin relación',
  '03': 'No se llevó a cabo la operación',
  '04': 'Operación nominativa relacionada en una factura global',
};

export const cancellationStatuses: Record<string, string> = {
  none: 'Sin solicitud de cancelación',
  verifying: 'En verificación por el SAT',
  pending: 'En espera de la aceptación del receptor',
  accepted: 'Cancelado',
  rejected: 'Cancelación rechazada por el receptor',
  expired: 'Solicitud vencida',
};

/** EstatusUUID of an acuse (cancellation service of the SAT). */
export const acuseStatuses: Record<string, string> = {
  '201': 'Solicitud de cancelación recibida',
  '202': 'Folio fiscal previamente cancelado',
  '203': 'El folio fiscal no corresponde al emisor',
  '204': 'El folio fiscal no aplica para cancelación',
  '205': 'El folio fiscal no existe',
};
