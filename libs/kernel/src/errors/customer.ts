import { group } from './entry.js';

export const customerErrors = group({
  customer_could_not_be_resolved: {
    status: 400,
    es: 'No fue posible determinar el cliente con los datos enviados.',
    en: 'The customer could not be resolved from the data sent.',
  },
  customer_edit_link_not_found: {
    status: 404,
    es: 'No se encontró la liga de edición del cliente.',
    en: 'The customer edit link was not found.',
  },
  customer_edit_link_unavailable: {
    status: 410,
    es: 'La liga de edición ya fue usada o expiró.',
    en: 'The edit link was already used or has expired.',
  },
  customer_email_required: {
    status: 400,
    es: 'El cliente no tiene un correo electrónico; envíe uno en "email".',
    en: 'The customer has no email address; send one in "email".',
  },
  customer_has_invoices: {
    status: 409,
    es: 'El cliente no puede eliminarse porque tiene facturas.',
    en: 'The customer cannot be deleted because it has invoices.',
  },
  customer_not_found: {
    status: 404,
    es: 'No se encontró el cliente.',
    en: 'The customer was not found.',
  },
  customer_tax_info_unavailable: {
    status: 503,
    es: 'La información fiscal del cliente no puede consultarse en este momento.',
    en: 'The tax information of the customer cannot be looked up at the moment.',
  },
});
