import { childrenOf, readNodes, textOf, type SoapNode } from '../soap/read.js';

/** Fields of one of Prodigia's answers, whatever it came as: texts, and lists of more of them. */
export interface ProdigiaAnswer {
  /** As text without blanks around it, also of a number or a boolean; undefined where there is none. */
  text(name: string): string | undefined;
  /** The objects under a name: of JSON's list or object, of XML's elements (`cancelaciones/cancelacion`). */
  list(name: string, item: string): readonly ProdigiaAnswer[];
  /** The texts under a name, whether they stand alone or as a field of objects (`uuids/uuid`). */
  texts(name: string, item: string): readonly string[];
}

/** Reads the answer of a service (`servicioTimbrado`): JSON, or XML where an option was not heeded; undefined for anything else. */
export function readAnswer(body: string, service: string | readonly string[]): ProdigiaAnswer | undefined {
  const names = [service].flat();
  const text = body.replace(/^\uFEFF?\s*/, '');
  if (text.startsWith('<')) {
    const root = readNodes(text, { maxChars: Math.max(text.length, 1) });
    return root && names.includes(root.name) ? ofNode(root) : undefined;
  }
  const read = parse(text);
  if (!isObject(read)) return undefined;
  const name = names.find((one) => Object.hasOwn(read, one));
  const inner = name === undefined ? undefined : read[name];
  return isObject(inner) ? ofObject(inner) : undefined;
}

export function ofNode(node: SoapNode): ProdigiaAnswer {
  return {
    text: (name) => textOf(node, name),
    texts: (name, item) =>
      childrenOf(node, name).flatMap((list) => childrenOf(list, item).map(({ text }) => text.trim())),
    list: (name, item) =>
      childrenOf(node, name).flatMap((list) =>
        (childrenOf(list, item).length > 0 ? childrenOf(list, item) : [list]).map(ofNode),
      ),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const ofObject = (fields: Fields): ProdigiaAnswer => ({
  text: (name) => textual(Object.hasOwn(fields, name) ? fields[name] : undefined),
  texts: (name, item) => {
    const outer = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const inner = isObject(outer) && Object.hasOwn(outer, item) ? outer[item] : outer;
    return (Array.isArray(inner) ? inner : [inner]).flatMap(
      (one: unknown) => textual(isObject(one) && Object.hasOwn(one, item) ? one[item] : one) ?? [],
    );
  },
  list: (name, item) => {
    const outer = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const inner = isObject(outer) && Object.hasOwn(outer, item) ? outer[item] : outer;
    return (Array.isArray(inner) ? inner : [inner]).filter(isObject).map(ofObject);
  },
});

function textual(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
