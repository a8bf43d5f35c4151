import { ok, refuse, type Refused, type Result } from '#kernel';
import { parseRfc } from '#sat';
import { readXml } from '../lectura/nodos.js';
import type { Nodo } from '../parsed.js';
import { codigoCancelacion } from './codigos.js';
import { DSIG } from './firma.js';
import { ESPACIOS, esFecha, MAX_FOLIOS, UUID } from './modelo.js';
import type { Cancelacion, FolioCancelacion, TipoCancelacion } from './modelo.js';

/** 500 folios and a certificate have less than 100 kB; indented, somewhat more. */
const MAX_CHARS = 1024 * 1024;

/** A request as it was read, with the signature that it carries. */
export interface Leida {
  readonly cancelacion: Cancelacion;
  readonly firma?: Nodo;
}

/**
 * Refuses a request with the authority's own code (CodEstatus) as the first detail: `details[0].code`, its source `sat`,
 * and the reason in both languages.
 */
export function negar(codigo: string, es: string, en: string): Refused {
  const texto = codigoCancelacion(codigo)?.texto ?? { es: '', en: '' };
  return refuse('invalid_request', {
    ...{ path: 'xml', location: 'body' },
    details: [
      {
        ...{ code: codigo, source: 'sat', path: 'xml', location: 'body' },
        message: { es: `${texto.es} ${es}`.trim(), en: `${texto.en} ${en}`.trim() },
      },
    ],
  });
}

/**
 * Reads a cancellation request, signed or not, of CFDI or of retenciones; its signature is not asked (see
 * `verifyCancelacion`), nor whether its motives fit (see `estatusDelFolio`). Refuses with 301 what is no such document:
 * another element or attribute than those known, a date that does not exist, an RFC or UUID of another shape, no folio
 * or more than 500.
 */
export function parseCancelacion(xml: string): Result<Cancelacion> {
  const leida = leerCancelacion(xml);
  return leida.ok ? ok(leida.value.cancelacion) : leida;
}

export function leerCancelacion(xml: string): Result<Leida> {
  if (xml.length > MAX_CHARS) return mal('Es demasiado grande.', 'It is too large.');
  const leido = readXml(xml);
  if (!leido.ok) return mal('No puede leerse.', 'It cannot be read.');
  const raiz = leido.value;
  const tipo = (Object.keys(ESPACIOS) as TipoCancelacion[]).find((cual) => ESPACIOS[cual] === raiz.espacio);
  const valores = atributosDe(raiz, ['RfcEmisor', 'Fecha']);
  if (raiz.nombre !== 'Cancelacion' || tipo === undefined || valores === undefined)
    return mal(
      'No es una Cancelacion con RfcEmisor y Fecha.',
      'It is no Cancelacion with RfcEmisor and Fecha.',
    );
  const [rfcEmisor = '', fecha = ''] = valores;
  if (parseRfc(rfcEmisor)?.rfc !== rfcEmisor)
    return mal('El RfcEmisor no es un RFC.', 'RfcEmisor is no RFC.');
  if (!esFecha(fecha)) return mal('La Fecha no existe.', 'Fecha does not exist.');
  const firma = raiz.hijos.at(-1);
  const firmada = firma?.nombre === 'Signature' && firma.espacio === DSIG;
  const folios = foliosDe(firmada ? raiz.hijos.slice(0, -1) : raiz.hijos, raiz.espacio);
  if (folios === undefined || folios.length === 0 || folios.length > MAX_FOLIOS)
    return mal(
      `No tiene de 1 a ${MAX_FOLIOS} folios bien formados.`,
      `It has not 1 to ${MAX_FOLIOS} folios.`,
    );
  return ok({ cancelacion: { tipo, rfcEmisor, fecha, folios }, ...(firmada && { firma }) });
}

const mal = (es: string, en: string): Refused => negar('301', es, en);

/**
 * Values of an element's attributes, the last `opcionales` of which may be missing or empty; undefined where another
 * one is missing, where there is one more, or where it has text.
 */
function atributosDe(
  { atributos, texto }: Nodo,
  nombres: readonly string[],
  opcionales = 0,
): readonly (string | undefined)[] | undefined {
  const propios = Object.keys(atributos).filter((name) => name !== 'xmlns' && !name.startsWith('xmlns:'));
  const requeridos = nombres.slice(0, nombres.length - opcionales);
  if (texto !== undefined || propios.some((name) => !nombres.includes(name))) return undefined;
  if (requeridos.some((name) => !Object.hasOwn(atributos, name))) return undefined;
  return nombres.map((name) => (Object.hasOwn(atributos, name) ? atributos[name] : undefined));
}

function foliosDe(grupos: readonly Nodo[], espacio: string): readonly FolioCancelacion[] | undefined {
  const folios: FolioCancelacion[] = [];
  for (const grupo of grupos) {
    if (grupo.nombre !== 'Folios' || grupo.espacio !== espacio || !atributosDe(grupo, [])) return undefined;
    if (grupo.hijos.length === 0) return undefined;
    for (const hijo of grupo.hijos) {
      const [uuid = '', motivo = '', folioSustitucion] =
        atributosDe(hijo, ['UUID', 'Motivo', 'FolioSustitucion'], 1) ?? [];
      const esFolio = hijo.nombre === 'Folio' && hijo.espacio === espacio && hijo.hijos.length === 0;
      if (!esFolio || !UUID.test(uuid)) return undefined;
      // Clients write an empty one where there is none, and the authority takes it.
      folios.push({ uuid, motivo, ...(folioSustitucion && { folioSustitucion }) });
    }
  }
  return folios;
}
