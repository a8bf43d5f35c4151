import type { EstadoSat, EstatusCancelacion } from './response.js';

/** The API's `cancellation_status`. */
export type EstadoCancelacion = 'none' | 'verifying' | 'pending' | 'accepted' | 'rejected' | 'expired';

/** Of documents that are not cancelled; what says that they are needs no entry. */
const BY_ESTATUS: Readonly<Partial<Record<EstatusCancelacion, EstadoCancelacion>>> = {
  'En proceso': 'pending',
  'Solicitud rechazada': 'rejected',
  'Plazo vencido': 'expired',
};

/**
 * What the authority's words say about a cancellation, in the API's.
 *
 * Cancelled is accepted, whatever the way: without acceptance, with it, or by silence ("Plazo vencido"). The request of a
 * document still in force is in process, was rejected by the receiver, or ran out of time. Where a request was sent
 * (`requested`) and the service does not show it yet, or not even the document (up to 72 hours after its stamp), it is
 * still being verified.
 */
export function estadoCancelacion(
  { estado, estatusCancelacion }: Pick<EstadoSat, 'estado' | 'estatusCancelacion'>,
  requested = false,
): EstadoCancelacion {
  if (estado === 'Cancelado') return 'accepted';
  const said = estatusCancelacion && BY_ESTATUS[estatusCancelacion];
  return said ?? (requested ? 'verifying' : 'none');
}
