import type { XmlNode } from '../../parsed.js';
import { collapse } from '../../text.js';

/** An attribute's value with its white space collapsed, as the schema takes it; '' where it is missing. */
export function valueOf(node: Pick<XmlNode, 'attributes'> | undefined, name: string): string {
  const text = node?.attributes[name];
  return text === undefined ? '' : collapse(text);
}

export const hasAttribute = (node: XmlNode | undefined, name: string): boolean =>
  node?.attributes[name] !== undefined;

/** The first child of a name in the element's own namespace. */
export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  if (node !== undefined)
    for (const one of node.children) if (one.name === name && one.namespace === node.namespace) return one;
  return undefined;
}
