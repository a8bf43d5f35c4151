import { SaxesParser } from 'saxes';
import { field, ok, refuseFields, type Result } from '#kernel';
import type { NamespaceInput } from '../complementos/input.js';
import type { Complemento } from '../comprobante.js';
import { detailsOf } from '../schemas/details.js';
import { toComplemento } from '../schemas/write.js';
import { findStandard, type Destination } from '../schemas/standards/index.js';
import { findDefects, type Defect } from '../schemas/check.js';
import type { XmlNode } from '../parsed.js';

/** What the models of both documents have in common when they are read: complements, namespaces, addenda. */

const MAX_DEFECTS = 100;
const SELLO = new Set(['Sello', 'NoCertificado', 'Certificado']);

/** Whether a defect is of the seal's attributes: what is not sealed yet has none. */
export const isSelloDefect = ({ node, attribute }: Defect, root: XmlNode): boolean =>
  node === root && attribute !== undefined && SELLO.has(attribute);

/** Refuses (invalid_request) a document whose structure does not hold: its paths are those of the elements. */
export function rejectDefects(defects: readonly Defect[]): Result<never> | undefined {
  const details = detailsOf(defects.slice(0, MAX_DEFECTS));
  return details.length === 0 ? undefined : refuseFields(details);
}

/** An element without declarations and addresses of schemas, its values as XML has them: no line breaks. */
function cleanNode({ name, namespace, attributes, children, text }: XmlNode): XmlNode {
  const own: Record<string, string> = {};
  for (const name in attributes)
    if (name !== 'xmlns' && !name.includes(':'))
      own[name] = (attributes[name] as string).replace(/[\t\r\n]/g, ' ');
  return {
    ...{ name, namespace, attributes: own, children: children.map(cleanNode) },
    ...(text !== undefined && { text }),
  };
}

/**
 * A complement that was read, with the prefix of its standard. Refuses (invalid_request) one that no table knows, and
 * one whose structure does not hold.
 */
export function readComplemento(node: XmlNode, destination: Destination): Result<Complemento> {
  const standard = findStandard(node, destination);
  if (!standard) return refuseUnknownComplemento(node);
  return (
    rejectDefects(findDefects(standard.root, node, MAX_DEFECTS)) ??
    ok(toComplemento(standard, cleanNode(node)))
  );
}

/** What a complement that no table knows adds to the cadena original cannot be told. */
export const refuseUnknownComplemento = ({ name }: XmlNode): Result<never> =>
  refuseFields([
    field(`xml.${name.slice(0, 100)}`, 'invalid_value', {
      message: {
        es: `No se conoce el complemento "${name.slice(0, 100)}".`,
        en: `The complement "${name.slice(0, 100)}" is not known.`,
      },
    }),
  ]);

/** All of them, or the first refusal. */
export function readComplementos(
  nodes: readonly XmlNode[],
  destination: Destination,
): Result<readonly Complemento[]> {
  const readNodes: Complemento[] = [];
  for (const node of nodes) {
    const parsed = readComplemento(node, destination);
    if (!parsed.ok) return parsed;
    readNodes.push(parsed.value);
  }
  return ok(readNodes);
}

/** Namespaces that the root declares beside those of `own`, with the addresses of their schemas. */
export function namespacesOf({ attributes }: XmlNode, own: ReadonlySet<string>): readonly NamespaceInput[] {
  const schemas = new Map<string, string>();
  const pairs = (attributes['xsi:schemaLocation'] ?? '').trim().split(/\s+/);
  for (let i = 0; i + 1 < pairs.length; i += 2) schemas.set(pairs[i] as string, pairs[i + 1] as string);
  return Object.entries(attributes).flatMap(([name, uri]) =>
    name.startsWith('xmlns:') && !own.has(uri)
      ? [{ prefijo: name.slice(6), uri, esquema: schemas.get(uri) ?? '' }]
      : [],
  );
}

/** What is inside of the root's Addenda, byte for byte; undefined where there is none. The XML was read before. */
export function readAddenda(xml: string): string | undefined {
  if (!xml.includes('Addenda')) return undefined;
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let from = -1;
  let found: string | undefined;
  const isAddenda = (name: string): boolean => name.slice(name.indexOf(':') + 1) === 'Addenda';
  parser.on('opentag', ({ name }) => {
    if (depth === 1 && isAddenda(name)) from = parser.position;
    depth += 1;
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    depth -= 1;
    if (depth === 1 && isAddenda(name))
      found = isSelfClosing ? '' : xml.slice(from, xml.lastIndexOf('<', parser.position - 1));
  });
  parser.write(xml).close();
  return found;
}
