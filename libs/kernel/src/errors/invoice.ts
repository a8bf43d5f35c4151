import { group } from './entry.js';

export const invoiceErrors = group({
  invoice_already_stamped: {
    status: 409,
    es: 'La factura ya está timbrada.',
    en: 'The invoice is already stamped.',
  },
  invoice_not_draft: {
    status: 409,
    es: 'La factura no es un borrador.',
    en: 'The invoice is not a draft.',
  },
  invoice_not_found: {
    status: 404,
    es: 'No se encontró la factura.',
    en: 'The invoice was not found.',
  },
  invoice_not_stamped: {
    status: 409,
    es: 'La factura no está timbrada.',
    en: 'The invoice is not stamped.',
  },
  zip_request_no_invoices: {
    status: 404,
    es: 'No hay facturas que cumplan con los filtros de la solicitud de ZIP.',
    en: 'No invoices match the filters of the ZIP request.',
  },
  zip_request_not_found: {
    status: 404,
    es: 'No se encontró la solicitud de ZIP.',
    en: 'The ZIP request was not found.',
  },
  zip_request_not_ready: {
    status: 409,
    es: 'La solicitud de ZIP aún no está lista para descargarse.',
    en: 'The ZIP request is not ready for download yet.',
  },
});

export const draftErrors = group({
  draft_not_ready_to_stamp: {
    status: 400,
    es: 'Al borrador le faltan datos para poder timbrarse.',
    en: 'The draft lacks data needed to be stamped.',
  },
  draft_update_in_progress: {
    status: 409,
    es: 'El borrador se está editando en otra solicitud. Intente de nuevo.',
    en: 'The draft is being edited by another request. Please try again.',
  },
});

export const deliveryErrors = group({
  invoice_email_delivery_failed: {
    status: 502,
    es: 'No fue posible enviar la factura por correo electrónico.',
    en: 'The invoice could not be sent by email.',
  },
  invoice_email_recipient_required: {
    status: 400,
    es: 'Se requiere un correo electrónico de destino: el cliente no tiene uno.',
    en: 'A recipient email address is required: the customer has none.',
  },
  invoice_email_status_not_allowed: {
    status: 409,
    es: 'Una factura con estado "{status}" no puede enviarse por correo electrónico.',
    en: 'An invoice with status "{status}" cannot be sent by email.',
  },
});
