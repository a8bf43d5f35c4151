import type { Complemento, ReceivedComprobante, XmlNode } from '#cfdi';
import type { Complement, JsonObject } from '#contracts';
import { paymentsOfNode } from './payments.js';

export const PAGOS = 'http://www.sat.gob.mx/Pagos20';
const IMPLOCAL = 'http://www.sat.gob.mx/implocal';
const LEYENDAS = 'http://www.sat.gob.mx/leyendasFiscales';

/**
 * The complements of a document: payments and legends as our own have them, the others as XML. Local taxes are among its amounts,
 * and no complement here.
 */
export function complementsOf(
  { comprobante, parsed }: ReceivedComprobante,
  timeZone: string,
): readonly Complement[] {
  // Both lists have the same elements in the same order.
  return comprobante.complementos.flatMap((complemento, index) =>
    complementOf(complemento, parsed.complementos[index], timeZone),
  );
}

function complementOf(
  { espacio, xml }: Complemento,
  node: XmlNode | undefined,
  timeZone: string,
): readonly Complement[] {
  if (espacio === IMPLOCAL) return [];
  if (node !== undefined && espacio === PAGOS)
    return [{ type: 'pago', data: paymentsOfNode(node, timeZone) }];
  if (node !== undefined && espacio === LEYENDAS)
    return [{ type: 'leyendas_fiscales', data: { leyendas: node.children.map(leyendaOf) } }];
  return [{ type: 'custom', data: xml }];
}

const leyendaOf = ({ attributes }: XmlNode): JsonObject => ({
  ...(attributes['disposicionFiscal'] !== undefined && {
    disposicion_fiscal: attributes['disposicionFiscal'],
  }),
  ...(attributes['norma'] !== undefined && { norma: attributes['norma'] }),
  texto_leyenda: attributes['textoLeyenda'] ?? '',
});
