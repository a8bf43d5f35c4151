import type { Bilingual } from '#kernel';
import { collapse } from '../text.js';
import { formasDeClave, type NombreClave } from './claves.js';

export type Esperado = string | Bilingual;

/**
 * The types of attributes in the tax authority's schemas: what a value may look like once its white space is
 * collapsed, and what JSON it is written from.
 */
export interface Tipo {
  /** What is expected, for messages: "RFC", "c_Pais", or words in both languages. */
  readonly esperado: Esperado;
  readonly prueba: (valor: string) => boolean;
  /** Decimals that a number may have; absent for what is no number. */
  readonly decimales?: number;
  /** The only value, where there is one: what is left out of the input gets it. */
  readonly fijo?: string;
  /** The possible values, for generators of test data: a pattern, a list, lengths of a text, limits of a number. */
  readonly expresion?: RegExp;
  readonly valores?: readonly string[];
  readonly longitud?: readonly [min: number, max: number];
  readonly limites?: Limites;
  /** The catalogue of a key. */
  readonly catalogo?: NombreClave;
}

const patron = (expresion: RegExp, esperado: Esperado): Tipo => ({
  esperado,
  expresion,
  prueba: (valor) => expresion.test(valor),
});

/** Characters as XSD counts them, not UTF-16 units. */
function caracteres(valor: string): number {
  let total = 0;
  for (const _ of valor) total += 1;
  return total;
}

const deCaracteres = (min: number, max: number): Bilingual =>
  max === Infinity
    ? { es: `texto de ${min} o más caracteres`, en: `text of ${min} or more characters` }
    : { es: `texto de ${min} a ${max} caracteres`, en: `text of ${min} to ${max} characters` };

const sinBarra = ({ es, en }: Bilingual): Bilingual => ({ es: `${es} sin "|"`, en: `${en} without "|"` });

/** Any text of `min` to `max` characters that has no "|", the separator of the cadena original. */
export const texto = (min = 1, max = Infinity): Tipo => ({
  esperado: sinBarra(deCaracteres(min, max)),
  longitud: [min, max],
  prueba: (valor) =>
    !valor.includes('|') && valor.length >= min && (valor.length <= max || caracteres(valor) <= max),
});

/** Text that the schema lets contain "|". */
export const textoLibre = (min = 0, max = Infinity): Tipo => ({
  esperado: deCaracteres(min, max),
  longitud: [min, max],
  prueba: (valor) => valor.length >= min && (valor.length <= max || caracteres(valor) <= max),
});

/** Text of a form. */
export const forma = (
  expresion: RegExp,
  esperado: Esperado = expresion.source.replace(/^\^(.*)\$$/, '$1'),
): Tipo => patron(expresion, esperado);

/** One of a short list of values. */
export const uno = (...valores: readonly string[]): Tipo => ({
  esperado: valores.join(', '),
  valores,
  prueba: (valor) => valores.includes(valor),
});

/** Always this value. */
export const fijo = (valor: string): Tipo => ({ ...uno(valor), fijo: valor });

export interface Limites {
  readonly min?: number;
  readonly max?: number;
  /** The value is above `min`, not equal to it. */
  readonly sobre?: boolean;
  /** Digits before the point. */
  readonly enteros?: number;
}

/** A number with at most this many decimals. */
export function decimal(
  decimales: number,
  { min = 0, max, sobre = false, enteros = 18 }: Limites = {},
): Tipo {
  const expresion = new RegExp(
    `^${min < 0 ? '-?' : ''}\\d{1,${enteros}}${decimales > 0 ? `(\\.\\d{1,${decimales}})?` : ''}$`,
  );
  const limite = {
    es: `${sobre ? 'mayor que' : 'desde'} ${min}${max === undefined ? '' : ` hasta ${max}`}`,
    en: `${sobre ? 'above' : 'from'} ${min}${max === undefined ? '' : ` up to ${max}`}`,
  };
  return {
    esperado: {
      es: `número ${limite.es}, con ${decimales} decimales a lo más`,
      en: `number ${limite.en}, with ${decimales} decimals at most`,
    },
    decimales,
    limites: { min, ...(max !== undefined && { max }), sobre, enteros },
    prueba: (valor) => {
      if (!expresion.test(valor)) return false;
      // Limits are small round numbers: a double tells them apart from any value that the form lets pass.
      const numero = Number(valor);
      return (sobre ? numero > min : numero >= min) && (max === undefined || numero <= max);
    },
  };
}

