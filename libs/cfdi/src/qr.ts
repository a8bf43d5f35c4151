import { escape, endOfSello, printMonto, type QrParts } from './status/expression.js';

export type { QrParts };

const CFDI = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx';
const RETENCIONES = 'https://prodretencionverificacion.clouda.sat.gob.mx/';

/**
 * The address of the QR code (Anexo 20, rubro "código de barras bidimensional"): Total with its trailing zeros
 * trimmed and at least one decimal. "&" of an RFC is escaped as in XML, as the tax authority's service reads it.
 * Printed with sides of at least 2.75 cm.
 */
export const qrUrl = ({ uuid, rfcEmisor, rfcReceptor, total, sello }: QrParts): string =>
  `${CFDI}?id=${uuid}&re=${escape(rfcEmisor)}&rr=${escape(rfcReceptor)}` +
  `&tt=${printMonto(total)}&fe=${endOfSello(sello)}`;

/** RFC of a national receiver (RfcR), or the tax number of a foreign one (NumRegIdTribR), which may have none. */
export type PrintedReceptor = { readonly rfc: string } | { readonly numRegIdTrib: string | undefined };

/** What the printed expression of a CFDI of retentions 2.0 says. */
export interface QrRetencionParts {
  readonly uuid: string;
  readonly rfcEmisor: string;
  readonly receptor: PrintedReceptor;
  /** MontoTotOperacion as decimal text. */
  readonly montoTotOperacion: string;
  readonly sello: string;
}

const NUMBER_LENGTH = 20;

/** A foreign tax number as 20 characters, zeros before it, and then escaped: no entity is cut in two. */
const padForeignNumber = (number: string): string =>
  escape(number.slice(0, NUMBER_LENGTH).padStart(NUMBER_LENGTH, '0'));

/** The address of the QR code of retentions 2.0 (Anexo 20, retenciones): `rr` for an RFC, `nr` for a foreign number. */
export function qrUrlRetencion({
  uuid,
  rfcEmisor,
  receptor,
  montoTotOperacion,
  sello,
}: QrRetencionParts): string {
  const own =
    'rfc' in receptor ? `rr=${escape(receptor.rfc)}` : `nr=${padForeignNumber(receptor.numRegIdTrib ?? '')}`;
  return (
    `${RETENCIONES}?id=${uuid}&re=${escape(rfcEmisor)}&${own}` +
    `&tt=${printMonto(montoTotOperacion)}&fe=${endOfSello(sello)}`
  );
}
