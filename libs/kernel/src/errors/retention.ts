import { group } from './entry.js';

export const retentionErrors = group({
  invalid_retention_complement: {
    status: 400,
    es: 'El complemento de la retención no es válido.',
    en: 'The complement of the retention is not valid.',
  },
  retention_not_found: {
    status: 404,
    es: 'No se encontró la retención.',
    en: 'The retention was not found.',
  },
  retention_not_draft: {
    status: 409,
    es: 'La retención no es un borrador.',
    en: 'The retention is not a draft.',
  },
  retention_not_stamped: {
    status: 409,
    es: 'La retención no está timbrada.',
    en: 'The retention is not stamped.',
  },
  retention_not_cancelable: {
    status: 409,
    es: 'La retención no es cancelable.',
    en: 'The retention is not cancelable.',
  },
  retention_email_delivery_failed: {
    status: 502,
    es: 'No fue posible enviar la retención por correo electrónico.',
    en: 'The retention could not be sent by email.',
  },
  retention_email_recipient_required: {
    status: 400,
    es: 'Se requiere un correo electrónico de destino: el cliente no tiene uno.',
    en: 'A recipient email address is required: the customer has none.',
  },
  retention_email_status_not_allowed: {
    status: 409,
    es: 'Una retención con estado "{status}" no puede enviarse por correo electrónico.',
    en: 'A retention with status "{status}" cannot be sent by email.',
  },
  retention_cancellation_failed: {
    status: 502,
    es: 'No fue posible cancelar la retención.',
    en: 'The retention could not be canceled.',
  },
  retention_cancellation_service_unavailable: {
    status: 503,
    es: 'El servicio de cancelación de retenciones no está disponible en este momento.',
    en: 'The retention cancellation service is not available at the moment.',
  },
  retention_stamping_failed: {
    status: 502,
    es: 'No fue posible timbrar la retención.',
    en: 'The retention could not be stamped.',
  },
  retention_stamping_service_unavailable: {
    status: 503,
    es: 'El servicio de timbrado de retenciones no está disponible en este momento.',
    en: 'The retention stamping service is not available at the moment.',
  },
  retention_stamping_validation_error: {
    status: 400,
    es: 'La retención fue rechazada en la validación del timbrado.',
    en: 'The retention was rejected by the validation of the stamping.',
  },
});
