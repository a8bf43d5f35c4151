import { field, MICROS_SCALE, parseDecimal, pow10, type Detail } from '#kernel';
import { monedas } from '#sat';
import { invalidFormat, invalidValue, required, tooManyDigits } from '../../rules.js';
import { collapse, textProblem } from '../../text.js';
import { esObjeto, type Objeto } from '../../objeto.js';

/** Reads fields of plain JSON, whatever is in them: a value, or a note of what is wrong with it. */

export interface Lector {
  readonly detalles: Detail[];
  /** The objects of a list with their paths; a list that is missing or empty is noted where `min` is 1. */
  lista(datos: unknown, ruta: string, min: 0 | 1): readonly (readonly [Objeto, string])[];
  /** Collapsed text; null counts as absent. Numbers (folios) become text. */
  texto(objeto: Objeto, ruta: string, campo: string, max: number): string | undefined;
  textoRequerido(objeto: Objeto, ruta: string, campo: string, max: number): string | undefined;
  /** A decimal of at most 18 whole digits, above zero or not below it, as an integer of `escala` decimals. */
  decimal(
    objeto: Objeto,
    ruta: string,
    campo: string,
    limites: { readonly sobreCero: boolean; readonly escala?: number },
  ): bigint | undefined;
  /** The key and decimals of a currency. */
  moneda(objeto: Objeto, ruta: string): { readonly clave: string; readonly decimales: number } | undefined;
}

export function lector(): Lector {
  const detalles: Detail[] = [];
  const nota = (detalle: Detail): undefined => void detalles.push(detalle);

  const texto: Lector['texto'] = (objeto, ruta, campo, max) => {
    const dado = objeto[campo];
    const path = `${ruta}.${campo}`;
    if (dado === undefined || dado === null) return undefined;
    if (typeof dado !== 'string' && typeof dado !== 'number')
      return nota(field(path, 'invalid_type', { params: { expected: 'string' } }));
    const problema = textProblem(String(dado), path, max);
    return problema ? nota(problema) : collapse(String(dado));
  };
  const falta = (objeto: Objeto, ruta: string, campo: string): boolean => {
    const ausente = objeto[campo] === undefined || objeto[campo] === null;
    if (ausente) nota(required(`${ruta}.${campo}`));
    return ausente;
  };
  const textoRequerido: Lector['textoRequerido'] = (objeto, ruta, campo, max) =>
    falta(objeto, ruta, campo) ? undefined : texto(objeto, ruta, campo, max);

  return {
    detalles,
    texto,
    textoRequerido,
    lista: (datos, ruta, min) => {
      if (!Array.isArray(datos)) {
        nota(field(ruta, 'invalid_type', { params: { expected: 'array' } }));
        return [];
      }
      if (datos.length < min) nota(field(ruta, 'invalid_length', { params: { min } }));
      return (datos as readonly unknown[]).flatMap((uno, i) => {
        if (esObjeto(uno)) return [[uno, `${ruta}[${i}]`] as const];
        nota(field(`${ruta}[${i}]`, 'invalid_type', { params: { expected: 'object' } }));
        return [];
      });
    },
    decimal: (objeto, ruta, campo, { sobreCero, escala = MICROS_SCALE }) => {
      const dado = objeto[campo];
      const path = `${ruta}.${campo}`;
      if (dado === undefined || dado === null) return undefined;
      const value =
        typeof dado === 'string' || typeof dado === 'number' ? parseDecimal(dado, escala) : undefined;
      if (value === undefined) return nota(invalidFormat(path, '0.00'));
      if (value < 0n || (sobreCero && value === 0n))
        return nota(field(path, 'too_small', { params: sobreCero ? { above: 0 } : { min: 0 } }));
      if (value >= pow10(18 + escala)) return nota(tooManyDigits(path));
      return value;
    },
    moneda: (objeto, ruta) => {
      const clave = textoRequerido(objeto, ruta, 'moneda', 3);
      if (clave === undefined) return undefined;
      const moneda = monedas.find(clave);
      return moneda
        ? { clave, decimales: moneda.decimales }
        : nota(invalidValue(`${ruta}.moneda`, 'c_Moneda'));
    },
  };
}
