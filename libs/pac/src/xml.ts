import { SaxesParser } from 'saxes';

/** A document as a tree of its elements: what the provider's checks read, straight from the bytes received. */
export interface Nodo {
  readonly nombre: string;
  readonly atributos: Readonly<Record<string, string>>;
  readonly hijos: Nodo[];
}

/** Why a text is no document that can be read, in Spanish. */
export class Unreadable extends Error {}

/** 5000 conceptos with taxes are 2 MB; ten times that is no invoice. */
const MAX_BYTES = 20_000_000;
const MAX_DEPTH = 64;

/**
 * Reads XML from outside into a tree. Not well-formed, a document type (so no entities), a prefix that is not
 * declared, nesting or size beyond the limits: throws {@link Unreadable}. Text between elements is not kept:
 * a CFDI has none.
 */
export function readXml(xml: string): Nodo {
  if (xml.length > MAX_BYTES) throw new Unreadable('el documento excede el tamaño permitido');
  const parser = new SaxesParser({ xmlns: false });
  const document: Nodo = { nombre: '', atributos: {}, hijos: [] };
  const open: Nodo[] = [document];
  const scopes: ReadonlySet<string>[] = [new Set(['xml'])];
  parser.on('error', (error) => {
    throw new Unreadable(`no es XML bien formado (${error.message})`);
  });
  parser.on('doctype', () => {
    throw new Unreadable('no se admite una declaración de tipo de documento');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) throw new Unreadable('el anidamiento excede el permitido');
    const scope = scopeWith(scopes[scopes.length - 1], attributes);
    const colon = name.indexOf(':');
    if (colon > 0 && !scope.has(name.slice(0, colon)))
      throw new Unreadable(`el prefijo de ${name} no está declarado`);
    const node: Nodo = { nombre: name, atributos: attributes, hijos: [] };
    open[open.length - 1]?.hijos.push(node);
    open.push(node);
    scopes.push(scope);
  });
  parser.on('closetag', () => {
    open.pop();
    scopes.pop();
  });
  parser.write(xml).close();
  const root = document.hijos[0];
  if (!root) throw new Unreadable('no tiene elemento raíz');
  return root;
}

/** Prefixes in scope inside an element; most elements declare none and share their parent's set. */
function scopeWith(
  outer: ReadonlySet<string> | undefined,
  attributes: Record<string, string>,
): ReadonlySet<string> {
  let scope = outer ?? new Set<string>();
  for (const name in attributes)
    if (name.startsWith('xmlns:')) scope = new Set([...scope, name.slice('xmlns:'.length)]);
  return scope;
}

/** The first child of a name. */
export const hijo = (nodo: Nodo | undefined, nombre: string): Nodo | undefined =>
  nodo?.hijos.find((child) => child.nombre === nombre);

/** Children of a name. */
export const hijos = (nodo: Nodo | undefined, nombre: string): Nodo[] =>
  nodo?.hijos.filter((child) => child.nombre === nombre) ?? [];
