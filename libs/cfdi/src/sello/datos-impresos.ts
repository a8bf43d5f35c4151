import type { Complemento, Comprobante } from '../comprobante.js';
import { qrDeCartaPorte, type QrCartaPorte } from '../complementos/carta-porte/folio.js';
import { cartaPorte31 } from '../formas/estandares/complementos/carta-porte-31.js';
import { readContent } from '../lectura/nodos.js';
import type { Nodo, ParsedComprobante } from '../parsed.js';

/** What the printed representation tells of a sealed document beside its stamp: certificate, and parts of its QR codes. */
export interface DatosImpresos {
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
export const datosImpresos = (comprobante: Comprobante, noCertificado: string): DatosImpresos => ({
  noCertificado,
  rfcEmisor: comprobante.emisor.rfc,
  rfcReceptor: comprobante.receptor.rfc,
  total: comprobante.total,
  ...deCartaPorte(comprobante.complementos.filter(esCartaPorte).flatMap(nodosDe)),
});

/** Of a document that we only have as XML. */
export const datosImpresosDe = (leido: ParsedComprobante): DatosImpresos => ({
  noCertificado: leido.noCertificado,
  rfcEmisor: leido.emisor['Rfc'] ?? '',
  rfcReceptor: leido.receptor['Rfc'] ?? '',
  total: leido.atributos['Total'] ?? '',
  ...deCartaPorte(leido.complementos.filter(esCartaPorte)),
});

const esCartaPorte = ({ espacio }: { readonly espacio: string }): boolean => espacio === cartaPorte31.espacio;

/** The element of a complement, whose prefix is declared by the document that it goes into. */
function nodosDe({ prefijo, espacio, xml }: Complemento): readonly Nodo[] {
  const read = readContent(xml, 'complemento', { espacios: { [prefijo]: espacio }, sin: [] });
  if (!read.ok) throw new Error('a complement that was just written does not read');
  return read.value;
}

function deCartaPorte([carta]: readonly Nodo[]): Pick<DatosImpresos, 'cartaPorte'> {
  const cartaPorte = carta && qrDeCartaPorte(carta);
  return cartaPorte ? { cartaPorte } : {};
}
