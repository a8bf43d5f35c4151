import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { DSIG } from './firma.js';

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

type Espacios = ReadonlyMap<string, string>;

interface Marco {
  readonly nombre: string;
  readonly espacios: Espacios;
  /** Whether the element is written, and into which of the two texts. */
  readonly destino: Destino;
}

type Destino = 'documento' | 'signedInfo' | 'nada';

const texto = (escrito: string): string =>
  escrito.replace(/[&<>\r]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? '&#xD;');

const EN_ATRIBUTO: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
const valor = (escrito: string): string => escrito.replace(/[&<"\t\n\r]/g, (c) => EN_ATRIBUTO[c] as string);

/**
 * Both canonical texts of a document. Undefined where it has a processing instruction or an attribute of the `xml`
 * prefix, which no request has and which an excerpt would have to inherit.
 */
export function canonizar(xml: string): Canonico | undefined {
  const parser = new SaxesParser({ xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const escrito = { documento: '', signedInfo: '', nada: '' };
  const marcos: Marco[] = [];
  let admitido = true;
  let firmada = false;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('processinginstruction', () => (admitido = false));
  const anota = (found: string): void => {
    const marco = marcos.at(-1);
    if (marco) escrito[marco.destino] += texto(found);
  };
  parser.on('text', anota);
  parser.on('cdata', anota);
  parser.on('opentag', (tag: SaxesTagPlain) => {
    const padre = marcos.at(-1);
    const espacios = dentroDe(tag, padre?.espacios ?? new Map());
    if (Object.keys(tag.attributes).some((name) => name.startsWith('xml:'))) admitido = false;
    const destino = destinoDe(tag.name, espacios, marcos, firmada);
    firmada ||= destino === 'signedInfo';
    // The apex of an excerpt declares all that is in force; others what is new.
    const declarados = destino === padre?.destino ? padre.espacios : new Map<string, string>();
    escrito[destino] += apertura(tag, espacios, declarados);
    marcos.push({ nombre: tag.name, espacios, destino });
  });
  parser.on('closetag', () => {
    const { nombre, destino } = marcos.pop() as Marco;
    escrito[destino] += `</${nombre}>`;
  });
  parser.write(xml).close();
  if (!admitido) return undefined;
  return { documento: escrito.documento, signedInfo: firmada ? escrito.signedInfo : undefined };
}

/** Where an element goes: a Signature in the root is left out, the first SignedInfo in it is the other text. */
function destinoDe(nombre: string, espacios: Espacios, marcos: readonly Marco[], firmada: boolean): Destino {
  const padre = marcos.at(-1);
  if (padre === undefined) return 'documento';
  if (padre.destino !== 'documento') {
    const primero = marcos.length === 2 && padre.destino === 'nada' && !firmada;
    return primero && esDsig(nombre, espacios, 'SignedInfo') ? 'signedInfo' : padre.destino;
  }
  return marcos.length === 1 && esDsig(nombre, espacios, 'Signature') ? 'nada' : 'documento';
}

function esDsig(nombre: string, espacios: Espacios, local: string): boolean {
  const colon = nombre.indexOf(':');
  return nombre.slice(colon + 1) === local && espacios.get(nombre.slice(0, Math.max(colon, 0))) === DSIG;
}

/** The namespaces in force inside an element, by prefix; the empty prefix with an empty name is none. */
function dentroDe({ attributes }: SaxesTagPlain, fuera: Espacios): Espacios {
  let espacios: Map<string, string> | undefined;
  for (const [name, uri] of Object.entries(attributes)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    espacios ??= new Map(fuera);
    if (uri === '') espacios.delete('');
    else espacios.set(name.slice('xmlns:'.length), uri);
  }
  return espacios ?? fuera;
}

/** Orders texts by their code points, as UTF-8 does, and not by UTF-16 units. */
const orden = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A start tag: namespaces by prefix, attributes by namespace and local name. */
function apertura({ name, attributes }: SaxesTagPlain, espacios: Espacios, declarados: Espacios): string {
  let out = `<${name}`;
  if (declarados.has('') && !espacios.has('')) out += ' xmlns=""';
  for (const [prefijo, uri] of [...espacios].sort(([a], [b]) => orden(a, b)))
    if (declarados.get(prefijo) !== uri)
      out += ` ${prefijo === '' ? 'xmlns' : `xmlns:${prefijo}`}="${valor(uri)}"`;
  const clave = (atributo: string): readonly [string, string] => {
    const colon = atributo.indexOf(':');
    return colon < 0
      ? ['', atributo]
      : [espacios.get(atributo.slice(0, colon)) ?? '', atributo.slice(colon + 1)];
  };
  const propios = Object.keys(attributes).filter((a) => a !== 'xmlns' && !a.startsWith('xmlns:'));
  const ordenados = propios
    .map((atributo) => [atributo, ...clave(atributo)] as const)
    .sort(([, a, x], [, b, y]) => orden(a, b) || orden(x, y));
  for (const [atributo] of ordenados) out += ` ${atributo}="${valor(attributes[atributo] as string)}"`;
  return `${out}>`;
}
