import type { PrintedReceptor } from '../qr.js';
import type { ParsedRetencion } from '../reading/retencion.js';
import type { CfdiRetencion } from './model.js';

/** What the printed representation tells of a sealed retention beside its stamp: certificate, and parts of its QR code. */
export interface PrintedRetencion {
  /** 20 digits. */
  readonly noCertificado: string;
  readonly rfcEmisor: string;
  readonly receptor: PrintedReceptor;
  readonly montoTotOperacion: string;
}

/** Of a retention that was just built, and the certificate that it is sealed with. */
export const toPrintedRetencion = (
  { emisor, receptor, totales }: CfdiRetencion,
  noCertificado: string,
): PrintedRetencion => ({
  noCertificado,
  rfcEmisor: emisor.rfc,
  receptor:
    receptor.nacionalidad === 'Nacional' ? { rfc: receptor.rfc } : { numRegIdTrib: receptor.numRegIdTrib },
  montoTotOperacion: totales.montoTotOperacion,
});

/** Of a retention that we only have as XML. */
export const readPrintedRetencion = ({
  noCertificado,
  emisor,
  receptor,
  totales,
}: ParsedRetencion): PrintedRetencion => ({
  noCertificado,
  rfcEmisor: emisor['RfcE'] ?? '',
  receptor,
  montoTotOperacion: totales['MontoTotOperacion'] ?? '',
});
