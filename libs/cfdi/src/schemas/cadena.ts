import type { XmlNode } from '../parsed.js';
import { collapse } from '../text.js';
import type { ElementSchema, CadenaStep } from './schema.js';

/** Notes what is inside an element that belongs to other standards. */
export type AppendOpen = (open: XmlNode, cadena: Cadena) => void;

/** A cadena original on its way: values wait to be joined some hundreds at a time. */
export interface Cadena {
  text: string;
  values: string[];
}

export const createCadena = (): Cadena => ({ text: '', values: [] });

/** Joins the values that wait; what there is so far, each value after a "|". */
export function joinCadena(cadena: Cadena): string {
  if (cadena.values.length > 0) {
    cadena.text += `|${cadena.values.join('|')}`;
    cadena.values = [];
  }
  return cadena.text;
}

/**
 * What an element adds to the cadena original, by its standard's stylesheet: a required attribute gives "|" and its
 * value even where it is missing, an optional one only where it exists; white space is normalized (Anexo 20).
 */
export function buildCadena(schema: ElementSchema, node: XmlNode): string {
  const cadena = createCadena();
  appendCadena(schema, node, cadena);
  return joinCadena(cadena);
}

/** Notes an element's values; what is inside of Complemento and ComplementoConcepto is for `ofOpen` to note. */
export function appendCadena(
  schema: ElementSchema,
  node: XmlNode,
  cadena: Cadena,
  ofOpen?: AppendOpen,
): void {
  for (const step of schema.steps) {
    if (step.kind === 'attribute') {
      const value = node.attributes[step.name];
      if (value !== undefined) cadena.values.push(normal(value));
      else if (step.required) cadena.values.push('');
    } else if (step.kind === 'children') {
      const { text, values } = cadena;
      const before = values.length;
      appendPath(step, 0, node, cadena, ofOpen);
      if (step.always && cadena.text === text && cadena.values.length === before) values.push('');
    } else if (node.text !== undefined) cadena.values.push(normal(node.text));
    else if (step.required) cadena.values.push('');
  }
  if (schema.open) ofOpen?.(node, cadena);
}

/** Most values have no white space at all. */
function normal(value: string): string {
  for (let i = 0; i < value.length; i += 1) if (value.charCodeAt(i) <= 32) return collapse(value);
  return value;
}

type ChildrenStep = Extract<CadenaStep, { readonly kind: 'children' }>;

/** Values that wait at most, give or take an element's own. */
const MANY = 500;

/** The elements at a path of child names, in the document's order. */
function appendPath(
  step: ChildrenStep,
  desde: number,
  node: XmlNode,
  cadena: Cadena,
  ofOpen: AppendOpen | undefined,
): void {
  const { path, element } = step;
  const { children, namespace } = node;
  const name = path[desde];
  const last = desde === path.length - 1;
  for (const child of children)
    if (child.name === name && child.namespace === namespace) {
      if (last) appendCadena(element, child, cadena, ofOpen);
      else appendPath(step, desde + 1, child, cadena, ofOpen);
      if (cadena.values.length > MANY) joinCadena(cadena);
    }
}
