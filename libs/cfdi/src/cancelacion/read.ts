import { ok, refuse, type Refused, type Result } from '#kernel';
import { parseRfc } from '#sat';
import { readXml } from '../reading/nodes.js';
import type { XmlNode } from '../parsed.js';
import { findCancelacionCode } from './codes.js';
import { DSIG } from './signature.js';
import { NAMESPACES, isFecha, MAX_FOLIOS, UUID } from './model.js';
import type { Cancelacion, FolioCancelacion, CancelacionKind } from './model.js';

/** 500 folios and a certificate have less than 100 kB; indented, somewhat more. */
export const MAX_CHARS = 1024 * 1024;

/** A request as it was read, with the signature that it carries. */
export interface ReadCancelacion {
  readonly cancelacion: Cancelacion;
  readonly signature?: XmlNode;
}

/**
 * Refuses a request with the authority's own code (CodEstatus) as the first detail: `details[0].code`, its source `sat`,
 * and the reason in both languages.
 */
export function refuseWith(code: string, es: string, en: string): Refused {
  const text = findCancelacionCode(code)?.texto ?? { es: '', en: '' };
  return refuse('invalid_request', {
    ...{ path: 'xml', location: 'body' },
    details: [
      {
        ...{ code, source: 'sat', path: 'xml', location: 'body' },
        message: { es: `${text.es} ${es}`.trim(), en: `${text.en} ${en}`.trim() },
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
  const read = readCancelacion(xml);
  return read.ok ? ok(read.value.cancelacion) : read;
}

export function readCancelacion(xml: string): Result<ReadCancelacion> {
  if (xml.length > MAX_CHARS) return refuseMalformed('Es demasiado grande.', 'It is too large.');
  const parsed = readXml(xml);
  if (!parsed.ok) return refuseMalformed('No puede leerse.', 'It cannot be read.');
  const root = parsed.value;
  const type = (Object.keys(NAMESPACES) as CancelacionKind[]).find(
    (which) => NAMESPACES[which] === root.namespace,
  );
  const values = attributesOf(root, ['RfcEmisor', 'Fecha']);
  if (root.name !== 'Cancelacion' || type === undefined || values === undefined)
    return refuseMalformed(
      'No es una Cancelacion con RfcEmisor y Fecha.',
      'It is no Cancelacion with RfcEmisor and Fecha.',
    );
  const [rfcEmisor = '', fecha = ''] = values;
  if (parseRfc(rfcEmisor)?.rfc !== rfcEmisor)
    return refuseMalformed('El RfcEmisor no es un RFC.', 'RfcEmisor is no RFC.');
  if (!isFecha(fecha)) return refuseMalformed('La Fecha no existe.', 'Fecha does not exist.');
  const signature = root.children.at(-1);
  const signed = signature?.name === 'Signature' && signature.namespace === DSIG;
  const folios = foliosOf(signed ? root.children.slice(0, -1) : root.children, root.namespace);
  if (folios === undefined || folios.length === 0 || folios.length > MAX_FOLIOS)
    return refuseMalformed(
      `No tiene de 1 a ${MAX_FOLIOS} folios bien formados.`,
      `It has not 1 to ${MAX_FOLIOS} folios.`,
    );
  return ok({ cancelacion: { tipo: type, rfcEmisor, fecha, folios }, ...(signed && { signature }) });
}

export const refuseMalformed = (es: string, en: string): Refused => refuseWith('301', es, en);

/**
 * Values of an element's attributes, the last `optional` of which may be missing or empty; undefined where another
 * one is missing, where there is one more, or where it has text.
 */
export function attributesOf(
  { attributes, text }: XmlNode,
  names: readonly string[],
  optional = 0,
): readonly (string | undefined)[] | undefined {
  const own = Object.keys(attributes).filter((name) => name !== 'xmlns' && !name.startsWith('xmlns:'));
  const required = names.slice(0, names.length - optional);
  if (text !== undefined || own.some((name) => !names.includes(name))) return undefined;
  if (required.some((name) => !Object.hasOwn(attributes, name))) return undefined;
  return names.map((name) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined));
}

function foliosOf(groups: readonly XmlNode[], namespace: string): readonly FolioCancelacion[] | undefined {
  const folios: FolioCancelacion[] = [];
  for (const group of groups) {
    if (group.name !== 'Folios' || group.namespace !== namespace || !attributesOf(group, []))
      return undefined;
    if (group.children.length === 0) return undefined;
    for (const child of group.children) {
      const [uuid = '', motivo = '', folioSustitucion] =
        attributesOf(child, ['UUID', 'Motivo', 'FolioSustitucion'], 1) ?? [];
      const isFolio = child.name === 'Folio' && child.namespace === namespace && child.children.length === 0;
      if (!isFolio || !UUID.test(uuid)) return undefined;
      // Clients write an empty one where there is none, and the authority takes it.
      folios.push({ uuid, motivo, ...(folioSustitucion && { folioSustitucion }) });
    }
  }
  return folios;
}
