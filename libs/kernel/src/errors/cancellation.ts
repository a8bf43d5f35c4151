import { group } from './entry.js';

export const cancellationErrors = group({
  invoice_cancellation_in_progress: {
    status: 409,
    es: 'La cancelación de la factura ya está en curso.',
    en: 'The cancellation of the invoice is already in progress.',
  },
  invoice_cancellation_receipt_external: {
    status: 409,
    es: 'La cancelación no se solicitó por medio de este servicio, por lo que no hay acuse disponible.',
    en: 'The cancellation was not requested through this service, so there is no receipt for it.',
  },
  invoice_cancellation_receipt_unavailable: {
    status: 409,
    es: 'El acuse de cancelación no está disponible.',
    en: 'The cancellation receipt is not available.',
  },
  invoice_cancellation_failed: {
    status: 502,
    es: 'No fue posible cancelar la factura.',
    en: 'The invoice could not be canceled.',
  },
  invoice_cancellation_not_allowed: {
    status: 409,
    es: 'La factura no puede cancelarse en su estado actual.',
    en: 'The invoice cannot be canceled in its current state.',
  },
  invoice_cancellation_not_found: {
    status: 404,
    es: 'No se encontró la cancelación de la factura.',
    en: 'The cancellation of the invoice was not found.',
  },
  invoice_cancellation_rfc_mismatch: {
    status: 409,
    es: 'El RFC del certificado no corresponde al emisor de la factura.',
    en: 'The RFC of the certificate does not match the issuer of the invoice.',
  },
  invoice_cancellation_service_unavailable: {
    status: 503,
    es: 'El servicio de cancelación no está disponible en este momento.',
    en: 'The cancellation service is not available at the moment.',
  },
  invoice_not_cancelable: {
    status: 409,
    es: 'La factura no es cancelable.',
    en: 'The invoice is not cancelable.',
  },
  invoice_not_cancelable_by_sat: {
    status: 409,
    es: 'El SAT indica que la factura no es cancelable.',
    en: 'The SAT reports that the invoice is not cancelable.',
  },
  substitution_invoice_canceled: {
    status: 400,
    es: 'La factura que sustituye está cancelada.',
    en: 'The substitution invoice is canceled.',
  },
  substitution_invoice_not_found: {
    status: 400,
    es: 'No se encontró la factura que sustituye.',
    en: 'The substitution invoice was not found.',
  },
  substitution_invoice_required: {
    status: 400,
    es: 'El motivo 01 requiere la factura que sustituye en "substitution".',
    en: 'The motive 01 requires the substitution invoice in "substitution".',
  },
  substitution_invoice_status_not_allowed: {
    status: 400,
    es: 'El estado de la factura que sustituye no permite usarla como sustitución.',
    en: 'The status of the substitution invoice does not allow it to be used as a substitution.',
  },
});
