import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { field, ok, refuseFields, type Refused, type Result } from '#kernel';
import type { XmlNode } from '../parsed.js';
import { reasonOf } from './reasons.js';
import { enterScope, XML_NAMESPACES, nameOf, type Scope } from './namespaces.js';

/**
 * Reads XML that came from outside into plain nodes. Saxes refuses what is not well-formed and knows no DTD entities;
 * a DOCTYPE is refused outright. Namespaces are resolved here (saxes' own resolution costs as much as its parsing).
 */

/** 5000 items with the longest texts of the XSD stay below it. */
export const MAX_XML_CHARS = 32 * 1024 * 1024;
const MAX_DEPTH = 64;
/** A part leaves room for what is around it: the document that it ends in has to be read again. */
const MAX_PART_DEPTH = 56;
/** Takes a millisecond or two, also where the reader is not compiled yet. */
const PIECE = 16 * 1024;

/** A node while it is read: its children and its text grow. */
interface Open extends XmlNode {
  readonly children: Open[];
  text?: string;
}

/** How a part of a document is read. */
export interface Reading {
  /** Namespaces in force around it, by prefix. */
  readonly espacios: Readonly<Record<string, string>>;
  /** What may not be in it, beside a DOCTYPE. */
  readonly without: readonly ('comment' | 'cdata' | 'processinginstruction')[];
  /** Most elements and attributes, together. */
  readonly maxNodes?: number;
}

/** Stops the reading with a reason. */
class Malformed extends Error {}

function refuseXml(reason: string, path: string): Refused {
  const { es, en } = reasonOf(reason);
  const message = { es: `El XML no puede leerse: ${es}`, en: `The XML cannot be read: ${en}` };
  return refuseFields([field(path, 'invalid_format', { message })]);
}

/** The root node of a well-formed document. Refuses (invalid_request, path `xml`) anything else. */
export function readXml(xml: string): Result<XmlNode> {
  const nodes = refuseBadXml(xml, 'xml');
  if (!nodes.ok) return nodes;
  const [root] = nodes.value;
  return root === undefined ? refuseXml('no root element.', 'xml') : ok(root);
}

/** The elements of a part of a document, in one go; see {@link readPartInPieces}. */
export const readPart = (xml: string, path: string, reading: Reading): Result<readonly XmlNode[]> =>
  refuseBadXml(xml, path, reading);

/**
 * The elements of a part of a document: what may stand inside of an element, with no text beside them. Refuses
 * (invalid_request) at `path`; the reason begins with line and column. Others have their turn after every 16 KB.
 */
export async function readPartInPieces(
  xml: string,
  path: string,
  reading: Reading,
  nextTurn: () => Promise<void>,
): Promise<Result<readonly XmlNode[]>> {
  const pieces = refusing(xml, path, reading, PIECE);
  let step = pieces.next();
  for (; !step.done; step = pieces.next()) await nextTurn();
  return step.value;
}

function refuseBadXml(xml: string, path: string, reading?: Reading): Result<readonly XmlNode[]> {
  const pieces = refusing(xml, path, reading, MAX_XML_CHARS);
  let step = pieces.next();
  while (!step.done) step = pieces.next();
  return step.value;
}

/** Reads piece by piece, and makes a refusal of what is not well-formed. */
function* refusing(
  xml: string,
  path: string,
  reading: Reading | undefined,
  piece: number,
): Generator<undefined, Result<readonly XmlNode[]>> {
  if (xml.length > MAX_XML_CHARS) return refuseXml(`more than ${MAX_XML_CHARS} characters.`, path);
  try {
    return ok(yield* read(xml, reading, piece));
  } catch (error) {
    if (error instanceof Malformed) return refuseXml(error.message, path);
    throw error;
  }
}

/** What attributes are kept in: no prototype, so that any name is just a name, and yet one that V8 makes fast. */
const Attributes = function (): void {} as unknown as new () => Record<string, string>;
Attributes.prototype = Object.create(null) as Record<string, string>;

