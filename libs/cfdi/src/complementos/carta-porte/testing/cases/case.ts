import type { LargeCatalogues } from '#sat';
import type { ComprobanteInput } from '../../../../input.js';
import type { XmlNode } from '../../../../parsed.js';
import { documentOf } from '../document.js';
import { comprobanteOf } from '../index.js';
import { fullPlan, minimalPlan, type Plan, type Transporte } from '../plan.js';

/** An element that a test changes. */
export interface Mutable {
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: Mutable[];
}

/** A document that breaks one rule by one change. */
export interface Case {
  readonly code: string;
  readonly base: ComprobanteInput;
  readonly cambio: (root: Mutable) => void;
  readonly large?: LargeCatalogues;
}

export const toCase = (
  code: string,
  base: ComprobanteInput,
  applyChange: (root: Mutable) => void,
  large?: LargeCatalogues,
): Case => ({ code, base, cambio: applyChange, ...(large && { large }) });

export const lessThan = (transporte: Transporte, over: Partial<Plan> = {}): ComprobanteInput =>
  comprobanteOf({ ...minimalPlan(transporte), ...over }, 'I');
export const largestOf = (transporte: Transporte, over: Partial<Plan> = {}): ComprobanteInput =>
  comprobanteOf({ ...fullPlan(transporte), ...over }, 'I');
export const traslado = comprobanteOf(minimalPlan('01'), 'T');

/** The element at a path of names from the complement, each with its place among those of its name. */
export function nodeAt(root: Mutable, path: string): Mutable {
  let node = cartas(root)[0] as Mutable;
  for (const step of path.split('/').filter((one) => one !== '')) {
    const [name, i = '0'] = step.replace(']', '').split('[');
    const child = node.children.filter((one) => one.name === name)[Number(i)];
    if (!child) throw new Error(`no ${step} of ${path}`);
    node = child;
  }
  return node;
}

export const cartas = (root: Mutable): Mutable[] =>
  root.children.filter(({ name }) => name === 'Complemento').flatMap(({ children }) => children);

/** Changes that a case makes. */
export const setAttributes =
  (path: string, attributes: Readonly<Record<string, string>>) =>
  (root: Mutable): void =>
    void Object.assign(nodeAt(root, path).attributes, attributes);
export const removeAttributes =
  (path: string, ...names: readonly string[]) =>
  (root: Mutable): void => {
    const { attributes } = nodeAt(root, path);
    for (const name of names) {
      if (attributes[name] === undefined) throw new Error(`no ${name} in ${path}`);
      delete attributes[name];
    }
  };
export const removeChildren =
  (path: string, name: string) =>
  (root: Mutable): void => {
    const node = nodeAt(root, path);
    const quedan = node.children.filter((one) => one.name !== name);
    if (quedan.length === node.children.length) throw new Error(`no ${name} in ${path}`);
    node.children = quedan;
  };
export const setInEnvelope =
  (name: string | undefined, attributes: Readonly<Record<string, string>>) =>
  (root: Mutable): void => {
    const node = name === undefined ? root : root.children.find((one) => one.name === name);
    Object.assign((node as Mutable).attributes, attributes);
  };
/** Puts a copy of an element, or a new one, into another. */
export const addChild =
  (path: string, child: (root: Mutable) => Mutable) =>
  (root: Mutable): void =>
    void nodeAt(root, path).children.push(structuredClone(child(root)));
export const newNode = (
  name: string,
  attributes: Record<string, string>,
  ...children: Mutable[]
): Mutable => ({
  ...{ name, namespace: 'http://www.sat.gob.mx/CartaPorte31', attributes, children },
});
/** The product keys of the document's lines, which are as many as keys. */
export const setKeys =
  (...keys: readonly string[]) =>
  (root: Mutable): void => {
    const conceptos = root.children.find(({ name }) => name === 'Conceptos') as Mutable;
    const [line] = conceptos.children as [Mutable];
    conceptos.children = keys.map((ClaveProdServ) => ({
      ...line,
      attributes: { ...line.attributes, ClaveProdServ },
    }));
  };
/** Another complement beside Carta Porte. */
export const addComplemento =
  (name: string, namespace: string) =>
  (root: Mutable): void => {
    const complemento = root.children.find((one) => one.name === 'Complemento') as Mutable;
    complemento.children.push({ name, namespace, attributes: {}, children: [] });
  };
export const all =
  (...cambios: readonly ((root: Mutable) => void)[]) =>
  (root: Mutable): void =>
    cambios.forEach((applyChange) => applyChange(root));

/** The changed document and its complements. */
export function applyChange({ base, cambio }: Case): { root: XmlNode; cartas: readonly XmlNode[] } {
  const root = structuredClone(documentOf(base).root) as Mutable;
  cambio(root);
  return { root, cartas: cartas(root).filter(({ name }) => name === 'CartaPorte') };
}
