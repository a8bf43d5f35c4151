import type { XmlNode } from '../parsed.js';
import { collapse } from '../text.js';
import { compile, type CompiledElement } from './compile.js';
import type { ElementSchema } from './schema.js';
import type { Expected, SimpleType } from './types.js';

/** What is wrong with an element against its table, and where: what XSD validation would say. */
export interface Defect {
  readonly kind: 'missing' | 'superfluous' | 'value' | 'order' | 'count';
  /** The element that is wrong, or whose attribute or child it is. */
  readonly node: XmlNode;
  readonly attribute?: string;
  /** The name of the child that is missing, one too many, or in the wrong place. */
  readonly child?: string;
  /** What a value should look like. */
  readonly expected?: Expected;
  /** The type that a value does not have. */
  readonly type?: SimpleType;
}

/**
 * Every defect of an element and of what is inside, in the document's order; it stops at `limit`. Attributes in a
 * namespace (xsi:schemaLocation) and namespace declarations are not the table's business.
 */
export function findDefects(schema: ElementSchema, node: XmlNode, limit = Infinity): Defect[] {
  const out: Defect[] = [];
  check(compile(schema), node, out, limit);
  return out;
}

function check(compiled: CompiledElement, node: XmlNode, out: Defect[], limit: number): void {
  const { schema } = compiled;
  const { attributes } = node;
  let known = 0;
  for (const { name, required, type, fast } of compiled.attributes) {
    const value = attributes[name];
    if (value !== undefined) {
      known += 1;
      if (!fast(value) && !matches(type, value))
        out.push({ kind: 'value', node, attribute: name, expected: type.expected, type });
    } else if (required) out.push({ kind: 'missing', node, attribute: name });
  }
  if (Object.keys(attributes).length > known) checkSuperfluous(schema, node, out);
  if (schema.text && !schema.text.test(collapse(node.text ?? '')))
    out.push({ kind: 'value', node, expected: schema.text.expected });
  if (!schema.text && node.text !== undefined)
    out.push({ kind: 'value', node, expected: { es: 'ningún texto', en: 'no text' } });
  if (!schema.open && out.length < limit) checkChildren(compiled, node, out, limit);
}

const matches = (type: SimpleType, value: string): boolean => type.test(value) || type.test(collapse(value));

function checkSuperfluous(schema: ElementSchema, node: XmlNode, out: Defect[]): void {
  for (const name in node.attributes)
    if (!schema.attributes.has(name) && !name.includes(':') && name !== 'xmlns')
      out.push({ kind: 'superfluous', node, attribute: name });
}

/** Children come in the order of the table, each as often as it may. */
function checkChildren(compiled: CompiledElement, node: XmlNode, out: Defect[], limit: number): void {
  const { children, namespace } = node;
  const { choices } = compiled.schema;
  let at = 0;
  if (choices) checkChoices(choices, node, out);
  for (const { name, compiled: own, min, max } of compiled.children) {
    let count = 0;
    for (; at < children.length; at += 1) {
      const child = children[at] as XmlNode;
      if (child.name !== name || child.namespace !== namespace) break;
      count += 1;
      if (count > max) out.push({ kind: 'count', node, child: name });
      check(own, child, out, limit);
      if (out.length >= limit) return;
    }
    if (count < min) out.push({ kind: 'missing', node, child: name });
  }
  const extra = children[at];
  if (extra) out.push({ kind: 'order', node, child: extra.name });
}

/** Of the children that exclude each other, those of one name are there. */
function checkChoices(
  { names, optional }: NonNullable<ElementSchema['choices']>,
  node: XmlNode,
  out: Defect[],
): void {
  const present = names.filter((name) => node.children.some((child) => child.name === name));
  const [first, second] = present;
  if (first === undefined && !optional) out.push({ kind: 'missing', node, child: names[0] as string });
  else if (second !== undefined) out.push({ kind: 'count', node, child: second });
}
