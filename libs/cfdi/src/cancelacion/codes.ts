import type { Bilingual } from '#kernel';

/**
 * What the tax authority's cancellation service answers: EstatusUUID of each folio, CodEstatus of a whole request
 * ("Estándar del servicio de cancelación", CFDI and retenciones). Providers hand the codes out as they are; retenciones'
 * they write as CR1201.
 */

/** What an answer means for a cancellation that was asked for. */
export type Effect =
  /** Taken. Whether the document is cancelled, the status service tells. */
  | 'solicitada'
  /** Asked for or done before: the status service tells which. */
  | 'previa'
  /** Not cancelled by this request, nor by the same one sent again. */
  | 'rechazada'
  /** Not cancelled yet, and the same request may be sent again later. */
  | 'reintentar';

export interface CancelacionCode {
  readonly codigo: string;
  /** About one folio, or about the request with all of them. */
  readonly nivel: 'folio' | 'peticion';
  readonly efecto: Effect;
  readonly texto: Bilingual;
}

type CodeRow = readonly [codigo: string, efecto: Effect, es: string, en: string];

const FOLIOS: readonly CodeRow[] = [
  ['201', 'solicitada', 'La solicitud de cancelación se recibió.', 'The cancellation request was received.'],
  [
    '202',
    'previa',
    'El folio fiscal ya está cancelado, o su cancelación ya se había solicitado.',
    'The fiscal folio is cancelled already, or its cancellation was requested before.',
  ],
  [
    '203',
    'rechazada',
    'El folio fiscal no corresponde al emisor de la solicitud.',
    'The fiscal folio does not belong to the issuer of the request.',
  ],
  ['204', 'rechazada', 'El folio fiscal no se puede cancelar.', 'The fiscal folio cannot be cancelled.'],
  [
    '205',
    'reintentar',
    'El folio fiscal no está en los registros del SAT; uno recién timbrado puede tardar hasta 72 horas.',
    "The fiscal folio is not in the SAT's records; one just stamped may take up to 72 hours.",
  ],
  [
    '206',
    'rechazada',
    'El folio fiscal no es de un CFDI del sector primario.',
    'The fiscal folio is not of a CFDI of the primary sector.',
  ],
  [
    '207',
    'rechazada',
    'El motivo de cancelación falta o no es válido.',
    'The motive of the cancellation is missing or is not valid.',
  ],
  [
    '208',
    'rechazada',
    'El folio de sustitución falta o no es el de un comprobante vigente del emisor.',
    'The substitution folio is missing or is not that of a valid document of the issuer.',
  ],
  [
    '209',
    'rechazada',
    'El folio de sustitución solo se admite con el motivo 01.',
    'A substitution folio goes with motive 01 only.',
  ],
  [
    '210',
    'rechazada',
    'La fecha de la solicitud es posterior al plazo para cancelar (fecha de la declaración).',
    'The request came after the time to cancel (date of the tax return).',
  ],
  [
    '211',
    'rechazada',
    'La solicitud rebasa el plazo para cancelar un comprobante de una factura global.',
    'The request came after the time to cancel a document of a global invoice.',
  ],
  [
    '212',
    'rechazada',
    'La relación del comprobante no es válida o no existe.',
    'The relation of the document is not valid or does not exist.',
  ],
  [
    '1201',
    'solicitada',
    'La solicitud de cancelación de la retención se recibió.',
    'The cancellation request of the retention was received.',
  ],
  [
    '1202',
    'previa',
    'El folio fiscal de la retención ya estaba cancelado.',
    'The fiscal folio of the retention was cancelled before.',
  ],
  [
    '1203',
    'rechazada',
    'El folio fiscal de la retención no corresponde al emisor.',
    'The fiscal folio of the retention does not belong to the issuer.',
  ],
  [
    '1205',
    'reintentar',
    'El folio fiscal de la retención no está en los registros del SAT.',
    "The fiscal folio of the retention is not in the SAT's records.",
  ],
];

const REQUESTS: readonly CodeRow[] = [
  ['300', 'rechazada', 'El usuario del servicio no es válido.', 'The user of the service is not valid.'],
  ['301', 'rechazada', 'El XML de la solicitud está mal formado.', 'The XML of the request is malformed.'],
  [
    '302',
    'rechazada',
    'El sello de la solicitud está mal formado o no es válido.',
    'The signature of the request is malformed or not valid.',
  ],
  [
    '303',
    'rechazada',
    'El sello no corresponde al emisor de los comprobantes.',
    'The signature is not of the issuer of the documents.',
  ],
  [
    '304',
    'rechazada',
    'El certificado está revocado, caducó o aún no inicia su vigencia.',
    'The certificate was revoked, has expired or is not valid yet.',
  ],
  ['305', 'rechazada', 'El certificado no es válido.', 'The certificate is not valid.'],
  ['309', 'rechazada', 'El certificado no es válido.', 'The certificate is not valid.'],
  [
    '310',
    'rechazada',
    'El certificado no es de sello digital (CSD).',
    'The certificate is not a digital seal certificate (CSD).',
  ],
  [
    '311',
    'rechazada',
    'La clave del motivo de cancelación no es válida.',
    'The key of the cancellation motive is not valid.',
  ],
  [
    '312',
    'rechazada',
    'El folio fiscal no está relacionado según la clave del motivo.',
    'The fiscal folio is not related as the key of the motive says.',
  ],
  ['1300', 'rechazada', 'La autenticación no es válida.', 'The authentication is not valid.'],
  ['1301', 'rechazada', 'El XML de la solicitud está mal formado.', 'The XML of the request is malformed.'],
  ['1302', 'rechazada', 'La estructura del folio no es válida.', 'The structure of the folio is not valid.'],
  ['1303', 'rechazada', 'La estructura del RFC no es válida.', 'The structure of the RFC is not valid.'],
  ['1304', 'rechazada', 'La estructura de la fecha no es válida.', 'The structure of the date is not valid.'],
  [
    '1305',
    'rechazada',
    'El certificado no corresponde al emisor.',
    'The certificate does not belong to the issuer.',
  ],
  ['1306', 'rechazada', 'El certificado no está vigente.', 'The certificate is not in force.'],
  [
    '1307',
    'rechazada',
    'No se admite una FIEL para cancelar retenciones.',
    'A FIEL cannot cancel retentions.',
  ],
  [
    '1308',
    'rechazada',
    'El certificado está revocado o caducó.',
    'The certificate was revoked or has expired.',
  ],
  [
    '1309',
    'rechazada',
    'La firma está mal formada o no es válida.',
    'The signature is malformed or not valid.',
  ],
];

const rowsOf = (level: CancelacionCode['nivel'], all: readonly CodeRow[]): readonly CancelacionCode[] =>
  all.map(([code, efecto, es, en]) => ({ codigo: code, nivel: level, efecto, texto: { es, en } }));

/** Every code that is known, in their order. */
export const CANCELACION_CODES: readonly CancelacionCode[] = [
  ...rowsOf('folio', FOLIOS),
  ...rowsOf('peticion', REQUESTS),
];

const byCode = new Map(CANCELACION_CODES.map((row) => [row.codigo, row]));

/** What a code says, as the authority (`201`) or a provider (`CR1201`) writes it; undefined for one not known here. */
export const findCancelacionCode = (code: string): CancelacionCode | undefined =>
  byCode.get(code.trim().replace(/^CR(?=\d)/i, ''));
