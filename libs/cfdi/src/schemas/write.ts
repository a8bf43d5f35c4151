import type { Complemento } from '../comprobante.js';
import type { XmlNode } from '../parsed.js';
import { escapeXml } from '../text.js';
import { buildCadena } from './cadena.js';
import type { Standard } from './schema.js';

/** Writes an element of a standard, every name with its prefix; attributes in the order that they have. */
export function toXml(node: XmlNode, prefix: string): string {
  let out = `<${prefix}:${node.name}`;
  for (const name in node.attributes) out += ` ${name}="${escapeXml(node.attributes[name] as string)}"`;
  if (node.text !== undefined) return `${out}>${escapeXml(node.text)}</${prefix}:${node.name}>`;
  if (node.children.length === 0) return `${out}/>`;
  out += '>';
  for (const child of node.children) out += toXml(child, prefix);
  return `${out}</${prefix}:${node.name}>`;
}

/** A complement's element as the document carries it: its XML, and what it adds to the cadena original. */
export const toComplemento = (standard: Standard, node: XmlNode): Complemento => ({
  prefijo: standard.prefix,
  espacio: standard.namespace,
  esquema: standard.schema,
  xml: toXml(node, standard.prefix),
  cadena: buildCadena(standard.root, node),
});
