import { escapado, finDelSello, montoImpreso, type QrParts } from './estado/expresion.js';

export type { QrParts };

const CFDI = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx';
const RETENCIONES = 'https://prodretencionverificacion.clouda.sat.gob.mx/';

/**
 * The address of the QR code (Anexo 20, rubro "código de barras bidimensional"): Total with its trailing zeros
 * trimmed and at least one decimal. "&" of an RFC is escaped as in XML, as the tax authority's service reads it.
 * Printed with sides of at least 2.75 cm.
 */
export const qrUrl = ({ uuid, rfcEmisor, rfcReceptor, total, sello }: QrParts): string =>
  `${CFDI}?id=${uuid}&re=${escapado(rfcEmisor)}&rr=${escapado(rfcReceptor)}` +
  `&tt=${montoImpreso(total)}&fe=${finDelSello(sello)}`;

/** What the printed expression of a CFDI of retentions 2.0 says. */
export interface QrRetencionParts {
  readonly uuid: string;
  readonly rfcEmisor: string;
  /** RFC of a national receiver (RfcR), or the tax number of a foreign one (NumRegIdTribR), which may have none. */
  readonly receptor: { readonly rfc: string } | { readonly numRegIdTrib: string | undefined };
  /** MontoTotOperacion as decimal text. */
  readonly montoTotOperacion: string;
  readonly sello: string;
}

const LARGO_NUMERO = 20;

/** A foreign tax number as 20 characters, zeros before it, and then escaped: no entity is cut in two. */
const numeroExtranjero = (numero: string): string =>
  escapado(numero.slice(0, LARGO_NUMERO).padStart(LARGO_NUMERO, '0'));

/** The address of the QR code of retentions 2.0 (Anexo 20, retenciones): `rr` for an RFC, `nr` for a foreign number. */
export function qrUrlRetencion({
  uuid,
  rfcEmisor,
  receptor,
  montoTotOperacion,
  sello,
}: QrRetencionParts): string {
  const suyo =
    'rfc' in receptor
      ? `rr=${escapado(receptor.rfc)}`
      : `nr=${numeroExtranjero(receptor.numRegIdTrib ?? '')}`;
  return (
    `${RETENCIONES}?id=${uuid}&re=${escapado(rfcEmisor)}&${suyo}` +
    `&tt=${montoImpreso(montoTotOperacion)}&fe=${finDelSello(sello)}`
  );
}
