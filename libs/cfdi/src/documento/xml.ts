import type { Comprobante } from '../comprobante.js';
import { cfdi40 } from '../formas/estandares/cfdi/cfdi-40.js';
import { escapeXml } from '../text.js';
import { comprobante } from './generado/xml.js';
import type { Sellado } from './sellado.js';

export type { Sellado } from './sellado.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Writes the document: one line, attributes and nodes in the order of Anexo 20, UTF-8 declared. */
export const comprobanteXml = (c: Comprobante, sellado: Sellado): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${comprobante(c, sellado, declarations(c))}`;

/**
 * What the root declares: the namespace and the schema of every complement, each once, with the prefix that its
 * standard asks for; then what the caller's own XML needs.
 */
function declarations(c: Comprobante): string {
  let namespaces = `xmlns:cfdi="${cfdi40.espacio}" xmlns:xsi="${XSI}"`;
  let schemas = `${cfdi40.espacio} ${cfdi40.esquema}`;
  const declared = new Set<string>();
  const declare = (prefijo: string, espacio: string, esquema: string): void => {
    if (declared.has(prefijo)) return;
    declared.add(prefijo);
    namespaces += ` xmlns:${prefijo}="${escapeXml(espacio)}"`;
    // A document of others may name no schema for it.
    if (esquema !== '') schemas += ` ${escapeXml(espacio)} ${escapeXml(esquema)}`;
  };
  for (const { prefijo, espacio, esquema } of c.complementos) declare(prefijo, espacio, esquema);
  for (const { complemento } of c.conceptos)
    if (complemento) declare(complemento.prefijo, complemento.espacio, complemento.esquema);
  for (const { prefijo, uri, esquema } of c.espacios ?? []) declare(prefijo, uri, esquema);
  return `${namespaces} xsi:schemaLocation="${schemas}"`;
}
