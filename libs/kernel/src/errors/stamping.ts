import { group } from './entry.js';

export const stampingErrors = group({
  invoice_stamping_failed: {
    status: 502,
    es: 'No fue posible timbrar la factura.',
    en: 'The invoice could not be stamped.',
  },
  invoice_stamping_service_unavailable: {
    status: 503,
    es: 'El servicio de timbrado no está disponible en este momento.',
    en: 'The stamping service is not available at the moment.',
  },
  invoice_stamping_validation_error: {
    status: 400,
    es: 'La factura fue rechazada en la validación del timbrado.',
    en: 'The invoice was rejected by the validation of the stamping.',
  },
  manifesto_signature_failed: {
    status: 502,
    es: 'No fue posible firmar la carta manifiesto.',
    en: 'The manifesto could not be signed.',
  },
  stamping_in_progress: {
    status: 409,
    es: 'El timbrado del comprobante está en curso.',
    en: 'The stamping of the document is in progress.',
  },
});
