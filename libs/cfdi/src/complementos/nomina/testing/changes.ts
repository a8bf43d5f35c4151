import type { XmlNode } from '../../../parsed.js';

/** Changes of a document's tree, for specs that break one rule. */
export interface Mutable {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Record<string, string>;
  children: Mutable[];
}

export const copyNode = ({ name, namespace, attributes, children }: XmlNode): Mutable => ({
  ...{ name, namespace },
  attributes: { ...attributes },
  children: children.map(copyNode),
});

/** The element at a path of names, `Complemento/Nomina/Percepciones/Percepcion[1]`; the test fails where there is none. */
export function nodeAt(root: Mutable, path: string): Mutable {
  return path.split('/').reduce((node, step) => {
    const [, name, index = '0'] = /^(.*?)(?:\[(\d+)\])?$/.exec(step) ?? [];
    const child = node.children.filter((one) => one.name === name)[Number(index)];
    if (!child) throw new Error(`no ${step} in ${node.name}`);
    return child;
  }, root);
}

/** Gives an element attributes, and takes those away that are undefined. */
export function setAttributes(
  root: Mutable,
  path: string,
  attributes: Readonly<Record<string, string | undefined>>,
): void {
  const destino = nodeAt(root, path).attributes;
  for (const [name, value] of Object.entries(attributes))
    if (value === undefined) delete destino[name];
    else destino[name] = value;
}

/** Takes the element at a path away. */
export function removeNode(root: Mutable, path: string): void {
  const parent = path.includes('/') ? nodeAt(root, path.slice(0, path.lastIndexOf('/'))) : root;
  const child = nodeAt(root, path);
  parent.children = parent.children.filter((one) => one !== child);
}

/** Puts an element into another, as its last child. */
export function addChild(
  root: Mutable,
  path: string,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): void {
  const parent = path === '' ? root : nodeAt(root, path);
  parent.children.push({ name, namespace: parent.namespace, attributes: { ...attributes }, children: [] });
}
