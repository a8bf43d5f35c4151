import { field, ok, refuseFields, type Refused, type Result } from '#kernel';
import { readXml } from '../reading/nodes.js';
import type { XmlNode } from '../parsed.js';

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
const NO_EFOS = new Set(['200', '201']);
/** How CodigoEstatus begins: `S - `, `N - 602: `. */
const CODE = /^(?:(S)\b|N\s*-\s*(601|602)\b)/;

/**
 * Reads the answer of the status service (see `consultaSoap`). Words count without regard to case, accents and white
 * space. Refuses (invalid_request, path `xml`) a SOAP fault, an answer with parts missing or repeated, and words that
 * are none of the service's: nothing is to be concluded from such an answer.
 */
export function parseConsulta(xml: string): Result<EstadoSat> {
  if (xml.length > MAX_CHARS) return refuseMalformed('es demasiado grande.', 'it is too large.');
  const parsed = readXml(xml);
  if (!parsed.ok) return parsed;
  const [result, other] = descendantsOf(parsed.value, 'ConsultaResult');
  const [violation] = descendantsOf(parsed.value, 'faultstring');
  if (violation)
    return refuseMalformed(
      `falla del servicio: ${shorten(violation.text)}`,
      `service fault: ${shorten(violation.text)}`,
    );
  if (!result || other) return refuseMalformed('no tiene un ConsultaResult.', 'it has no ConsultaResult.');
  return readAnswer(result);
}

const refuseMalformed = (es: string, en: string): Refused =>
  refuseFields([
    field('xml', 'invalid_format', {
      message: {
        es: `La respuesta del SAT no puede leerse: ${es}`,
        en: `The answer of the SAT cannot be read: ${en}`,
      },
    }),
  ]);

const shorten = (text = ''): string => text.trim().slice(0, 200);

const descendantsOf = (node: XmlNode, name: string): readonly XmlNode[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => descendantsOf(child, name)),
];

function readAnswer({ children }: XmlNode): Result<EstadoSat> {
  const names = children.map(({ name }) => name);
  if (new Set(names).size < names.length)
    return refuseMalformed('repite un elemento.', 'it has an element twice.');
  const textOf = (name: string): string => children.find((child) => child.name === name)?.text?.trim() ?? '';
  const codigoEstatus = textOf('CodigoEstatus');
  const [, bien, failure] = CODE.exec(codigoEstatus) ?? [];
  const code = (bien ?? failure) as EstadoSat['codigo'] | undefined;
  const keyStatus = matchWord(ESTADOS, textOf('Estado'));
  const isCancelable = matchWord(CANCELABLES, textOf('EsCancelable'));
  const estatusCancelacion = matchWord(ESTATUS_CANCELACION, textOf('EstatusCancelacion'));
  const validacionEfos = textOf('ValidacionEFOS');
  if (code === undefined) return refuseUnknown('CodigoEstatus', codigoEstatus);
  if (keyStatus === undefined || keyStatus === '') return refuseUnknown('Estado', textOf('Estado'));
  if (isCancelable === undefined) return refuseUnknown('EsCancelable', textOf('EsCancelable'));
  if (estatusCancelacion === undefined)
    return refuseUnknown('EstatusCancelacion', textOf('EstatusCancelacion'));
  if ((code === 'S') === (keyStatus === 'No Encontrado')) return refuseUnknown('Estado', keyStatus);
  return ok({
    ...{ codigo: code, codigoEstatus, estado: keyStatus },
    ...(isCancelable !== '' && { esCancelable: isCancelable }),
    ...(estatusCancelacion !== '' && { estatusCancelacion }),
    ...(validacionEfos !== '' && { validacionEfos, enListaEfos: !NO_EFOS.has(validacionEfos) }),
  });
}

const refuseUnknown = (name: string, text: string): Refused =>
  refuseMalformed(`${name} dice "${shorten(text)}".`, `${name} says "${shorten(text)}".`);

const simple = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The service's word that a text is; `''` where there is none, undefined where it is none of them. */
const matchWord = <T extends string>(words: readonly T[], text: string): T | '' | undefined =>
  text === '' ? '' : words.find((one) => simple(one) === simple(text));
