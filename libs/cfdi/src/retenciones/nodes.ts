import type { XmlNode } from '../parsed.js';
import type { RuleContext } from '../rules/rule.js';

/** How the rules look into the document's elements. */

export const attributeText = ({ attributes }: XmlNode, name: string): string => attributes[name] ?? '';
export const childrenOf = (node: XmlNode, name: string): readonly XmlNode[] =>
  node.children.filter((child) => child.name === name && child.namespace === node.namespace);
export const childOf = (node: XmlNode, name: string): XmlNode | undefined => childrenOf(node, name)[0];
export const fecha = ({ root }: RuleContext): string => attributeText(root, 'FechaExp');
export const personTypeOf = (rfc: string): 'moral' | 'fisica' => (rfc.length === 12 ? 'moral' : 'fisica');
