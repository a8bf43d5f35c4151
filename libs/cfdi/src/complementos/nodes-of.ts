import type { Complemento } from '../comprobante.js';
import type { XmlNode } from '../parsed.js';
import { readPart } from '../reading/nodes.js';

/** The element of a complement, whose prefix is declared by the document that it goes into. */
export function nodesOf({ prefijo, espacio, xml }: Complemento): readonly XmlNode[] {
  const read = readPart(xml, 'complemento', { espacios: { [prefijo]: espacio }, without: [] });
  if (!read.ok) throw new Error('a complement that was just written does not read');
  return read.value;
}

/** The same of one that has one element, as every complement that was read. */
export function readElement(complemento: Complemento): XmlNode {
  const [only] = nodesOf(complemento);
  if (only === undefined) throw new Error('a complement has no element');
  return only;
}