export const entero = (limites: Limites = {}): Tipo => decimal(0, limites);

/** tdCFDI:t_Importe. */
export const importe = decimal(6);
/** tdCFDI:t_ImporteMXN. */
export const importeMxn = decimal(2);
/** An amount above zero. */
export const importePositivo = decimal(6, { sobre: true });

/** tdCFDI:t_RFC: a pattern only; real RFCs miss the check digit, so it is no reason to refuse. */
export const rfc = patron(/^[A-Z&Ñ]{3,4}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/, 'RFC');
export const rfcMoral = patron(/^[A-Z&Ñ]{3}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/, {
  es: 'RFC de persona moral',
  en: 'RFC of a legal entity',
});
export const rfcFisica = patron(/^[A-Z&Ñ]{4}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/, {
  es: 'RFC de persona física',
  en: 'RFC of a natural person',
});
/** tdCFDI:t_CURP. */
export const curp = patron(
  /^[A-Z][AEIOUX][A-Z]{2}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[MHX]([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z]\d$/,
  'CURP',
);
/** RFC and CURP of the older standards, whose forms know no calendar. */
export const rfcAntiguo = patron(/^[A-ZÑ&]{3,4}\d{2}[01]\d[0-3]\d[A-Z0-9]{3}$/, 'RFC');
export const curpAntigua = patron(
  /^[A-Z][AEIOUX][A-Z]{2}\d{2}[01]\d[0-3]\d[MHX][A-Z]{2}[BCDFGHJ-NÑP-TV-Z]{3}[0-9A-Z]\d$/,
  'CURP',
);
export const uuid = patron(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'UUID');
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** As XSD takes it: whole quartets, no stray bits in the last one. Longer than any certificate of 4096 bits. */
export const base64: Tipo = {
  ...patron(BASE64, 'base64'),
  prueba: (valor) => valor.length > 0 && valor.length <= 10_000 && BASE64.test(valor),
};

/** Whether a day exists: patterns let 30 February pass, XSD's date does not. */
function existe(dia: string): boolean {
  const numero = Number(dia.slice(8, 10));
  return numero <= 28 || new Date(`${dia}T00:00:00Z`).getUTCDate() === numero;
}

const DIA = '-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const HORA = 'T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';
const deCalendario = (expresion: RegExp, esperado: Esperado): Tipo => ({
  esperado,
  expresion,
  prueba: (valor) => expresion.test(valor) && existe(valor.slice(0, 10)),
});

const FORMA_FECHA: Bilingual = { es: 'AAAA-MM-DD', en: 'YYYY-MM-DD' };
export const FORMA_FECHA_HORA: Bilingual = { es: 'AAAA-MM-DDThh:mm:ss', en: 'YYYY-MM-DDThh:mm:ss' };

/** tdCFDI:t_Fecha. */
export const fecha = deCalendario(new RegExp(`^(19|20)\\d{2}${DIA}$`), FORMA_FECHA);
/** tdCFDI:t_FechaHora. */
export const fechaHora = deCalendario(new RegExp(`^(19|20)\\d{2}${DIA}${HORA}$`), FORMA_FECHA_HORA);
/** tdCFDI:t_FechaH: from 2010 on. */
export const fechaH = deCalendario(new RegExp(`^20[1-9]\\d${DIA}${HORA}$`), FORMA_FECHA_HORA);

/** A key of a catalogue, by its form: whether it is there is for the rules to say. */
export const clave = (catalogo: NombreClave): Tipo => ({
  ...patron(formasDeClave[catalogo], catalogo),
  catalogo,
});

/**
 * A text as an attribute of a type is written: its white space collapsed, but where only the text as it is has the
 * type's form (the double spaces of a pedimento).
 */
export function enSuForma(tipo: Tipo | undefined, texto: string): string {
  const junto = collapse(texto);
  return junto !== texto && tipo !== undefined && !tipo.prueba(junto) && tipo.prueba(texto) ? texto : junto;
}
