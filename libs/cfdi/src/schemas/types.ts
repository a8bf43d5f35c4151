import type { Bilingual } from '#kernel';
import { collapse } from '../text.js';
import { keyPatterns, type KeyName } from './keys.js';

export type Expected = string | Bilingual;

/**
 * The types of attributes in the tax authority's schemas: what a value may look like once its white space is
 * collapsed, and what JSON it is written from.
 */
export interface SimpleType {
  /** What is expected, for messages: "RFC", "c_Pais", or words in both languages. */
  readonly expected: Expected;
  readonly test: (value: string) => boolean;
  /** Decimals that a number may have; absent for what is no number. */
  readonly decimals?: number;
  /** The only value, where there is one: what is left out of the input gets it. */
  readonly fixed?: string;
  /** The possible values, for generators of test data: a pattern, a list, lengths of a text, limits of a number. */
  readonly pattern?: RegExp;
  readonly values?: readonly string[];
  readonly longitud?: readonly [min: number, max: number];
  readonly limits?: NumberLimits;
  /** The catalogue of a key. */
  readonly catalogue?: KeyName;
}

const typeOfPattern = (pattern: RegExp, expected: Expected): SimpleType => ({
  expected,
  pattern,
  test: (value) => pattern.test(value),
});

/** Characters as XSD counts them, not UTF-16 units. */
function countCharacters(value: string): number {
  let total = 0;
  for (const _ of value) total += 1;
  return total;
}

const describeLength = (min: number, max: number): Bilingual =>
  max === Infinity
    ? { es: `texto de ${min} o más caracteres`, en: `text of ${min} or more characters` }
    : { es: `texto de ${min} a ${max} caracteres`, en: `text of ${min} to ${max} characters` };

const withoutBarra = ({ es, en }: Bilingual): Bilingual => ({ es: `${es} sin "|"`, en: `${en} without "|"` });

/** Any text of `min` to `max` characters that has no "|", the separator of the cadena original. */
export const text = (min = 1, max = Infinity): SimpleType => ({
  expected: withoutBarra(describeLength(min, max)),
  longitud: [min, max],
  test: (value) =>
    !value.includes('|') && value.length >= min && (value.length <= max || countCharacters(value) <= max),
});

/** Text that the schema lets contain "|". */
export const freeText = (min = 0, max = Infinity): SimpleType => ({
  expected: describeLength(min, max),
  longitud: [min, max],
  test: (value) => value.length >= min && (value.length <= max || countCharacters(value) <= max),
});

/** Text of a form. */
export const pattern = (
  pattern: RegExp,
  expected: Expected = pattern.source.replace(/^\^(.*)\$$/, '$1'),
): SimpleType => typeOfPattern(pattern, expected);

/** One of a short list of values. */
export const one = (...values: readonly string[]): SimpleType => ({
  expected: values.join(', '),
  values,
  test: (value) => values.includes(value),
});

/** Always this value. */
export const fixedType = (value: string): SimpleType => ({ ...one(value), fixed: value });

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** The value is above `min`, not equal to it. */
  readonly sobre?: boolean;
  /** Digits before the point. */
  readonly integers?: number;
}

/** A number with at most this many decimals. */
export function decimal(
  decimals: number,
  { min = 0, max, sobre = false, integers = 18 }: NumberLimits = {},
): SimpleType {
  const pattern = new RegExp(
    `^${min < 0 ? '-?' : ''}\\d{1,${integers}}${decimals > 0 ? `(\\.\\d{1,${decimals}})?` : ''}$`,
  );
  const limit = {
    es: `${sobre ? 'mayor que' : 'desde'} ${min}${max === undefined ? '' : ` hasta ${max}`}`,
    en: `${sobre ? 'above' : 'from'} ${min}${max === undefined ? '' : ` up to ${max}`}`,
  };
  return {
    expected: {
      es: `número ${limit.es}, con ${decimals} decimales a lo más`,
      en: `number ${limit.en}, with ${decimals} decimals at most`,
    },
    decimals,
    limits: { min, ...(max !== undefined && { max }), sobre, integers },
    test: (value) => {
      if (!pattern.test(value)) return false;
      // Limits are small round numbers: a double tells them apart from any value that the form lets pass.
      const number = Number(value);
      return (sobre ? number > min : number >= min) && (max === undefined || number <= max);
    },
  };
}

/**
 * A number whose decimals the schema counts by its value (xs:fractionDigits without a pattern): zeros at its end are no
 * decimals.
 */
