import type { Comprobante } from '../comprobante.js';
import { readCartaPorteQr, type QrCartaPorte } from '../complementos/carta-porte/folio.js';
import { cartaPorte31 } from '../schemas/standards/complementos/carta-porte-31.js';
import { nodesOf } from '../complementos/nodes-of.js';
import type { XmlNode, ParsedComprobante } from '../parsed.js';

/** What the printed representation tells of a sealed document beside its stamp: certificate, and parts of its QR codes. */
export interface PrintedData {
  /** 20 digits. */
  readonly noCertificado: string;
  readonly rfcEmisor: string;
  readonly rfcReceptor: string;
  /** Total, as the document writes it. */
  readonly total: string;
  /** Of a document with a Carta Porte. */
  readonly cartaPorte?: Omit<QrCartaPorte, 'fechaTimbrado'>;
}

/** Of a document that was just built, and the certificate that it is sealed with. */
export const toPrintedData = (comprobante: Comprobante, noCertificado: string): PrintedData => ({
  noCertificado,
  rfcEmisor: comprobante.emisor.rfc,
  rfcReceptor: comprobante.receptor.rfc,
  total: comprobante.total,
  ...printCartaPorte(comprobante.complementos.filter(isCartaPorte).flatMap(nodesOf)),
});

/** Of a document that we only have as XML. */
export const readPrintedData = (parsed: ParsedComprobante): PrintedData => ({
  noCertificado: parsed.noCertificado,
  rfcEmisor: parsed.emisor['Rfc'] ?? '',
  rfcReceptor: parsed.receptor['Rfc'] ?? '',
  total: parsed.attributes['Total'] ?? '',
  ...printCartaPorte(parsed.complementos.filter(({ namespace }) => namespace === cartaPorte31.namespace)),
});

const isCartaPorte = ({ espacio }: { readonly espacio: string }): boolean =>
  espacio === cartaPorte31.namespace;

function printCartaPorte([carta]: readonly XmlNode[]): Pick<PrintedData, 'cartaPorte'> {
  const cartaPorte = carta && readCartaPorteQr(carta);
  return cartaPorte ? { cartaPorte } : {};
}
