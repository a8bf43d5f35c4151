import { taxInfoErrors } from './tax-info.js';

/**
 * Detail subcodes: what may be wrong with one field. `{path}` is the field's path in the request.
 * A parenthesis whose placeholder has no value is left out (see {@link renderMessage}).
 */
export const subcodeTable = {
  required: {
    es: 'El campo "{path}" es requerido.',
    en: 'The field "{path}" is required.',
  },
  invalid_type: {
    es: 'El tipo del campo "{path}" no es válido (se espera {expected}) (envíe {example}).',
    en: 'The type of the field "{path}" is not valid (expected: {expected}) (send {example}).',
  },
  invalid_format: {
    es: 'El formato del campo "{path}" no es válido (se espera {expected}).',
    en: 'The format of the field "{path}" is not valid (expected: {expected}).',
  },
  invalid_length: {
    es: 'La longitud del campo "{path}" no es válida (exactamente {exact}) (entre {min} y {max}).',
    en: 'The length of the field "{path}" is not valid (exactly {exact}) (between {min} and {max}).',
  },
  invalid_value: {
    es: 'El valor del campo "{path}" no es válido (¿quiso decir {suggestion}?) (valores posibles: {values}).',
    en: 'The value of the field "{path}" is not valid (did you mean {suggestion}?) (possible values: {values}).',
  },
  too_large: {
    es: 'El valor del campo "{path}" es demasiado grande (máximo {max}) (debe ser menor que {below}).',
    en: 'The value of the field "{path}" is too large (maximum {max}) (must be less than {below}).',
  },
  too_small: {
    es: 'El valor del campo "{path}" es demasiado pequeño (mínimo {min}) (debe ser mayor que {above}).',
    en: 'The value of the field "{path}" is too small (minimum {min}) (must be greater than {above}).',
  },
  unknown_field: {
    es: 'El campo "{path}" no existe (¿quiso decir "{suggestion}"?).',
    en: 'The field "{path}" does not exist (did you mean "{suggestion}"?).',
  },
  not_allowed: {
    es: 'El campo "{path}" no está permitido en esta solicitud.',
    en: 'The field "{path}" is not allowed in this request.',
  },
  not_found: {
    es: 'No se encontró el recurso que indica el campo "{path}".',
    en: 'The resource named by the field "{path}" was not found.',
  },
  amount_exceeds_related_document_balance: {
    es: 'El importe pagado en "{path}" ({amount}) es mayor que el saldo anterior del documento relacionado (saldo: {balance}).',
    en: 'The amount paid in "{path}" ({amount}) is above the previous balance of the related document (balance: {balance}).',
  },
  exchange_rate_too_large: {
    es: 'El tipo de cambio en "{path}" debe ser menor o igual a 1 cuando el pago es en MXN y el documento relacionado en USD.',
    en: 'The exchange rate in "{path}" must be at most 1 when the payment is in MXN and the related document in USD.',
  },
  exchange_rate_too_small: {
    es: 'El tipo de cambio en "{path}" debe ser mayor o igual a 1 cuando el pago es en USD y el documento relacionado en MXN.',
    en: 'The exchange rate in "{path}" must be at least 1 when the payment is in USD and the related document in MXN.',
  },
  ...taxInfoErrors,
} as const;

export type Subcode = keyof typeof subcodeTable;
