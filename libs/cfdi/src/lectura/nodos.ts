import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { field, ok, refuseFields, type Refused, type Result } from '#kernel';
import type { Nodo } from '../parsed.js';
import { entrar, ESPACIOS_DE_XML, nombreDe, type Alcance } from './espacios.js';

/**
 * Reads XML that came from outside into plain nodes. Saxes refuses what is not well-formed and knows no DTD entities;
 * a DOCTYPE is refused outright. Namespaces are resolved here (saxes' own resolution costs as much as its parsing).
 */

/** 5000 items with the longest texts of the XSD stay below it. */
export const MAX_XML_CHARS = 32 * 1024 * 1024;
const MAX_DEPTH = 64;
/** A part leaves room for what is around it: the document that it ends in has to be read again. */
const MAX_PART_DEPTH = 56;

/** A node while it is read: its children and its text grow. */
interface Open extends Nodo {
  readonly hijos: Open[];
  texto?: string;
}

/** How a part of a document is read. */
export interface Lectura {
  /** Namespaces in force around it, by prefix. */
  readonly espacios: Readonly<Record<string, string>>;
  /** What may not be in it, beside a DOCTYPE. */
  readonly sin: readonly ('comment' | 'cdata' | 'processinginstruction')[];
}

/** Stops the reading with a reason. */
class Malformed extends Error {}

const refused = (reason: string, path: string): Refused =>
  refuseFields([
    field(path, 'invalid_format', {
      message: {
        es: `El XML no puede leerse: ${reason}`,
        en: `The XML cannot be read: ${reason}`,
      },
    }),
  ]);

/** The root node of a well-formed document. Refuses (invalid_request, path `xml`) anything else. */
export function readXml(xml: string): Result<Nodo> {
  const nodes = guarded(xml, 'xml');
  if (!nodes.ok) return nodes;
  const [root] = nodes.value;
  return root === undefined ? refused('no root element.', 'xml') : ok(root);
}

/**
 * The elements of a part of a document: what may stand inside of an element, with no text beside them. Refuses
 * (invalid_request) at `path`; the reason begins with line and column.
 */
export const readContent = (xml: string, path: string, lectura: Lectura): Result<readonly Nodo[]> =>
  guarded(xml, path, lectura);

function guarded(xml: string, path: string, lectura?: Lectura): Result<readonly Nodo[]> {
  if (xml.length > MAX_XML_CHARS) return refused(`more than ${MAX_XML_CHARS} characters.`, path);
  try {
    return ok(read(xml, lectura));
  } catch (error) {
    if (error instanceof Malformed) return refused(error.message, path);
    throw error;
  }
}

/** What attributes are kept in: no prototype, so that any name is just a name, and yet one that V8 makes fast. */
const Atributos = function (): void {} as unknown as new () => Record<string, string>;
Atributos.prototype = Object.create(null) as Record<string, string>;

/**
 * The parser's own objects are hash tables, several times larger and slower to go through: a copy costs nothing, since
 * less is left for the garbage collector, and everything that reads a document is faster by it (measured).
 */
function copiados(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const copia = new Atributos();
  for (const name in attributes) copia[name] = attributes[name] as string;
  return copia;
}

/** Anything but white space. */
const INK = /[^ \t\r\n]/;

function read(xml: string, lectura?: Lectura): readonly Nodo[] {
  // A document that says it is XML 1.1 is read as 1.0 all the same: no control characters.
  const parser = new SaxesParser({
    xmlns: false,
    position: lectura !== undefined,
    fragment: lectura !== undefined,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  const deepest = lectura ? MAX_PART_DEPTH : MAX_DEPTH;
  const roots: Open[] = [];
  const path: Open[] = [];
  const scopes: Alcance[] = [
    Object.assign(Object.create(null) as Record<string, string>, lectura?.espacios, ESPACIOS_DE_XML),
  ];
  const stop = (reason: string): never => {
    throw new Malformed(lectura ? `${parser.line}:${parser.column}: ${reason}` : reason);
  };
  parser.on('error', ({ message }) => {
    throw new Malformed(message);
  });
  parser.on('doctype', () => stop('DOCTYPE is not allowed.'));
  for (const what of lectura?.sin ?? []) parser.on(what, () => stop(`${what} is not allowed.`));
  const text = (found: string): void => {
    const node = path[path.length - 1];
    if (node?.texto !== undefined) node.texto += found;
    else if (!INK.test(found)) return;
    else if (node !== undefined) node.texto = found;
    else stop('text is not allowed outside of elements.');
  };
  parser.on('text', text);
  if (!lectura?.sin.includes('cdata')) parser.on('cdata', text);
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (path.length >= deepest) stop('nodes nested too deep.');
    const outer = scopes[scopes.length - 1] as Alcance;
    const atributos = copiados(tag.attributes);
    const scope = entrar(atributos, outer, stop);
    scopes.push(scope);
    const { nombre, espacio } = nombreDe({ name: tag.name, attributes: atributos }, scope, stop);
    const node: Open = { nombre, espacio, atributos, hijos: [] };
    (path[path.length - 1]?.hijos ?? roots).push(node);
    path.push(node);
  });
  parser.on('closetag', () => {
    path.pop();
    scopes.pop();
  });
  parser.write(xml).close();
  return roots;
}
