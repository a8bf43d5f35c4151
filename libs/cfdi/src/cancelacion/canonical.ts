import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { DSIG } from './signature.js';

/**
 * Canonical XML 1.0 without comments (REC-xml-c14n-20010315), of what a cancellation request's signature covers. It goes
 * by the document's text, since a tree of elements and attributes has lost where white space was. The text must have
 * been accepted by `readXml`: well-formed, no DOCTYPE (so no default attributes and no entities), prefixes declared.
 */

export interface Canonico {
  /** The whole document less the signature in its root (transform enveloped-signature): what the digest is of. */
  readonly documento: string;
  /** The signature's SignedInfo with the namespaces in force around it: what the signature is of. */
  readonly signedInfo: string | undefined;
}

type Namespaces = ReadonlyMap<string, string>;

interface Frame {
  readonly name: string;
  readonly espacios: Namespaces;
  /** Whether the element is written, and into which of the two texts. */
  readonly destino: CanonicalOutput;
}

type CanonicalOutput = 'document' | 'signedInfo' | 'nothing';

const escapeText = (written: string): string =>
  written.replace(/[&<>\r]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? '&#xD;');

const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
const escapeValue = (written: string): string =>
  written.replace(/[&<"\t\n\r]/g, (c) => ATTRIBUTE_ESCAPES[c] as string);

/**
 * Both canonical texts of a document. Undefined where it has a processing instruction or an attribute of the `xml`
 * prefix, which no request has and which an excerpt would have to inherit.
 */
export function canonicalize(xml: string): Canonico | undefined {
  const parser = new SaxesParser({ xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const written = { document: '', signedInfo: '', nothing: '' };
  const frames: Frame[] = [];
  let allowed = true;
  let signed = false;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('processinginstruction', () => (allowed = false));
  const note = (found: string): void => {
    const frame = frames.at(-1);
    if (frame) written[frame.destino] += escapeText(found);
  };
  parser.on('text', note);
  parser.on('cdata', note);
  parser.on('opentag', (tag: SaxesTagPlain) => {
    const parent = frames.at(-1);
    const namespaces = scopeInside(tag, parent?.espacios ?? new Map());
    if (Object.keys(tag.attributes).some((name) => name.startsWith('xml:'))) allowed = false;
    const destination = destinationOf(tag.name, namespaces, frames, signed);
    signed ||= destination === 'signedInfo';
    // The apex of an excerpt declares all that is in force; others what is new.
    const declared = destination === parent?.destino ? parent.espacios : new Map<string, string>();
    written[destination] += writeOpeningTag(tag, namespaces, declared);
    frames.push({ name: tag.name, espacios: namespaces, destino: destination });
  });
  parser.on('closetag', () => {
    const { name, destino } = frames.pop() as Frame;
    written[destino] += `</${name}>`;
  });
  parser.write(xml).close();
  if (!allowed) return undefined;
  return { documento: written.document, signedInfo: signed ? written.signedInfo : undefined };
}

/** Where an element goes: a Signature in the root is left out, the first SignedInfo in it is the other text. */
function destinationOf(
  name: string,
  namespaces: Namespaces,
  frames: readonly Frame[],
  signed: boolean,
): CanonicalOutput {
  const parent = frames.at(-1);
  if (parent === undefined) return 'document';
  if (parent.destino !== 'document') {
    const first = frames.length === 2 && parent.destino === 'nothing' && !signed;
    return first && isDsig(name, namespaces, 'SignedInfo') ? 'signedInfo' : parent.destino;
  }
  return frames.length === 1 && isDsig(name, namespaces, 'Signature') ? 'nothing' : 'document';
}

function isDsig(name: string, namespaces: Namespaces, local: string): boolean {
  const colon = name.indexOf(':');
  return name.slice(colon + 1) === local && namespaces.get(name.slice(0, Math.max(colon, 0))) === DSIG;
}

/** The namespaces in force inside an element, by prefix; the empty prefix with an empty name is none. */
function scopeInside({ attributes }: SaxesTagPlain, outside: Namespaces): Namespaces {
  let namespaces: Map<string, string> | undefined;
  for (const [name, uri] of Object.entries(attributes)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    namespaces ??= new Map(outside);
    if (uri === '') namespaces.delete('');
    else namespaces.set(name.slice('xmlns:'.length), uri);
  }
  return namespaces ?? outside;
}

/** Orders texts by their code points, as UTF-8 does, and not by UTF-16 units. */
const compareNames = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A start tag: namespaces by prefix, attributes by namespace and local name. */
function writeOpeningTag(
  { name, attributes }: SaxesTagPlain,
  namespaces: Namespaces,
  declared: Namespaces,
): string {
  let out = `<${name}`;
  if (declared.has('') && !namespaces.has('')) out += ' xmlns=""';
  for (const [prefix, uri] of [...namespaces].sort(([a], [b]) => compareNames(a, b)))
    if (declared.get(prefix) !== uri)
      out += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeValue(uri)}"`;
  const key = (attribute: string): readonly [string, string] => {
    const colon = attribute.indexOf(':');
    return colon < 0
      ? ['', attribute]
      : [namespaces.get(attribute.slice(0, colon)) ?? '', attribute.slice(colon + 1)];
  };
  const own = Object.keys(attributes).filter((a) => a !== 'xmlns' && !a.startsWith('xmlns:'));
  const ordered = own
    .map((attribute) => [attribute, ...key(attribute)] as const)
    .sort(([, a, x], [, b, y]) => compareNames(a, b) || compareNames(x, y));
  for (const [attribute] of ordered) out += ` ${attribute}="${escapeValue(attributes[attribute] as string)}"`;
  return `${out}>`;
}
