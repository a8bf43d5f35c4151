import { group } from './entry.js';

/** Of suppliers' requests to cancel invoices that the organization has received. */
export const petitionErrors = group({
  cancellation_request_not_found: {
    status: 404,
    es: 'No se encontró una solicitud de cancelación con ese folio fiscal. Consulte la lista con GET /cancellation-requests.',
    en: 'No cancellation request has that UUID. Read the list with GET /cancellation-requests.',
  },
  cancellation_request_already_answered: {
    status: 409,
    es: 'La solicitud de cancelación ya tiene respuesta, o hay otra en camino, y no puede responderse de otra forma.',
    en: 'The cancellation request has been answered already, or another answer is on its way, and it cannot be answered differently.',
  },
  cancellation_request_answer_failed: {
    status: 502,
    es: 'El SAT o el PAC no aceptó la respuesta a la solicitud de cancelación. El motivo viene en los detalles.',
    en: 'The SAT or the PAC did not take the answer to the cancellation request. The details say why.',
  },
  cancellation_request_service_unavailable: {
    status: 503,
    es: 'En este momento ningún PAC puede consultar ni responder solicitudes de cancelación. Intente más tarde.',
    en: 'No PAC can list or answer cancellation requests at the moment. Try again later.',
  },
});
