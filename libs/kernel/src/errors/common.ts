import { group } from './entry.js';

/** Codes that any resource may answer. Those of the HTTP layer itself (405, 408, 412, 414, 415, 431, 503) are ours. */
export const commonErrors = group({
  conflict: {
    status: 409,
    es: 'La operación entra en conflicto con el estado actual del recurso.',
    en: 'The operation conflicts with the current state of the resource.',
  },
  document_lost: {
    status: 410,
    es: 'El archivo del documento ya no está en esta instalación; quien la opera puede traerlo de un respaldo.',
    en: 'The file of the document is no longer in this installation; its operator may bring it back from a backup.',
  },
  forbidden: {
    status: 403,
    es: 'No tiene permiso para realizar esta operación.',
    en: 'You do not have permission to perform this operation.',
  },
  internal_error: {
    status: 500,
    es: 'Ocurrió un error interno. Intente de nuevo más tarde.',
    en: 'An internal error occurred. Please try again later.',
  },
  not_found: {
    status: 404,
    es: 'No se encontró el recurso solicitado (¿quiso decir {suggestion}?) (valores posibles: {values}).',
    en: 'The requested resource was not found (did you mean {suggestion}?) (possible values: {values}).',
  },
  unauthorized: {
    status: 401,
    es: 'Las credenciales de la solicitud no son válidas.',
    en: 'The credentials of the request are not valid.',
  },
  method_not_allowed: {
    status: 405,
    es: 'El recurso no admite el método {method} (métodos admitidos: {allowed}).',
    en: 'The resource does not support the method {method} (supported methods: {allowed}).',
  },
  not_acceptable: {
    status: 406,
    es: 'El encabezado "{path}" no admite ninguno de los tipos de contenido de esta respuesta: {types}.',
    en: 'The header "{path}" accepts none of the content types of this answer: {types}.',
  },
  precondition_failed: {
    status: 412,
    es: 'El recurso cambió desde que se leyó: su versión no es la del encabezado "If-Match".',
    en: 'The resource has changed since it was read: its version is not that of the header "If-Match".',
  },
  request_timeout: {
    status: 408,
    es: 'La solicitud tardó demasiado en llegar completa.',
    en: 'The request took too long to arrive in full.',
  },
  uri_too_long: {
    status: 414,
    es: 'La dirección de la solicitud es demasiado larga.',
    en: 'The address of the request is too long.',
  },
  unsupported_media_type: {
    status: 415,
    es: 'No se admite el tipo de contenido "{type}". Envíe el encabezado Content-Type con {types}.',
    en: 'The content type "{type}" is not supported. Send the Content-Type header with {types}.',
  },
  headers_too_large: {
    status: 431,
    es: 'Los encabezados de la solicitud son demasiado grandes.',
    en: 'The headers of the request are too large.',
  },
  service_unavailable: {
    status: 503,
    es: 'El servicio no está disponible en este momento. Intente de nuevo en unos segundos.',
    en: 'The service is not available at the moment. Please try again in a few seconds.',
  },
});
