import { field, ok, refuseFields, type Refused, type Result } from '#kernel';
import { readXml } from '../lectura/nodos.js';
import type { Nodo } from '../parsed.js';

/** What the status service answers, in its own words and as values. */

export const ESTADOS = ['Vigente', 'Cancelado', 'No Encontrado'] as const;
export type Estado = (typeof ESTADOS)[number];

export const CANCELABLES = [
  'No cancelable',
  'Cancelable sin aceptación',
  'Cancelable con aceptación',
] as const;
export type EsCancelable = (typeof CANCELABLES)[number];

export const ESTATUS_CANCELACION = [
  'En proceso',
  'Plazo vencido',
  'Solicitud rechazada',
  'Cancelado sin aceptación',
  'Cancelado con aceptación',
] as const;
export type EstatusCancelacion = (typeof ESTATUS_CANCELACION)[number];

export interface EstadoSat {
  /** `S` found; `601` the expression is not valid; `602` there is no such document, or not with these data. */
  readonly codigo: 'S' | '601' | '602';
  /** The whole text: "N - 602: Comprobante no encontrado." */
  readonly codigoEstatus: string;
  readonly estado: Estado;
  /** Absent where the service says nothing (a document that was not found). */
  readonly esCancelable?: EsCancelable;
  /** Absent where no cancellation was ever asked for. */
  readonly estatusCancelacion?: EstatusCancelacion;
  /** ValidacionEFOS: 200 and 201 say that the issuer is not on the list of article 69-B, other codes that it is. */
  readonly validacionEfos?: string;
  /** Whether issuer (or third party) is on that list; absent where the service says nothing. */
  readonly enListaEfos?: boolean;
}

const MAX_CHARS = 64 * 1024;
const SIN_EFOS = new Set(['200', '201']);
/** How CodigoEstatus begins: `S - `, `N - 602: `. */
const CODIGO = /^(?:(S)\b|N\s*-\s*(601|602)\b)/;

/**
 * Reads the answer of the status service (see `consultaSoap`). Words count without regard to case, accents and white
 * space. Refuses (invalid_request, path `xml`) a SOAP fault, an answer with parts missing or repeated, and words that
 * are none of the service's: nothing is to be concluded from such an answer.
 */
export function parseConsulta(xml: string): Result<EstadoSat> {
  if (xml.length > MAX_CHARS) return mal('es demasiado grande.', 'it is too large.');
  const leido = readXml(xml);
  if (!leido.ok) return leido;
  const [resultado, otro] = descendientes(leido.value, 'ConsultaResult');
  const [falla] = descendientes(leido.value, 'faultstring');
  if (falla) return mal(`falla del servicio: ${corto(falla.texto)}`, `service fault: ${corto(falla.texto)}`);
  if (!resultado || otro) return mal('no tiene un ConsultaResult.', 'it has no ConsultaResult.');
  return leer(resultado);
}

const mal = (es: string, en: string): Refused =>
  refuseFields([
    field('xml', 'invalid_format', {
      message: {
        es: `La respuesta del SAT no puede leerse: ${es}`,
        en: `The answer of the SAT cannot be read: ${en}`,
      },
    }),
  ]);

const corto = (texto = ''): string => texto.trim().slice(0, 200);

const descendientes = (nodo: Nodo, nombre: string): readonly Nodo[] => [
  ...(nodo.nombre === nombre ? [nodo] : []),
  ...nodo.hijos.flatMap((hijo) => descendientes(hijo, nombre)),
];

function leer({ hijos }: Nodo): Result<EstadoSat> {
  const nombres = hijos.map(({ nombre }) => nombre);
  if (new Set(nombres).size < nombres.length) return mal('repite un elemento.', 'it has an element twice.');
  const de = (nombre: string): string => hijos.find((hijo) => hijo.nombre === nombre)?.texto?.trim() ?? '';
  const codigoEstatus = de('CodigoEstatus');
  const [, bien, fallo] = CODIGO.exec(codigoEstatus) ?? [];
  const codigo = (bien ?? fallo) as EstadoSat['codigo'] | undefined;
  const estado = palabra(ESTADOS, de('Estado'));
  const esCancelable = palabra(CANCELABLES, de('EsCancelable'));
  const estatusCancelacion = palabra(ESTATUS_CANCELACION, de('EstatusCancelacion'));
  const validacionEfos = de('ValidacionEFOS');
  if (codigo === undefined) return desconocido('CodigoEstatus', codigoEstatus);
  if (estado === undefined || estado === '') return desconocido('Estado', de('Estado'));
  if (esCancelable === undefined) return desconocido('EsCancelable', de('EsCancelable'));
  if (estatusCancelacion === undefined) return desconocido('EstatusCancelacion', de('EstatusCancelacion'));
  if ((codigo === 'S') === (estado === 'No Encontrado')) return desconocido('Estado', estado);
  return ok({
    ...{ codigo, codigoEstatus, estado },
    ...(esCancelable !== '' && { esCancelable }),
    ...(estatusCancelacion !== '' && { estatusCancelacion }),
    ...(validacionEfos !== '' && { validacionEfos, enListaEfos: !SIN_EFOS.has(validacionEfos) }),
  });
}

const desconocido = (nombre: string, texto: string): Refused =>
  mal(`${nombre} dice "${corto(texto)}".`, `${nombre} says "${corto(texto)}".`);

const simple = (texto: string): string =>
  texto
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The service's word that a text is; `''` where there is none, undefined where it is none of them. */
const palabra = <T extends string>(palabras: readonly T[], texto: string): T | '' | undefined =>
  texto === '' ? '' : palabras.find((una) => simple(una) === simple(texto));
