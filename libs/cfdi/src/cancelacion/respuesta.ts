import { field, ok, refuse, refuseFields, type Detail, type Result } from '#kernel';
import { parseRfc } from '#sat';
import { DATE_TIME_FORMAT } from '../schemas/types.js';
import { invalidFormat, invalidLength, required } from '../details.js';
import { escapeXml } from '../text.js';
import { isFecha, MAX_FOLIOS, NAMESPACES, UUID } from './model.js';
import { signDocument, type RequestSigner } from './write.js';

/** The answer of a receiver to requests to cancel documents that it has received (SolicitudAceptacionRechazo). */

/** Word of the document: Aceptacion cancels what was asked for, Rechazo leaves it in force. */
export type Respuesta = 'Aceptacion' | 'Rechazo';

export const RESPUESTAS: readonly Respuesta[] = ['Aceptacion', 'Rechazo'];

export interface FolioRespuesta {
  /** UUID of the document whose cancellation was asked for. */
  readonly uuid: string;
  readonly respuesta: Respuesta;
}

export interface RespuestaCancelacion {
  readonly rfcReceptor: string;
  /** RFC of the PAC that presents the answer (RfcPacEnviaSolicitud). */
  readonly rfcPac: string;
  /** Local time of the receiver, AAAA-MM-DDThh:mm:ss. */
  readonly fecha: string;
  /** 1 to 500. */
  readonly folios: readonly FolioRespuesta[];
}

/**
 * Writes an answer and signs it with the receiver's CSD, as a request to cancel is signed: enveloped, RSA with SHA-1 over canonical XML.
 * Each folio stands in a Folios of its own, UUID before Respuesta, as samples of the service have it.
 *
 * Refuses invalid_request with a detail for each wrong field (`folios[0].uuid`), and invoice_cancellation_rfc_mismatch where the CSD is
 * of another RFC.
 */
export async function respuestaXml(input: RespuestaCancelacion, csd: RequestSigner): Promise<Result<string>> {
  const details = check(input);
  if (details.length > 0) return refuseFields(details);
  if (input.rfcReceptor !== csd.rfc) return refuse('invoice_cancellation_rfc_mismatch');
  return ok(await signDocument(writeAnswer(input), csd));
}

function check({ rfcReceptor, rfcPac, fecha, folios }: RespuestaCancelacion): readonly Detail[] {
  const details: Detail[] = [];
  if (parseRfc(rfcReceptor)?.rfc !== rfcReceptor) details.push(invalidFormat('rfcReceptor', 'RFC'));
  if (parseRfc(rfcPac)?.rfc !== rfcPac) details.push(invalidFormat('rfcPac', 'RFC'));
  if (!isFecha(fecha)) details.push(invalidFormat('fecha', DATE_TIME_FORMAT));
  if (folios.length === 0) details.push(required('folios'));
  if (folios.length > MAX_FOLIOS) return [...details, invalidLength('folios', { min: 1, max: MAX_FOLIOS })];
  const seen = new Set<string>();
  for (const [i, { uuid }] of folios.entries()) {
    const path = `folios[${i}].uuid`;
    if (!UUID.test(uuid)) details.push(invalidFormat(path, 'UUID'));
    else if (seen.has(uuid.toUpperCase())) details.push(field(path, 'not_allowed', { message: REPEATED }));
    seen.add(uuid.toUpperCase());
  }
  return details;
}

const REPEATED = {
  es: 'El folio fiscal de "{path}" se repite en la respuesta.',
  en: 'The fiscal folio in "{path}" is in the answer twice.',
};

/** The document before and after the place of its signature. */
function writeAnswer({
  rfcReceptor,
  rfcPac,
  fecha,
  folios,
}: RespuestaCancelacion): readonly [string, string] {
  const rows = folios.map(
    ({ uuid, respuesta }) =>
      `<Folios><UUID>${uuid.toUpperCase()}</UUID><Respuesta>${respuesta}</Respuesta></Folios>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>' +
      `<SolicitudAceptacionRechazo xmlns="${NAMESPACES.cfdi}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"` +
      ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" RfcReceptor="${escapeXml(rfcReceptor)}"` +
      ` RfcPacEnviaSolicitud="${escapeXml(rfcPac)}" Fecha="${fecha}">${rows.join('')}`,
    '</SolicitudAceptacionRechazo>',
  ];
}
