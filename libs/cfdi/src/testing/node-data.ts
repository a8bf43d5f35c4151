import type { XmlNode } from '../parsed.js';
import type { ElementSchema } from '../schemas/schema.js';

/** How somebody writes the JSON of an element. */
export interface Spelling {
  /** `cve_tip_div_o_util` for CveTipDivOUtil. */
  readonly snake: boolean;
  /** Amounts and keys as JSON numbers: 1 for the key 01. */
  readonly numbers: boolean;
  /** One element alone in place of a list of one. */
  readonly alone: boolean;
}

type Json = string | number | readonly Json[] | { readonly [name: string]: Json };

const toSnake = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** The JSON that an element is read from: the other way round of `readNodeFromData`, without fixed attributes. */
export function nodeToData(
  schema: ElementSchema,
  node: XmlNode,
  spelling: Spelling,
): { readonly [name: string]: Json } {
  const { snake, numbers, alone } = spelling;
  const nameOf = (name: string): string => (snake ? toSnake(name) : name);
  const attributes = Object.entries(node.attributes).flatMap(([name, value]): [string, Json][] => {
    const type = schema.attributes.get(name)?.type;
    // Namespaces are no attributes of the table.
    if (type === undefined || type.fixed !== undefined) return [];
    const isNumber = type.decimals !== undefined || type.catalogue !== undefined;
    return [[nameOf(name), numbers && isNumber && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value]];
  });
  const children = schema.children.flatMap(({ element, max }): [string, Json][] => {
    const found = node.children
      .filter(({ name }) => name === element.name)
      .map((child) => nodeToData(element, child, spelling));
    const [first] = found;
    if (first === undefined) return [];
    return [[nameOf(element.name), max === 1 || (alone && found.length === 1) ? first : found]];
  });
  return Object.fromEntries([...attributes, ...children]);
}
