import { cfdi40 } from '../schemas/standards/cfdi/cfdi-40.js';
import { retenciones20 } from '../schemas/standards/cfdi/retenciones-20.js';
import { timbre11 } from '../schemas/standards/cfdi/timbre-fiscal-digital.js';
import { findStandard, type Destination } from '../schemas/standards/index.js';
import type { ElementSchema } from '../schemas/schema.js';
import { isTimbre } from '../reading/comprobante.js';
import { readComprobante } from '../reading/model.js';
import { readXml } from '../reading/nodes.js';
import { readRetencion } from '../reading/retencion.js';
import type { XmlNode } from '../parsed.js';
import { escapeXml } from '../text.js';

/** A change by one step. */
export interface Mutant {
  readonly verb: 'alarga' | 'cambia' | 'vacía' | 'quita' | 'agrega' | 'repite' | 'intercambia';
  /** Names from the root on, with the attribute after an "@": "Comprobante/Emisor@Rfc". */
  readonly path: string;
  /** The name of the sibling that it changes places with. */
  readonly other?: string;
  /** The changed document. */
  readonly root: XmlNode;
}
type Change = Omit<Mutant, 'root'> & { readonly node: XmlNode };

/** What was done and where: "quita Comprobante/Emisor@Rfc". */
export const nameOf = ({ verb, path, other }: Mutant): string =>
  `${verb} ${path}${other === undefined ? '' : ` ${other}`}`;

/** Writes a tree as XML whatever prefixes it had, without addresses of schemas. */
export function writeXml({ name, namespace, attributes, children, text }: XmlNode, outside?: string): string {
  let out = `<${name}`;
  if (namespace !== outside) out += ` xmlns="${escapeXml(namespace)}"`;
  for (const name in attributes)
    if (name !== 'xmlns' && !name.includes(':')) out += ` ${name}="${escapeXml(attributes[name] as string)}"`;
  return `${out}>${escapeXml(text ?? '')}${children.map((child) => writeXml(child, namespace)).join('')}</${name}>`;
}

/** The tree of what has to be XML. */
export function parseTree(xml: string): XmlNode {
  const read = readXml(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal.details));
  return read.value;
}

/** Whether a changed document still has the structure of one. */
export function canRead({ root }: Mutant): boolean {
  const xml = writeXml(root);
  return readComprobante(xml).ok || readRetencion(xml).ok;
}

/** The table of an element inside of another whose table is known. */
function schemaOf(parent: ElementSchema, root: XmlNode, child: XmlNode): ElementSchema | undefined {
  if (!parent.open) return parent.children.find(({ element }) => element.name === child.name)?.element;
  if (isTimbre(child)) return timbre11.root;
  const destination: Destination =
    parent.name === 'ComplementoConcepto'
      ? 'concepto'
      : root.namespace === cfdi40.namespace
        ? 'comprobante'
        : 'retenciones';
  return findStandard(child, destination)?.root;
}

const withAttribute = (node: XmlNode, name: string, value: string | undefined): XmlNode => {
  const { [name]: _old, ...rest } = node.attributes;
  return { ...node, attributes: value === undefined ? rest : { ...node.attributes, [name]: value } };
};

/** Changes of an element's attributes and text. */
function* ofElement(node: XmlNode, schema: ElementSchema | undefined, path: string): Generator<Change> {
  for (const name in node.attributes) {
    if (name === 'xmlns' || name.includes(':')) continue;
    const value = node.attributes[name] as string;
    const applyChange = (verb: Mutant['verb'], newValue: string | undefined): Change => ({
      ...{ verb, path: `${path}@${name}`, node: withAttribute(node, name, newValue) },
    });
    yield applyChange('alarga', `${value}0`);
    const figure = value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    if (figure !== value) yield applyChange('cambia', figure);
    const letter = value.replace(/[A-Za-z](?=[^A-Za-z]*$)/, (one) => (one === 'A' ? 'B' : 'A'));
    if (letter !== value) yield applyChange('cambia', letter);
    if (value !== '') yield applyChange('vacía', '');
    yield applyChange('quita', undefined);
  }
  for (const { name } of schema?.attributes.values() ?? [])
    if (node.attributes[name] === undefined)
      yield { verb: 'agrega', path: `${path}@${name}`, node: withAttribute(node, name, '1') };
  if (node.text === undefined) return;
  yield { verb: 'alarga', path, node: { ...node, text: `${node.text}0` } };
  yield { verb: 'vacía', path, node: { ...node, text: '' } };
}

/** Changes of an element's children: each one gone, twice, or in the place of the next. */
function* ofChildren(node: XmlNode, outside: string): Generator<Change> {
  const { children } = node;
  for (const [i, child] of children.entries()) {
    const path = `${outside}/${child.name}`;
    const withChanges = (...others: readonly XmlNode[]): XmlNode => ({
      ...node,
      children: [...children.slice(0, i), ...others, ...children.slice(i + 1)],
    });
    yield { verb: 'quita', path, node: withChanges() };
    yield { verb: 'repite', path, node: withChanges(child, child) };
    const next = children[i + 1];
    if (!next || writeXml(next) === writeXml(child)) continue;
    const changed = [...children.slice(0, i), next, child, ...children.slice(i + 2)];
    yield { verb: 'intercambia', path, other: next.name, node: { ...node, children: changed } };
  }
}

/**
 * Every change by one step inside of a document, elements with the same path by the first of them. The addenda, which
 * is no part of the standard, is left out.
 */
export function* mutantsOf(root: XmlNode): Generator<Mutant> {
  const views = new Set<string>();
  function* isInside(
    node: XmlNode,
    schema: ElementSchema | undefined,
    path: string,
    above: (changed: XmlNode) => XmlNode,
  ): Generator<Mutant> {
    if (views.has(path) || node.name === 'Addenda') return;
    views.add(path);
    for (const cambios of [ofElement(node, schema, path), ofChildren(node, path)])
      for (const { node: changed, ...change } of cambios) yield { ...change, root: above(changed) };
    for (const [i, child] of node.children.entries())
      yield* isInside(child, schema && schemaOf(schema, root, child), `${path}/${child.name}`, (changed) =>
        above({ ...node, children: [...node.children.slice(0, i), changed, ...node.children.slice(i + 1)] }),
      );
  }
  const schema = [cfdi40, retenciones20].find(({ namespace }) => namespace === root.namespace)?.root;
  yield* isInside(root, schema, root.name, (changed) => changed);
}
