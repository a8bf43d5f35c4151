import type { StatusOutcome } from './port.js';

/** The API's `cancellation_status`. */
export type CancellationState = 'none' | 'verifying' | 'pending' | 'accepted' | 'rejected' | 'expired';

type Status = Pick<Extract<StatusOutcome, { kind: 'status' }>, 'estado' | 'estatusCancelacion'>;

/**
 * What the tax authority's words say about a cancellation.
 *
 * Cancelled is accepted, whatever the way (without acceptance, with it, or by silence: "Plazo vencido").
 * A valid document's request is in process, was rejected by the receiver, or ran out of time. When a request was
 * sent (`requested`) and the authority does not show it yet, or does not show the document itself yet (it takes
 * up to 72 hours after stamping), it is still verifying.
 */
export function cancellationState(status: Status, requested = false): CancellationState {
  if (status.estado === 'Cancelado') return 'accepted';
  switch (status.estatusCancelacion.trim().toLowerCase()) {
    case 'en proceso':
      return 'pending';
    case 'solicitud rechazada':
      return 'rejected';
    case 'plazo vencido':
      return 'expired';
    default:
      return requested ? 'verifying' : 'none';
  }
}
