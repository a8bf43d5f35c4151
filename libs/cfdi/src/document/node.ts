import type { BuiltComplemento } from '../complementos/complemento.js';
import type { Comprobante } from '../comprobante.js';
import { cfdi40 } from '../schemas/standards/cfdi/cfdi-40.js';
import { withPath, ALL } from '../schemas/paths.js';
import type { JsonObject } from '../json-object.js';
import type { XmlNode } from '../parsed.js';
import { PLAN, type Plan } from './plan.js';

/**
 * A comprobante that was built as the element that its XML would be, with the paths of the input: the rules of the
 * matrices read it as they read a document that came in. Its seal is empty, and it has no addenda.
 */

/** What was built of the complements: of the document, and of its lines by their index. */
export interface Complementos {
  readonly ofComprobante: readonly BuiltComplemento[];
  readonly ofConceptos: ReadonlyMap<number, BuiltComplemento>;
}

/** Where an object of the model is from. */
interface NodePlace {
  /** The input's path of the object; '' is the input itself. */
  readonly path: string;
  /** Its place in its list. */
  readonly index: number;
  /** The path of all that is inside of something worked out. */
  readonly fixed?: string | undefined;
}

/** The elements inside of one that belongs to other standards. */
type ForeignNodes = (name: string, place: NodePlace) => readonly XmlNode[];

/** The element of a built comprobante. */
export function comprobanteToNode(c: Comprobante, complementos: Complementos, plan: Plan = PLAN): XmlNode {
  const { ofComprobante, ofConceptos } = complementos;
  return readNodeFromObject(plan, c as unknown as JsonObject, { path: '', index: 0 }, (name, { index }) => {
    if (name === 'Complemento') return ofComprobante.map(({ node }) => node);
    const own = name === 'ComplementoConcepto' ? ofConceptos.get(index) : undefined;
    return own ? [own.node] : [];
  });
}

const nodeOf = (name: string, attributes: XmlNode['attributes'], children: readonly XmlNode[]): XmlNode => ({
  ...{ name, namespace: cfdi40.namespace, attributes, children },
});

const pathUnder = (path: string, field: string): string => (path === '' ? field : `${path}.${field}`);

function attributesOf({ attributes }: Plan, data: JsonObject): Record<string, string> {
  const out: Record<string, string> = {};
  for (const { name, field, origin, type } of attributes) {
    const value = origin === 'model' ? data[field] : origin === 'fixed' ? type.fixed : '';
    // Text, or a whole number.
    if (value !== undefined) out[name] = `${value as string | number}`;
  }
  return out;
}

function readNodeFromObject(plan: Plan, data: JsonObject, place: NodePlace, foreign: ForeignNodes): XmlNode {
  const one = nodeOf(plan.name, attributesOf(plan, data), childNodes(plan, data, place, foreign));
  return withPath(one, place.path, place.fixed === undefined ? plan.fields : ALL);
}

function childNodes(
  { children }: Plan,
  data: JsonObject,
  place: NodePlace,
  foreign: ForeignNodes,
): XmlNode[] {
  const out: XmlNode[] = [];
  for (const child of children) {
    const datum = data[child.field];
    const path = place.fixed ?? pathUnder(place.path, child.entry);
    switch (child.kind) {
      case 'object':
        if (datum !== undefined)
          out.push(readNodeFromObject(child, datum as JsonObject, { path, index: 0 }, foreign));
        break;
      case 'list':
        (datum as readonly JsonObject[]).forEach((one, index) =>
          out.push(readNodeFromObject(child, one, inList(path, index, place.fixed), foreign)),
        );
        break;
      case 'texts':
        (datum as readonly string[]).forEach((text, i) =>
          out.push(readNodeFromText(child, text, `${path}[${i}]`)),
        );
        break;
      case 'group':
        out.push(...groupNodes(child, data, { ...place, ...(child.computed && { fixed: path }) }, foreign));
        break;
      case 'foreign': {
        const inside = foreign(child.name, place);
        if (inside.length > 0) out.push(nodeOf(child.name, {}, inside));
        break;
      }
    }
  }
  return out;
}

const inList = (path: string, index: number, fixed: string | undefined): NodePlace =>
  fixed === undefined ? { path: `${path}[${index}]`, index } : { path: fixed, index, fixed };

function readNodeFromText({ name, attributes }: Plan, text: string, path: string): XmlNode {
  const values: Record<string, string> = {};
  for (const attribute of attributes) values[attribute.name] = text;
  return withPath(nodeOf(name, values, []), path, ALL);
}

/** A group is there where its standard asks for it, or where it has something inside. */
function groupNodes(
  plan: Plan,
  data: JsonObject,
  place: NodePlace,
  foreign: ForeignNodes,
): readonly XmlNode[] {
  const children = childNodes(plan, data, place, foreign);
  if (children.length === 0 && !plan.required) return [];
  const one = nodeOf(plan.name, attributesOf(plan, data), children);
  return [
    withPath(one, place.fixed ?? pathUnder(place.path, plan.entry), place.fixed === undefined ? {} : ALL),
  ];
}
