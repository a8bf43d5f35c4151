import { verifyRespuesta } from '#cfdi';
import { present } from '../core/cancelling.js';
import type { CancelUuid, CancellationAnswer, SatLink } from '../core/sat-link.js';
import { json, type Answer, type Double } from '../core/server.js';
import { fail } from './stamping.js';

/** SW's cancellation, and what a receiver answers to one. */

export async function cancel(double: Double, sat: SatLink, request: string | CancelUuid): Promise<Answer> {
  return answerOf(await present('sw', double, sat, request));
}

const REASONS: Readonly<Record<string, string>> = {
  '301': 'CA1000 - El xml proporcionado está mal formado.',
  '302': 'CR1309 - El sello del XML no es válido.',
  '304': 'CR1308 - Certificado revocado o caduco.',
};

function answerOf({ codEstatus, folios, acuse }: CancellationAnswer): Answer {
  if (codEstatus !== undefined)
    return fail(
      'CACFDI33 - Problemas con el xml.',
      REASONS[codEstatus] ?? `CA${codEstatus} - Solicitud no válida.`,
    );
  const uuid = Object.fromEntries(folios.map((folio) => [folio.uuid.toUpperCase(), folio.estatus]));
  return json({ data: { acuse, uuid }, status: 'success' });
}

export async function pendings(sat: SatLink, rfc: string): Promise<Answer> {
  const uuid = await sat.pending(rfc);
  if (uuid.length === 0) return fail('CA1101 - No existen peticiones para el RFC Receptor.');
  return json({ codStatus: '1100', data: { codEstatus: '1100', uuid }, status: 'success' });
}

/** Answers to pending cancellations: by a path of one, or by the signed document of several. */
export async function acceptReject(
  sat: SatLink,
  answers: readonly { readonly uuid: string; readonly action: string }[],
  receptor?: string,
): Promise<Answer> {
  const folios = [];
  for (const { uuid, action } of answers) {
    const estatusUUID = await sat.decide(uuid, action === 'Aceptacion' ? 'accept' : 'reject', receptor);
    folios.push({ uuid, estatusUUID, respuesta: action });
  }
  const lines = folios.map(
    ({ uuid, estatusUUID }) =>
      `<Folios><UUID>${uuid}</UUID><EstatusUUID>${estatusUUID}</EstatusUUID></Folios>`,
  );
  const acuse = `<Acuse xmlns="http://cancelacfd.sat.gob.mx">${lines.join('')}</Acuse>`;
  return json({ codStatus: '1000', data: { folios, acuse }, status: 'success' });
}

/** The same by a document that the receiver has signed. */
export async function acceptSigned(sat: SatLink, xml: string): Promise<Answer> {
  const read = verifyRespuesta(xml);
  if (!read.ok) {
    const code = read.refusal.details?.[0]?.code ?? '301';
    return fail('CACFDI33 - Problemas con el xml.', REASONS[code] ?? `CA${code} - Solicitud no válida.`);
  }
  return acceptReject(
    sat,
    read.value.folios.map(({ uuid, respuesta }) => ({ uuid: uuid.toUpperCase(), action: respuesta })),
    read.value.rfcReceptor,
  );
}

/** No document is known to be related to another. */
export const relations = (uuid: string): Answer =>
  json({
    ...{ codStatus: '2001', status: 'success' },
    data: {
      ...{ uuidConsultado: uuid, resultado: 'No Existen cfdi relacionados al folio fiscal.' },
      ...{ uuidsRelacionadosPadres: [], uuidsRelacionadosHijos: [] },
    },
  });
