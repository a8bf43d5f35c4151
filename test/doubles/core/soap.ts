import { readXml, type XmlNode } from '#cfdi';

/** SOAP 1.1 as servers of Python and .NET write it: reading a call, writing an answer. */

export interface SoapCall {
  readonly method: string;
  readonly namespace: string;
  readonly node: XmlNode;
  /** The whole envelope. */
  readonly envelope: XmlNode;
}

/** The first element of the Body; undefined for what is no envelope. */
export function readCall(body: Buffer): SoapCall | undefined {
  const read = readXml(body.toString('utf8').trim());
  if (!read.ok || read.value.name !== 'Envelope') return undefined;
  const node = read.value.children.find(({ name }) => name === 'Body')?.children[0];
  return node && { method: node.name, namespace: node.namespace, node, envelope: read.value };
}

/** Text of a child, of any depth given by its path; '' where there is none. */
export function textAt(node: XmlNode | undefined, ...path: readonly string[]): string {
  const found = path.reduce<XmlNode | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    node,
  );
  return (found?.text ?? '').trim();
}

/** The first descendant of a name. */
export function findNode(node: XmlNode | undefined, name: string): XmlNode | undefined {
  if (!node || node.name === name) return node;
  for (const child of node.children) {
    const found = findNode(child, name);
    if (found) return found;
  }
  return undefined;
}

export const escape = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

/** `<prefix:name>text</prefix:name>`; undefined: left out. */
export const element = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${escape(text)}</${name}>`;
