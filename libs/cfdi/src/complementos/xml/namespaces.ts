import { field, type Detail } from '#kernel';
import { standardsFor, type Destination } from '../../schemas/standards/index.js';
import { XML_NAMESPACES } from '../../reading/namespaces.js';
import type { NamespaceInput } from '../input.js';

/** The namespaces that a caller's XML may use without declaring them. */

export const CFDI = 'http://www.sat.gob.mx/cfd/4';
export const TFD = 'http://www.sat.gob.mx/TimbreFiscalDigital';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Prefixes whose meaning is fixed in every document. */
const RESERVED_PREFIXES = new Set(['cfdi', 'retenciones', 'xsi', 'tfd']);
/** Namespaces that every document declares, or XML itself. */
const DECLARED = new Set([CFDI, TFD, XSI, ...Object.values(XML_NAMESPACES)]);
/** One spelling for all: an NCName of ASCII. Names that begin with xml belong to the W3C. */
const PREFIX = /^(?!xml)[A-Za-z_][\w.-]{0,49}$/i;
/** An absolute URI without anything that ends an attribute or parts a list. */
const URI = /^[A-Za-z][A-Za-z\d+.-]*:[^\s"'<>\\^`{|}]{1,500}$/;
const SAT_URI = /^https?:\/\/([\w-]+\.)*sat\.gob\.mx(\/|$)/i;
const MAX_NAMESPACES = 50;

const DESTINOS: readonly Destination[] = ['comprobante', 'concepto', 'retenciones'];

/** The namespaces of the tax authority's standards by the prefix that each asks for. */
const known = new Map(
  DESTINOS.flatMap((destination) => standardsFor(destination)).map(({ prefix, namespace }) => [
    prefix,
    namespace,
  ]),
);

const namespacesFor = (destination: Destination): Readonly<Record<string, string>> =>
  Object.fromEntries(standardsFor(destination).map(({ prefix, namespace }) => [prefix, namespace]));
const byDestination: Readonly<Record<Destination, Readonly<Record<string, string>>>> = {
  comprobante: namespacesFor('comprobante'),
  concepto: namespacesFor('concepto'),
  retenciones: namespacesFor('retenciones'),
};

/** Whether a namespace is the tax authority's: what it means is not for a caller to say. */
export const isSatUri = (uri: string): boolean => SAT_URI.test(uri);

const isText = (value: unknown): value is string => typeof value === 'string';

const badField = (path: string, es: string, en: string): Detail =>
  field(path, 'invalid_value', { message: { es, en } });

function prefixProblem(prefix: unknown, uri: unknown, path: string): Detail | undefined {
  if (!isText(prefix) || !PREFIX.test(prefix))
    return field(path, 'invalid_format', { params: { expected: 'NCName' } });
  const own = known.get(prefix);
  if (RESERVED_PREFIXES.has(prefix) || (own !== undefined && own !== uri))
    return badField(
      path,
      `El prefijo "${prefix}" está reservado para un estándar del SAT o de XML.`,
      `The prefix "${prefix}" is reserved for a standard of the tax authority or of XML.`,
    );
  return undefined;
}

function uriProblem(uri: unknown, path: string): Detail | undefined {
  if (!isText(uri) || !URI.test(uri)) return field(path, 'invalid_format', { params: { expected: 'URI' } });
  if (DECLARED.has(uri))
    return badField(
      path,
      'Este espacio de nombres ya está declarado en el comprobante.',
      'This namespace is declared in the document already.',
    );
  return undefined;
}

const schemaProblem = (schema: unknown, path: string): Detail | undefined =>
  isText(schema) && URI.test(schema) && URL.canParse(schema)
    ? undefined
    : field(path, 'invalid_format', { params: { expected: 'URL' } });

/**
 * What is wrong with the namespaces that a caller declares, at paths below `path`: a prefix is an NCName that no
 * standard has for another namespace and that comes once; a namespace and its schema's address are absolute URIs.
 */
export function checkNamespaces(namespaces: readonly NamespaceInput[], path: string): Detail[] {
  const given: unknown = namespaces;
  if (!Array.isArray(given)) return [field(path, 'invalid_type', { params: { expected: 'array' } })];
  if (given.length > MAX_NAMESPACES)
    return [field(path, 'invalid_length', { params: { max: MAX_NAMESPACES } })];
  const seen = new Set<unknown>();
  return given.flatMap((given: unknown, i) => {
    const here = `${path}[${i}]`;
    if (typeof given !== 'object' || given === null)
      return [field(here, 'invalid_type', { params: { expected: 'object' } })];
    const { prefijo, uri, esquema } = given as Partial<NamespaceInput>;
    const repeated = seen.has(prefijo);
    seen.add(prefijo);
    return [
      prefixProblem(prefijo, uri, `${here}.prefijo`),
      repeated ? badField(`${here}.prefijo`, 'El prefijo se repite.', 'The prefix is repeated.') : undefined,
      uriProblem(uri, `${here}.uri`),
      schemaProblem(esquema, `${here}.esquema`),
    ].filter((detail) => detail !== undefined);
  });
}

/** Namespaces by prefix in a complement's XML: the caller's, and those of the standards that may stand there. */
export const complementoNamespaces = (
  destination: Destination,
  namespaces: readonly NamespaceInput[],
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(namespaces.map(({ prefijo, uri }) => [prefijo, uri])),
  ...byDestination[destination],
  xsi: XSI,
});

/** Namespaces by prefix in an addenda: the caller's that the document declares. */
export const addendaNamespaces = (
  namespaces: readonly NamespaceInput[],
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(namespaces.map(({ prefijo, uri }) => [prefijo, uri])),
  xsi: XSI,
});
