import { formatDecimal, MICROS_SCALE, parseDecimal } from '#kernel';
import { bigints } from '../../amounts/bigints.js';
import type { Nodo } from '../../parsed.js';
import { collapse } from '../../text.js';
import { DECIMALES_EQUIVALENCIA } from './conversion.js';

/** An amount with the currency's decimals where it is whole in them, else with six (t_Importe). */
export const importeTexto = (micros: bigint, decimales: number): string =>
  bigints.shortText(micros, decimales);

/** An equivalencia with no more of its ten decimals than it needs. */
export const equivalenciaTexto = (equivalencia: bigint): string =>
  formatDecimal(equivalencia, { scale: DECIMALES_EQUIVALENCIA });

/** Decimals of a number as it is written, zeros at its end included. */
export function decimalesDe(texto: string): number {
  const punto = texto.indexOf('.');
  return punto < 0 ? 0 : texto.length - punto - 1;
}

/** An attribute's value as XSD reads it. */
export function valor(nodo: Nodo, nombre: string): string | undefined {
  const texto = nodo.atributos[nombre];
  return texto === undefined ? undefined : collapse(texto);
}

/** An attribute that is a number, as an integer of `escala` decimals; absent where it is absent. */
export function numero(nodo: Nodo, nombre: string, escala: number = MICROS_SCALE): bigint | undefined {
  const texto = valor(nodo, nombre);
  return texto === undefined ? undefined : parseDecimal(texto, escala);
}

/** Children of a name in the element's own namespace. */
export const hijosDe = (nodo: Nodo | undefined, nombre: string): readonly Nodo[] =>
  nodo?.hijos.filter((hijo) => hijo.nombre === nombre && hijo.espacio === nodo.espacio) ?? [];
