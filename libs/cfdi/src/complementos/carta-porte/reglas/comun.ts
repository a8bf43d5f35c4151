import { decimal, parseDecimal } from '#kernel';
import type { Nodo } from '../../../parsed.js';
import { lugar, regla, type Lugar, type Regla } from '../../../reglas/regla.js';
import type { ContextoCartaPorte } from './vista.js';

/** A rule of Carta Porte. */
export type ReglaCp<T> = Regla<T, ContextoCartaPorte>;

export const reglaCp = <T>(codigo: string, es: string, en: string, rompe: ReglaCp<T>['rompe']): ReglaCp<T> =>
  regla<T, ContextoCartaPorte>(codigo, es, en, rompe);

export const tiene = (nodo: Nodo, nombre: string): boolean => nodo.atributos[nombre] !== undefined;

/** Where an attribute that must be there is missing. */
export const exige = (nodo: Nodo, nombre: string, debe = true): Lugar | false =>
  debe && !tiene(nodo, nombre) && lugar(nodo, nombre);

/** Where an attribute that may not be there is. */
export const prohibe = (nodo: Nodo, nombre: string, no = true): Lugar | false =>
  no && tiene(nodo, nombre) && lugar(nodo, nombre);

/** Where an attribute is missing although it must be there, or there although it may not. */
export const soloSi = (nodo: Nodo, nombre: string, debe: boolean): Lugar | false =>
  tiene(nodo, nombre) !== debe && lugar(nodo, nombre);

/** The RFC of residents abroad. */
const EXTRANJERO = 'XEXX010101000';

/**
 * The two rules for a party that may live abroad: a foreign number only with the generic RFC, and its country with it.
 */
export function reglasDeExtranjero(
  nodo: string,
  rfc: string,
  numero: string,
  residencia: string,
): readonly ReglaCp<Nodo>[] {
  return [
    reglaCp<Nodo>(
      `CP-${nodo}-${numero}`,
      `${numero} va con el RFC genérico de extranjeros (${EXTRANJERO}), y no va con un RFC nacional.`,
      `${numero} goes with the generic RFC of foreigners (${EXTRANJERO}), and not with a national RFC.`,
      (uno) => {
        const dado = uno.atributos[rfc];
        return dado !== undefined && soloSi(uno, numero, dado === EXTRANJERO);
      },
    ),
    reglaCp<Nodo>(
      `CP-${nodo}-${residencia}`,
      `${residencia} va con ${numero}, y es un país distinto de México.`,
      `${residencia} goes with ${numero}, and is a country other than Mexico.`,
      (uno) =>
        soloSi(uno, residencia, tiene(uno, numero)) ||
        (uno.atributos[residencia] === 'MEX' && lugar(uno, residencia)),
    ),
  ];
}

/** An attribute as micros; zero where it is absent or no number. */
export const numero = (nodo: Nodo, nombre: string): bigint =>
  parseDecimal(nodo.atributos[nombre] ?? '0') ?? decimal(0);

export const sumaDe = (nodos: readonly Nodo[], nombre: string): bigint =>
  nodos.reduce((total, uno) => total + numero(uno, nombre), 0n);
