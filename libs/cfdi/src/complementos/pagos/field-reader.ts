import { field, MICROS_SCALE, parseDecimal, pow10, type Detail } from '#kernel';
import { monedas } from '#sat';
import { citing, invalidFormat, invalidValue, required, tooManyDigits } from '../../details.js';
import { collapse, textProblem } from '../../text.js';
import { isObject, type JsonObject } from '../../json-object.js';

/** Reads fields of plain JSON with any content: returns a value or notes what is wrong with it. */

export interface FieldReader {
  readonly details: Detail[];
  /** The objects of a list with their paths; a list that is missing or empty is noted where `min` is 1. */
  list(data: unknown, under: string, min: 0 | 1): readonly (readonly [JsonObject, string])[];
  /** Collapsed text; null counts as absent. Whole numbers (folios, installments) become text; others are noted. */
  text(object: JsonObject, under: string, fieldName: string, max: number): string | undefined;
  requiredText(object: JsonObject, under: string, fieldName: string, max: number): string | undefined;
  /** A decimal of at most 18 whole digits, above zero or not below it, as an integer of `scale` decimals. */
  decimal(
    object: JsonObject,
    under: string,
    fieldName: string,
    limits: { readonly aboveZero: boolean; readonly scale?: number },
  ): bigint | undefined;
  /** The key and decimals of a currency. */
  moneda(
    object: JsonObject,
    under: string,
  ): { readonly clave: string; readonly decimals: number } | undefined;
}

/** Amounts that a rule of the matrix wants above zero. */
const ABOVE_ZERO: Readonly<Record<string, string>> = {
  ...{ monto: 'CRP20218', saldoAnterior: 'CRP20239', importePagado: 'CRP20241' },
};

function tooSmall(path: string, fieldName: string, aboveZero: boolean): Detail {
  const code = ABOVE_ZERO[fieldName];
  const detail = field(path, 'too_small', { params: aboveZero ? { above: 0 } : { min: 0 } });
  return code === undefined ? detail : citing(code, detail);
}

export function createReader(): FieldReader {
  const details: Detail[] = [];
  const note = (detail: Detail): undefined => void details.push(detail);

  const text: FieldReader['text'] = (object, under, fieldName, max) => {
    const given = object[fieldName];
    const path = `${under}.${fieldName}`;
    if (given === undefined || given === null) return undefined;
    if (typeof given !== 'string' && typeof given !== 'number')
      return note(field(path, 'invalid_type', { params: { expected: 'string' } }));
    if (typeof given === 'number' && !Number.isSafeInteger(given))
      return note(field(path, 'invalid_type', { params: { expected: 'integer' } }));
    const problem = textProblem(String(given), path, max);
    return problem ? note(problem) : collapse(String(given));
  };
  const isMissing = (object: JsonObject, under: string, fieldName: string): boolean => {
    const absent = object[fieldName] === undefined || object[fieldName] === null;
    if (absent) note(required(`${under}.${fieldName}`));
    return absent;
  };
  const requiredText: FieldReader['requiredText'] = (object, under, fieldName, max) =>
    isMissing(object, under, fieldName) ? undefined : text(object, under, fieldName, max);

  return {
    details,
    text,
    requiredText,
    list: (data, under, min) => {
      if (!Array.isArray(data)) {
        note(field(under, 'invalid_type', { params: { expected: 'array' } }));
        return [];
      }
      if (data.length < min) note(field(under, 'invalid_length', { params: { min } }));
      return (data as readonly unknown[]).flatMap((one, i) => {
        if (isObject(one)) return [[one, `${under}[${i}]`] as const];
        note(field(`${under}[${i}]`, 'invalid_type', { params: { expected: 'object' } }));
        return [];
      });
    },
    decimal: (object, under, fieldName, { aboveZero, scale = MICROS_SCALE }) => {
      const given = object[fieldName];
      const path = `${under}.${fieldName}`;
      if (given === undefined || given === null) return undefined;
      const value =
        typeof given === 'string' || typeof given === 'number' ? parseDecimal(given, scale) : undefined;
      if (value === undefined) return note(invalidFormat(path, '0.00'));
      if (value < 0n || (aboveZero && value === 0n)) return note(tooSmall(path, fieldName, aboveZero));
      if (value >= pow10(18 + scale)) return note(tooManyDigits(path));
      return value;
    },
    moneda: (object, under) => {
      const key = requiredText(object, under, 'moneda', 3);
      if (key === undefined) return undefined;
      const moneda = monedas.find(key);
      return moneda
        ? { clave: key, decimals: moneda.decimales }
        : note(invalidValue(`${under}.moneda`, 'c_Moneda'));
    },
  };
}
