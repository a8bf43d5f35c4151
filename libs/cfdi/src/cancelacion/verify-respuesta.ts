import { ok, type Result } from '#kernel';
import { parseRfc } from '#sat';
import { readXml } from '../reading/nodes.js';
import type { XmlNode } from '../parsed.js';
import type { Certificado } from '../sello/certificado.js';
import { isFecha, MAX_FOLIOS, NAMESPACES, UUID } from './model.js';
import { attributesOf, MAX_CHARS, refuseMalformed } from './read.js';
import { RESPUESTAS, type FolioRespuesta, type RespuestaCancelacion } from './respuesta.js';
import { DSIG } from './signature.js';
import { verifySignature } from './verify.js';

/** An answer whose signature holds, and the certificate that made it. */
export interface VerifiedRespuesta extends RespuestaCancelacion {
  readonly certificado: Certificado;
}

interface ReadRespuesta {
  readonly respuesta: RespuestaCancelacion;
  readonly signature: XmlNode | undefined;
}

/**
 * Verifies an answer (SolicitudAceptacionRechazo) as the authority's service does, by the rules and with the codes of
 * `verifyCancelacion`: 301 its form, 302 its signature, 303 a certificate of another RFC than the receiver's, 304, 305, 310.
 */
export function verifyRespuesta(xml: string, { at }: { readonly at?: Date } = {}): Result<VerifiedRespuesta> {
  const read = readRespuesta(xml);
  if (!read.ok) return read;
  const { respuesta, signature } = read.value;
  const certificado = verifySignature(xml, { signature, rfc: respuesta.rfcReceptor, at });
  return certificado.ok ? ok({ ...respuesta, certificado: certificado.value }) : certificado;
}

/** Reads an answer, signed or not; its signature is not asked. Refuses with 301 what is none. */
export function parseRespuesta(xml: string): Result<RespuestaCancelacion> {
  const read = readRespuesta(xml);
  return read.ok ? ok(read.value.respuesta) : read;
}

function readRespuesta(xml: string): Result<ReadRespuesta> {
  if (xml.length > MAX_CHARS) return refuseMalformed('Es demasiado grande.', 'It is too large.');
  const parsed = readXml(xml);
  if (!parsed.ok) return refuseMalformed('No puede leerse.', 'It cannot be read.');
  const root = parsed.value;
  const values = attributesOf(root, ['RfcReceptor', 'RfcPacEnviaSolicitud', 'Fecha']);
  if (root.name !== 'SolicitudAceptacionRechazo' || root.namespace !== NAMESPACES.cfdi || !values)
    return refuseMalformed(
      'No es una SolicitudAceptacionRechazo con RfcReceptor, RfcPacEnviaSolicitud y Fecha.',
      'It is no SolicitudAceptacionRechazo with RfcReceptor, RfcPacEnviaSolicitud and Fecha.',
    );
  const [rfcReceptor = '', rfcPac = '', fecha = ''] = values;
  if (parseRfc(rfcReceptor)?.rfc !== rfcReceptor || parseRfc(rfcPac)?.rfc !== rfcPac)
    return refuseMalformed('Un RFC no lo es.', 'An RFC is none.');
  if (!isFecha(fecha)) return refuseMalformed('La Fecha no existe.', 'Fecha does not exist.');
  const last = root.children.at(-1);
  const signature = last?.name === 'Signature' && last.namespace === DSIG ? last : undefined;
  const folios = foliosOf(signature ? root.children.slice(0, -1) : root.children);
  if (folios === undefined || folios.length === 0 || folios.length > MAX_FOLIOS)
    return refuseMalformed(
      `No tiene de 1 a ${MAX_FOLIOS} folios bien formados.`,
      `It has not 1 to ${MAX_FOLIOS} folios.`,
    );
  return ok({ respuesta: { rfcReceptor, rfcPac, fecha, folios }, signature });
}

/** `<Folios><UUID/><Respuesta/></Folios>`, one for each folio; undefined where anything else is there. */
function foliosOf(groups: readonly XmlNode[]): readonly FolioRespuesta[] | undefined {
  const folios: FolioRespuesta[] = [];
  for (const group of groups) {
    if (group.name !== 'Folios' || group.namespace !== NAMESPACES.cfdi || !attributesOf(group, []))
      return undefined;
    const [first, second, ...others] = group.children;
    const uuid = textOf(first, 'UUID');
    const respuesta = RESPUESTAS.find((word) => word === textOf(second, 'Respuesta'));
    if (uuid === undefined || !UUID.test(uuid) || respuesta === undefined || others.length > 0)
      return undefined;
    folios.push({ uuid, respuesta });
  }
  return folios;
}

const textOf = (node: XmlNode | undefined, name: string): string | undefined =>
  node?.name === name && node.namespace === NAMESPACES.cfdi && node.children.length === 0
    ? node.text?.trim()
    : undefined;