export function decimalByValue(decimals: number, limits: NumberLimits = {}): SimpleType {
  const exact = decimal(decimals, limits);
  return { ...exact, test: (value) => exact.test(value) || exact.test(trimDecimals(value, decimals)) };
}

/** A number without the zeros that it has after `decimals` decimals. */
const trimDecimals = (value: string, decimals: number): string => {
  const end = value.indexOf('.') + 1 + decimals;
  return value.includes('.') && /^0{1,30}$/.test(value.slice(end)) ? value.slice(0, end) : value;
};

export const writeWhole = (limits: NumberLimits = {}): SimpleType => decimal(0, limits);

/** tdCFDI:t_Importe. */
export const importe = decimal(6);
/** tdCFDI:t_ImporteMXN. */
export const importeMxn = decimal(2);
/** An amount above zero. */
export const positiveImporte = decimal(6, { sobre: true });

/** tdCFDI:t_RFC: a pattern only; real RFCs miss the check digit, so it is no reason to refuse. */
export const rfc = typeOfPattern(
  /^[A-Z&Ñ]{3,4}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/,
  'RFC',
);
export const rfcMoral = typeOfPattern(
  /^[A-Z&Ñ]{3}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/,
  {
    es: 'RFC de persona moral',
    en: 'RFC of a legal entity',
  },
);
export const rfcFisica = typeOfPattern(
  /^[A-Z&Ñ]{4}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/,
  {
    es: 'RFC de persona física',
    en: 'RFC of a natural person',
  },
);
/** tdCFDI:t_CURP. */
export const curp = typeOfPattern(
  /^[A-Z][AEIOUX][A-Z]{2}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[MHX]([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z]\d$/,
  'CURP',
);
/** RFC and CURP of the older standards, whose forms know no calendar. */
export const oldRfc = typeOfPattern(/^[A-ZÑ&]{3,4}\d{2}[01]\d[0-3]\d[A-Z0-9]{3}$/, 'RFC');
export const oldCurp = typeOfPattern(
  /^[A-Z][AEIOUX][A-Z]{2}\d{2}[01]\d[0-3]\d[MHX][A-Z]{2}[BCDFGHJ-NÑP-TV-Z]{3}[0-9A-Z]\d$/,
  'CURP',
);
export const uuid = typeOfPattern(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'UUID');
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** As XSD takes it: whole quartets, no stray bits in the last one. Longer than any certificate of 4096 bits. */
export const base64: SimpleType = {
  ...typeOfPattern(BASE64, 'base64'),
  test: (value) => value.length > 0 && value.length <= 10_000 && BASE64.test(value),
};

/** Whether a day exists: patterns let 30 February pass, XSD's date does not. */
function isRealDay(day: string): boolean {
  const number = Number(day.slice(8, 10));
  return number <= 28 || new Date(`${day}T00:00:00Z`).getUTCDate() === number;
}

const DAY_PATTERN = '-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const HOUR_PATTERN = 'T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';
const dateType = (pattern: RegExp, expected: Expected): SimpleType => ({
  expected,
  pattern,
  test: (value) => pattern.test(value) && isRealDay(value.slice(0, 10)),
});

const DATE_FORMAT: Bilingual = { es: 'AAAA-MM-DD', en: 'YYYY-MM-DD' };
export const DATE_TIME_FORMAT: Bilingual = { es: 'AAAA-MM-DDThh:mm:ss', en: 'YYYY-MM-DDThh:mm:ss' };

/** tdCFDI:t_Fecha. */
export const fecha = dateType(new RegExp(`^(19|20)\\d{2}${DAY_PATTERN}$`), DATE_FORMAT);
/** tdCFDI:t_FechaHora. */
export const fechaHora = dateType(
  new RegExp(`^(19|20)\\d{2}${DAY_PATTERN}${HOUR_PATTERN}$`),
  DATE_TIME_FORMAT,
);
/** tdCFDI:t_FechaH: from 2010 on. */
export const fechaH = dateType(new RegExp(`^20[1-9]\\d${DAY_PATTERN}${HOUR_PATTERN}$`), DATE_TIME_FORMAT);

/** A key of a catalogue, by its form: whether it is there is for the rules to say. */
export const key = (catalogue: KeyName): SimpleType => ({
  ...typeOfPattern(keyPatterns[catalogue], catalogue),
  catalogue,
});

/**
 * A text as an attribute of a type is written: its white space collapsed, but where only the text as it is has the
 * type's form (the double spaces of a pedimento).
 */
export function toSchemaForm(type: SimpleType | undefined, text: string): string {
  const junto = collapse(text);
  return junto !== text && type !== undefined && !type.test(junto) && type.test(text) ? text : junto;
}