/**
 * The parser's own objects are hash tables, several times larger and slower to go through: a copy costs nothing, since
 * less is left for the garbage collector, and everything that reads a document is faster by it (measured).
 */
function copyAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const copy = new Attributes();
  for (const name in attributes) copy[name] = attributes[name] as string;
  return copy;
}

const HAS_SPACE_AROUND = /^[ \t\r\n]|[ \t\r\n]$/;

/**
 * A document without the white space around its attributes, as its cadena original has them: whoever takes a number or a date from it
 * takes what is signed. Inside of a value it stays, since a customs number has two spaces, and namespaces stay as they are. It changes
 * the given nodes.
 */
export function trimAttributes(root: XmlNode): XmlNode {
  const attributes = root.attributes as Record<string, string>;
  for (const name in attributes) {
    const value = attributes[name] as string;
    if (HAS_SPACE_AROUND.test(value) && !name.startsWith('xmlns')) attributes[name] = trim(value);
  }
  for (const child of root.children) trimAttributes(child);
  return root;
}

/** Without XML's white space at its ends, in linear time: a pattern that ends in `+$` is quadratic in white space inside. */
function trim(value: string): string {
  let [begin, end] = [0, value.length];
  while (begin < end && !INK.test(value[begin] as string)) begin += 1;
  while (end > begin && !INK.test(value[end - 1] as string)) end -= 1;
  return value.slice(begin, end);
}

/** Anything but white space. */
const INK = /[^ \t\r\n]/;

function* read(
  xml: string,
  reading: Reading | undefined,
  piece: number,
): Generator<undefined, readonly XmlNode[]> {
  // A document that says it is XML 1.1 is read as 1.0 all the same: no control characters.
  const parser = new SaxesParser({
    xmlns: false,
    position: reading !== undefined,
    fragment: reading !== undefined,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  const deepest = reading ? MAX_PART_DEPTH : MAX_DEPTH;
  const maxNodes = reading?.maxNodes ?? Infinity;
  let nodes = 0;
  const roots: Open[] = [];
  const path: Open[] = [];
  const scopes: Scope[] = [
    Object.assign(Object.create(null) as Record<string, string>, reading?.espacios, XML_NAMESPACES),
  ];
  const stop = (reason: string): never => {
    throw new Malformed(reading ? `${parser.line}:${parser.column}: ${reason}` : reason);
  };
  parser.on('error', ({ message }) => {
    throw new Malformed(message);
  });
  parser.on('doctype', () => stop('DOCTYPE is not allowed.'));
  for (const what of reading?.without ?? []) parser.on(what, () => stop(`${what} is not allowed.`));
  const text = (found: string): void => {
    const node = path[path.length - 1];
    if (node?.text !== undefined) node.text += found;
    else if (!INK.test(found)) return;
    else if (node !== undefined) node.text = found;
    else stop('text is not allowed outside of elements.');
  };
  parser.on('text', text);
  if (!reading?.without.includes('cdata')) parser.on('cdata', text);
  // Counted as they are read, so that a tag with very many attributes ends before it is complete.
  const count = (): void => {
    nodes += 1;
    if (nodes > maxNodes) stop(`more than ${maxNodes} elements and attributes.`);
  };
  if (maxNodes !== Infinity) {
    parser.on('opentagstart', count);
    parser.on('attribute', count);
  }
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (path.length >= deepest) stop('nodes nested too deep.');
    const outer = scopes[scopes.length - 1] as Scope;
    const attributes = copyAttributes(tag.attributes);
    const scope = enterScope(attributes, outer, stop);
    scopes.push(scope);
    const { name, namespace } = nameOf({ name: tag.name, attributes }, scope, stop);
    const node: Open = { name, namespace, attributes, children: [] };
    (path[path.length - 1]?.children ?? roots).push(node);
    path.push(node);
  });
  parser.on('closetag', () => {
    path.pop();
    scopes.pop();
  });
  for (let at = 0; at < xml.length; at += piece) {
    if (at > 0) yield;
    parser.write(at === 0 && xml.length <= piece ? xml : xml.slice(at, at + piece));
  }
  parser.close();
  return roots;
}
