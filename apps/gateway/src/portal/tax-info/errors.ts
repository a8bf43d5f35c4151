import type { Language, Refusal } from '#kernel';
import { errorBody } from '#http';
import type { FieldName } from './texts.js';

/** What is wrong with a field, in a language; the field's own words for it come first. */
export interface FieldError {
  readonly name: FieldName;
  readonly code: string;
  readonly message: string;
}

type Words = Readonly<Record<Language, string>>;

const REQUIRED: Words = { es: 'Este dato es obligatorio.', en: 'This field is required.' };
const TOO_LONG: Words = { es: 'Es demasiado largo.', en: 'This is too long.' };
const BAD_CHARACTERS: Words = {
  es: 'Tiene caracteres que no pueden usarse.',
  en: 'It has characters that cannot be used.',
};
const NOT_ONE_OF: Words = { es: 'Elija una opción de la lista.', en: 'Choose an option from the list.' };

/** What the API says to programmers, for people; everything else is said as the API says it. */
const OWN: Readonly<Partial<Record<FieldName, Readonly<Record<string, Words>>>>> = {
  'address.zip': {
    invalid_format: { es: 'Deben ser cinco dígitos.', en: 'It must have five digits.' },
    invalid_value: { es: 'Este código postal no existe.', en: 'This postal code does not exist.' },
  },
  email: {
    invalid_format: { es: 'No es una dirección de correo válida.', en: 'This is not a valid email address.' },
  },
  default_invoice_use: {
    invalid_value: {
      es: 'Su régimen fiscal no permite este uso: elija otro.',
      en: 'Your tax regime does not allow this use: choose another.',
    },
  },
};
const GENERAL: Readonly<Record<string, Words>> = {
  required: REQUIRED,
  invalid_length: TOO_LONG,
  invalid_format: BAD_CHARACTERS,
  invalid_value: NOT_ONE_OF,
  tax_system_not_in_catalog: NOT_ONE_OF,
};

/** What an RFC lacks is explained for people already. */
export const messageOf = ({ name, code, message }: FieldError, language: Language): string =>
  name === 'tax_id' && code === 'invalid_format'
    ? message
    : ((OWN[name]?.[code] ?? GENERAL[code])?.[language] ?? message);

/** The problems of a refusal that the form can show at its fields, one a field, in the fields' order. */
export function fieldErrors(
  refusal: Refusal,
  names: readonly FieldName[],
  language: Language,
): readonly FieldError[] {
  const { code, path, message, errors } = errorBody(refusal, language);
  const problems = errors.length > 0 ? errors : [{ code, path, message }];
  return names.flatMap((name) => {
    const problem = problems.find((one) => one.path === name);
    return problem ? [{ name, code: problem.code, message: problem.message }] : [];
  });
}
