import { group } from './entry.js';

export const receiptErrors = group({
  receipt_expired: {
    status: 409,
    es: 'El recibo expiró y ya no puede facturarse.',
    en: 'The receipt has expired and can no longer be invoiced.',
  },
  receipt_not_found: {
    status: 404,
    es: 'No se encontró el recibo.',
    en: 'The receipt was not found.',
  },
  receipt_not_open: {
    status: 409,
    es: 'El recibo no está abierto.',
    en: 'The receipt is not open.',
  },
  receipt_invoicing_address_mismatch: {
    status: 400,
    es: 'Todos los recibos deben tener la misma dirección de expedición.',
    en: 'All receipts must have the same expedition address.',
  },
  receipt_invoicing_customer_mismatch: {
    status: 400,
    es: 'Los recibos son de clientes distintos: envíe "customer" o elija recibos de un solo cliente.',
    en: 'The receipts belong to different customers: send "customer" or pick receipts of one customer.',
  },
  receipt_invoicing_too_many_items: {
    status: 400,
    es: 'Los recibos suman más de 5000 conceptos, el máximo por factura.',
    en: 'The receipts add up to more than 5000 items, the maximum per invoice.',
  },
  receipt_keys_not_found: {
    status: 404,
    es: 'No se encontraron recibos con algunas de las claves enviadas.',
    en: 'No receipts were found for some of the keys sent.',
  },
  receipt_import_not_found: {
    status: 404,
    es: 'No se encontró la importación de recibos.',
    en: 'The import of receipts was not found.',
  },
  receipt_import_in_progress: {
    status: 409,
    es: 'La importación de recibos no ha terminado: espere a que su "status" sea "finished".',
    en: 'The import of receipts has not finished: wait until its "status" is "finished".',
  },
  receipt_import_unreadable: {
    status: 400,
    es: 'El archivo de recibos no puede leerse.',
    en: 'The file of receipts cannot be read.',
  },
  receipt_import_too_large: {
    status: 413,
    es: 'El archivo tiene más de {max} líneas: divídalo en varios.',
    en: 'The file has more than {max} lines: split it into several.',
  },
  global_invoice_too_many_items: {
    status: 400,
    es: 'Hay más de 5000 recibos abiertos. Envíe "limit_to_max_receipts" para facturar hasta 5000 por solicitud.',
    en: 'There are more than 5000 open receipts. Send "limit_to_max_receipts" to invoice up to 5000 per request.',
  },
  invalid_global_invoice_period: {
    status: 400,
    es: 'El rango de fechas debe quedar dentro de un solo periodo de facturación: {period}.',
    en: 'The date range must lie within one billing period: {period}.',
  },
});
