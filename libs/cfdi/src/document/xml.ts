import type { Comprobante } from '../comprobante.js';
import { cfdi40 } from '../schemas/standards/cfdi/cfdi-40.js';
import { escapeXml } from '../text.js';
import { comprobante } from './generated/xml.js';
import type { Seals } from './seals.js';

export type { Seals } from './seals.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Writes the document: one line, attributes and nodes in the order of Anexo 20, UTF-8 declared. */
export const comprobanteXml = (c: Comprobante, seals: Seals): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${comprobante(c, seals, declarations(c))}`;

/**
 * What the root declares: the namespace and the schema of every complement, each once, with the prefix that its
 * standard asks for; then what the caller's own XML needs.
 */
function declarations(c: Comprobante): string {
  let namespaces = `xmlns:cfdi="${cfdi40.namespace}" xmlns:xsi="${XSI}"`;
  let schemas = `${cfdi40.namespace} ${cfdi40.schema}`;
  const declared = new Set<string>();
  const declare = (prefix: string, namespace: string, schema: string): void => {
    if (declared.has(prefix)) return;
    declared.add(prefix);
    namespaces += ` xmlns:${prefix}="${escapeXml(namespace)}"`;
    // A document of others may name no schema for it.
    if (schema !== '') schemas += ` ${escapeXml(namespace)} ${escapeXml(schema)}`;
  };
  for (const { prefijo, espacio, esquema } of c.complementos) declare(prefijo, espacio, esquema);
  for (const { complemento } of c.conceptos)
    if (complemento) declare(complemento.prefijo, complemento.espacio, complemento.esquema);
  for (const { prefijo, uri, esquema } of c.espacios ?? []) declare(prefijo, uri, esquema);
  return `${namespaces} xsi:schemaLocation="${schemas}"`;
}
