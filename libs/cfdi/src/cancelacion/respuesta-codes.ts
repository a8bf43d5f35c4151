import type { Bilingual } from '#kernel';

/**
 * What the tax authority says of an answer to a cancellation request: EstatusUUID of its folio. Numbers of this service alone: its codes of
 * a whole request (300 to 310) are those of the cancellation service. Providers hand them out as they are.
 */

/** What a code means for an answer that was sent. */
export type EfectoRespuesta =
  /** Taken: it counts. */
  | 'recibida'
  /** There is no request that waits for an answer. */
  | 'sin-peticion'
  /** It has an answer already, this one or another. */
  | 'previa'
  /** Not taken, nor is the same one sent again. */
  | 'rechazada'
  /** Too much at once: the same one may be sent later. */
  | 'reintentar';

export interface RespuestaCode {
  readonly codigo: string;
  readonly efecto: EfectoRespuesta;
  readonly texto: Bilingual;
}

const row = (codigo: string, efecto: EfectoRespuesta, es: string, en: string): RespuestaCode => ({
  ...{ codigo, efecto, texto: { es, en } },
});

/** Every code that is known, in their order. */
export const RESPUESTA_CODES: readonly RespuestaCode[] = [
  row('1000', 'recibida', 'La respuesta se recibió.', 'The answer was received.'),
  row(
    '1001',
    'sin-peticion',
    'No hay una petición de cancelación del folio fiscal que espere respuesta.',
    'No cancellation request of the fiscal folio waits for an answer.',
  ),
  row(
    '1002',
    'previa',
    'La petición de cancelación del folio fiscal ya tiene respuesta.',
    'The cancellation request of the fiscal folio has been answered already.',
  ),
  row('1003', 'rechazada', 'El sello no es del RFC del receptor.', "The seal is not of the receiver's RFC."),
  row(
    '1004',
    'rechazada',
    'El folio fiscal tiene más de una petición de cancelación.',
    'The fiscal folio has more than one cancellation request.',
  ),
  row('1005', 'rechazada', 'El folio fiscal no tiene el formato correcto.', 'The fiscal folio is malformed.'),
  row(
    '1006',
    'reintentar',
    'Se rebasó el número de solicitudes que se admiten.',
    'There were more requests than are admitted.',
  ),
];

const byCode = new Map(RESPUESTA_CODES.map((code) => [code.codigo, code]));

/** What a code of a folio says; undefined for one not known here. */
export const findRespuestaCode = (code: string): RespuestaCode | undefined => byCode.get(code.trim());
