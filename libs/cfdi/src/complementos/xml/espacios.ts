import { field, type Detail } from '#kernel';
import { estandaresDe, type Destino } from '../../formas/estandares/index.js';
import { ESPACIOS_DE_XML } from '../../lectura/espacios.js';
import type { EspacioInput } from '../input.js';

/** The namespaces that a caller's XML may use without declaring them. */

export const CFDI = 'http://www.sat.gob.mx/cfd/4';
export const TFD = 'http://www.sat.gob.mx/TimbreFiscalDigital';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Prefixes whose meaning is fixed in every document. */
const RESERVADOS = new Set(['cfdi', 'retenciones', 'xsi', 'tfd']);
/** Namespaces that every document declares, or XML itself. */
const DECLARADOS = new Set([CFDI, TFD, XSI, ...Object.values(ESPACIOS_DE_XML)]);
/** One spelling for all: an NCName of ASCII. Names that begin with xml belong to the W3C. */
const PREFIJO = /^(?!xml)[A-Za-z_][\w.-]{0,49}$/i;
/** An absolute URI without anything that ends an attribute or parts a list. */
const URI = /^[A-Za-z][A-Za-z\d+.-]*:[^\s"'<>\\^`{|}]{1,500}$/;
const DEL_SAT = /^https?:\/\/([\w-]+\.)*sat\.gob\.mx(\/|$)/i;
const MAX_ESPACIOS = 50;

const DESTINOS: readonly Destino[] = ['comprobante', 'concepto', 'retenciones'];

/** The namespaces of the tax authority's standards by the prefix that each asks for. */
const conocidos = new Map(
  DESTINOS.flatMap((destino) => estandaresDe(destino)).map(({ prefijo, espacio }) => [prefijo, espacio]),
);

const delDestino = (destino: Destino): Readonly<Record<string, string>> =>
  Object.fromEntries(estandaresDe(destino).map(({ prefijo, espacio }) => [prefijo, espacio]));
const porDestino: Readonly<Record<Destino, Readonly<Record<string, string>>>> = {
  comprobante: delDestino('comprobante'),
  concepto: delDestino('concepto'),
  retenciones: delDestino('retenciones'),
};

/** Whether a namespace is the tax authority's: what it means is not for a caller to say. */
export const esDelSat = (uri: string): boolean => DEL_SAT.test(uri);

const esTexto = (valor: unknown): valor is string => typeof valor === 'string';

const malo = (ruta: string, es: string, en: string): Detail =>
  field(ruta, 'invalid_value', { message: { es, en } });

function prefijoMalo(prefijo: unknown, uri: unknown, ruta: string): Detail | undefined {
  if (!esTexto(prefijo) || !PREFIJO.test(prefijo))
    return field(ruta, 'invalid_format', { params: { expected: 'NCName' } });
  const propio = conocidos.get(prefijo);
  if (RESERVADOS.has(prefijo) || (propio !== undefined && propio !== uri))
    return malo(
      ruta,
      `El prefijo "${prefijo}" está reservado para un estándar del SAT o de XML.`,
      `The prefix "${prefijo}" is reserved for a standard of the tax authority or of XML.`,
    );
  return undefined;
}

function uriMalo(uri: unknown, ruta: string): Detail | undefined {
  if (!esTexto(uri) || !URI.test(uri)) return field(ruta, 'invalid_format', { params: { expected: 'URI' } });
  if (DECLARADOS.has(uri))
    return malo(
      ruta,
      'Este espacio de nombres ya está declarado en el comprobante.',
      'This namespace is declared in the document already.',
    );
  return undefined;
}

const esquemaMalo = (esquema: unknown, ruta: string): Detail | undefined =>
  esTexto(esquema) && URI.test(esquema) && URL.canParse(esquema)
    ? undefined
    : field(ruta, 'invalid_format', { params: { expected: 'URL' } });

/**
 * What is wrong with the namespaces that a caller declares, at paths below `ruta`: a prefix is an NCName that no
 * standard has for another namespace and that comes once; a namespace and its schema's address are absolute URIs.
 */
export function revisarEspacios(espacios: readonly EspacioInput[], ruta: string): Detail[] {
  const dados: unknown = espacios;
  if (!Array.isArray(dados)) return [field(ruta, 'invalid_type', { params: { expected: 'array' } })];
  if (dados.length > MAX_ESPACIOS) return [field(ruta, 'invalid_length', { params: { max: MAX_ESPACIOS } })];
  const vistos = new Set<unknown>();
  return dados.flatMap((dado: unknown, i) => {
    const aqui = `${ruta}[${i}]`;
    if (typeof dado !== 'object' || dado === null)
      return [field(aqui, 'invalid_type', { params: { expected: 'object' } })];
    const { prefijo, uri, esquema } = dado as Partial<EspacioInput>;
    const repetido = vistos.has(prefijo);
    vistos.add(prefijo);
    return [
      prefijoMalo(prefijo, uri, `${aqui}.prefijo`),
      repetido ? malo(`${aqui}.prefijo`, 'El prefijo se repite.', 'The prefix is repeated.') : undefined,
      uriMalo(uri, `${aqui}.uri`),
      esquemaMalo(esquema, `${aqui}.esquema`),
    ].filter((detalle) => detalle !== undefined);
  });
}

/** Namespaces by prefix in a complement's XML: the caller's, and those of the standards that may stand there. */
export const espaciosDeComplemento = (
  destino: Destino,
  espacios: readonly EspacioInput[],
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(espacios.map(({ prefijo, uri }) => [prefijo, uri])),
  ...porDestino[destino],
  xsi: XSI,
});

/** Namespaces by prefix in an addenda: the caller's that the document declares. */
export const espaciosDeAddenda = (espacios: readonly EspacioInput[]): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(espacios.map(({ prefijo, uri }) => [prefijo, uri])),
  xsi: XSI,
});
