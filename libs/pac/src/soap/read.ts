import { xml2js, type Element } from 'xml-js';
import { findMalformation, type XmlLimits } from '../well-formed.js';

/** An element of a provider's answer: its name without prefix, its elements, and its text with entities read once. */
export interface SoapNode {
  readonly name: string;
  readonly children: readonly SoapNode[];
  readonly text: string;
}

/**
 * Reads a provider's XML: saxes judges it, then xml-js makes nodes of it. Undefined for what is not well-formed, has a DOCTYPE
 * or is too large. Never throws. Not for documents of the tax authority: `readXml` of libs/cfdi reads those.
 */
export function readNodes(xml: string, limits?: XmlLimits): SoapNode | undefined {
  const text = xml.replace(/^\uFEFF?\s*/, '');
  if (findMalformation(text, limits) !== undefined) return undefined;
  try {
    // The parser below hands out long texts in pieces: one that is blank belongs to its text as well.
    const { elements } = xml2js(text, { compact: false, captureSpacesBetweenElements: true }) as Element;
    const root = elements?.find(({ type }) => type === 'element');
    return root && nodeOf(root);
  } catch {
    return undefined;
  }
}

function nodeOf({ name = '', elements = [] }: Element): SoapNode {
  const texts = elements.flatMap(({ type, text, cdata }) =>
    type === 'text' ? [String(text ?? '')] : type === 'cdata' ? [cdata ?? ''] : [],
  );
  const children = elements.filter(({ type }) => type === 'element').map(nodeOf);
  return { name: name.slice(name.indexOf(':') + 1), children, text: texts.join('') };
}

/** What the Body of an envelope holds: the answer of an operation, or a fault; undefined for what is no envelope. */
export function bodyOf(envelope: SoapNode | undefined): SoapNode | undefined {
  if (envelope?.name !== 'Envelope') return undefined;
  const [only, ...others] = childrenOf(childrenOf(envelope, 'Body')[0], undefined);
  return others.length === 0 ? only : undefined;
}

/** The children of a name, however many: one that stands alone is a list, too. Without a name all of them. */
export const childrenOf = (node: SoapNode | undefined, name: string | undefined): readonly SoapNode[] =>
  node?.children.filter((child) => name === undefined || child.name === name) ?? [];

/** The text of a child, without the blanks around it; undefined where there is none, or it says nothing. */
export function textOf(node: SoapNode | undefined, name: string): string | undefined {
  const text = childrenOf(node, name)[0]?.text.trim();
  return text === '' ? undefined : text;
}
