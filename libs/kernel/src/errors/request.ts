import { group } from './entry.js';

/** Problems of the request itself, for any resource. */
export const requestErrors = group({
  idempotency_key_in_use: {
    status: 409,
    es: 'Ya existe un documento creado con esta clave de idempotencia ({id}).',
    en: 'A document was already created with this idempotency key ({id}).',
  },
  rate_limit_exceeded: {
    status: 429,
    es: 'Se excedió el límite de solicitudes (intente de nuevo en {retryAfter} s).',
    en: 'The rate limit was exceeded (try again in {retryAfter} s).',
  },
  date_range_too_large: {
    status: 400,
    es: 'El rango de fechas es demasiado amplio (máximo {limit}).',
    en: 'The date range is too large (maximum {limit}).',
  },
  image_file_required: {
    status: 400,
    es: 'Se requiere un archivo de imagen en el campo "file".',
    en: 'An image file is required in the field "file".',
  },
  invalid_country_code: {
    status: 400,
    es: 'El código de país no es válido: debe ser una clave de tres letras, como "MEX" (¿quiso decir {suggestion}?).',
    en: 'The country code is not valid: it must have three letters, such as "MEX" (did you mean {suggestion}?).',
  },
  invalid_date: {
    status: 400,
    es: 'La fecha "{path}" no es válida. Use el formato ISO 8601.',
    en: 'The date "{path}" is not valid. Use the ISO 8601 format.',
  },
  invalid_date_range: {
    status: 400,
    es: 'El rango de fechas no es válido: el inicio es posterior al fin.',
    en: 'The date range is not valid: it starts after it ends.',
  },
  invalid_image_file: {
    status: 400,
    es: 'El archivo no es una imagen válida. Envíe un JPG o PNG (máximo {limit}).',
    en: 'The file is not a valid image. Send a JPG or PNG (maximum {limit}).',
  },
  invalid_json: {
    status: 400,
    es: 'El cuerpo de la solicitud no es un JSON válido (línea {line}, columna {column}: {reason}).',
    en: 'The body of the request is not valid JSON (line {line}, column {column}: {reason}).',
  },
  invalid_multipart_form_data: {
    status: 400,
    es: 'El formulario multipart de la solicitud no es válido.',
    en: 'The multipart form data of the request is not valid.',
  },
  invalid_request: {
    status: 400,
    es: 'La solicitud no es válida.',
    en: 'The request is not valid.',
  },
  invalid_state_code: {
    status: 400,
    es: 'El código de estado no es válido.',
    en: 'The state code is not valid.',
  },
  invalid_timezone: {
    status: 400,
    es: 'La zona horaria no es válida.',
    en: 'The time zone is not valid.',
  },
  multipart_limit_exceeded: {
    status: 413,
    es: 'El formulario multipart excede los límites permitidos ({limit}).',
    en: 'The multipart form data exceeds the allowed limits ({limit}).',
  },
  page_too_large: {
    status: 400,
    es: 'La página solicitada pasa de los 3000 resultados alcanzables por página. Use "pagination=cursor".',
    en: 'The requested page is past the 3000 results reachable by page. Use "pagination=cursor".',
  },
  payload_too_large: {
    status: 413,
    es: 'El cuerpo de la solicitud excede el tamaño máximo permitido ({limit}).',
    en: 'The body of the request exceeds the maximum allowed size ({limit}).',
  },
});
