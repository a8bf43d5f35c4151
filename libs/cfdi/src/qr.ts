import { decimal, formatDecimal } from '#kernel';

/** What the printed expression of a CFDI says. */
export interface QrParts {
  readonly uuid: string;
  readonly rfcEmisor: string;
  readonly rfcReceptor: string;
  /** Total as decimal text. */
  readonly total: string;
  /** The issuer's sello: its last 8 characters go in. */
  readonly sello: string;
}

const SERVICE = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx';

/**
 * The address of the QR code (Anexo 20, rubro "código de barras bidimensional"): Total with its trailing zeros
 * trimmed and at least one decimal. "&" of an RFC is escaped as in XML, as the tax authority's service reads it.
 */
export function qrUrl({ uuid, rfcEmisor, rfcReceptor, total, sello }: QrParts): string {
  const tt = formatDecimal(decimal(total), { min: 1 });
  const rfc = (text: string): string => text.replaceAll('&', '&amp;');
  return `${SERVICE}?id=${uuid}&re=${rfc(rfcEmisor)}&rr=${rfc(rfcReceptor)}&tt=${tt}&fe=${sello.slice(-8)}`;
}
