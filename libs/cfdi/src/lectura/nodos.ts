import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { field, ok, refuseFields, type Refused, type Result } from '#kernel';
import type { Nodo } from '../parsed.js';

/**
 * Reads XML that came from outside into plain nodes. Saxes refuses what is not well-formed and knows no DTD entities;
 * a DOCTYPE is refused outright. Namespaces are resolved here (saxes' own resolution costs as much as its parsing).
 */

/** 5000 items with the longest texts of the XSD stay below it. */
export const MAX_XML_CHARS = 32 * 1024 * 1024;
const MAX_DEPTH = 64;
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** A node while it is read: its children grow. */
interface Open extends Nodo {
  readonly hijos: Open[];
}

type Scope = Readonly<Record<string, string>>;

/** Stops the reading with a reason. */
class Malformed extends Error {}

const refused = (reason: string): Refused =>
  refuseFields([
    field('xml', 'invalid_format', {
      message: {
        es: `El XML no puede leerse: ${reason}`,
        en: `The XML cannot be read: ${reason}`,
      },
    }),
  ]);

/** The root node of a well-formed document. Refuses (invalid_request, path `xml`) anything else. */
export function readXml(xml: string): Result<Nodo> {
  if (xml.length > MAX_XML_CHARS) return refused(`more than ${MAX_XML_CHARS} characters.`);
  try {
    return ok(read(xml));
  } catch (error) {
    if (error instanceof Malformed) return refused(error.message);
    throw error;
  }
}

function read(xml: string): Nodo {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const path: Open[] = [];
  const scopes: Scope[] = [{ xml: XML, xmlns: XMLNS, '': '' }];
  let root: Open | undefined;
  parser.on('error', ({ message }) => {
    throw new Malformed(message);
  });
  parser.on('doctype', () => {
    throw new Malformed('DOCTYPE is not allowed.');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (path.length >= MAX_DEPTH) throw new Malformed('nodes nested too deep.');
    const scope = enter(tag.attributes, scopes[scopes.length - 1] as Scope);
    scopes.push(scope);
    const node = nodeOf(tag, scope);
    const parent = path[path.length - 1];
    if (parent === undefined) root = node;
    else parent.hijos.push(node);
    path.push(node);
  });
  parser.on('closetag', () => {
    path.pop();
    scopes.pop();
  });
  parser.write(xml).close();
  if (root === undefined) throw new Malformed('no root element.');
  return root;
}

/** The namespaces in force inside an element. */
function enter(attributes: Record<string, string>, outer: Scope): Scope {
  let scope: Record<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    if (name === 'xmlns') scope = { ...(scope ?? outer), '': attributes[name] as string };
    else if (name.startsWith('xmlns:')) {
      const uri = attributes[name] as string;
      if (uri === '' || uri === XMLNS || name === 'xmlns:xmlns')
        throw new Malformed(`"${name}" declares no namespace.`);
      scope = { ...(scope ?? outer), [name.slice(6)]: uri };
    }
  }
  return scope ?? outer;
}

function nodeOf({ name, attributes }: SaxesTagPlain, scope: Scope): Open {
  const colon = name.indexOf(':');
  const espacio = uriOf(colon < 0 ? '' : name.slice(0, colon), name, colon, scope);
  let prefixed: Set<string> | undefined;
  for (const attribute in attributes) {
    const at = attribute.indexOf(':');
    if (at < 0) continue;
    // Two prefixes of one namespace make two spellings of one attribute.
    const uri = uriOf(attribute.slice(0, at), attribute, at, scope);
    const expanded = `${uri} ${attribute.slice(at + 1)}`;
    prefixed ??= new Set();
    if (prefixed.has(expanded)) throw new Malformed(`duplicate attribute "${attribute}".`);
    prefixed.add(expanded);
  }
  return { nombre: colon < 0 ? name : name.slice(colon + 1), espacio, atributos: attributes, hijos: [] };
}

function uriOf(prefix: string, name: string, colon: number, scope: Scope): string {
  const uri = Object.hasOwn(scope, prefix) ? scope[prefix] : undefined;
  if (uri === undefined || name.indexOf(':', colon + 1) >= 0 || colon === 0 || colon === name.length - 1)
    throw new Malformed(`unbound prefix in "${name}".`);
  return uri;
}
