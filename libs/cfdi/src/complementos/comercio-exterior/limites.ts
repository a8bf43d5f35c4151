import { monedas } from '#sat';
import type { Nodo } from '../../parsed.js';
import { ESCALA, numero, valor, type Exportacion } from './sujeto.js';

/**
 * Between which amounts in dollars a value may be, for the rounding of the numbers that it comes from: each may be
 * half of its last digit above or below what is written. All are scaled by 10^12; limits are of whole cents, the
 * lower one cut and the upper one raised.
 */
export interface Limites {
  readonly inferior: bigint;
  readonly superior: bigint;
}

const UNO = 10n ** BigInt(ESCALA);
const CENTAVO = UNO / 100n;

const decimales = (texto: string): number => {
  const punto = texto.indexOf('.');
  return punto < 0 ? 0 : texto.length - 1 - punto;
};
/** Half of a unit of the last digit. */
const mitad = (cuantos: number): bigint => UNO / 10n ** BigInt(cuantos) / 2n;

const alCentavo = (dividendo: bigint, divisor: bigint): bigint => (dividendo / (divisor * CENTAVO)) * CENTAVO;
const haciaArriba = (dividendo: bigint, divisor: bigint): bigint => {
  const centavos = divisor * CENTAVO;
  return ((dividendo + centavos - 1n) / centavos) * CENTAVO;
};
const positivo = (cantidad: bigint): bigint => (cantidad < 0n ? 0n : cantidad);

/** Of CantidadAduana times ValorUnitarioAduana. */
export function limitesDeAduana(mercancia: Nodo): Limites {
  const cantidad = numero(mercancia, 'CantidadAduana');
  const precio = numero(mercancia, 'ValorUnitarioAduana');
  const deCantidad = mitad(decimales(valor(mercancia, 'CantidadAduana')));
  const dePrecio = mitad(decimales(valor(mercancia, 'ValorUnitarioAduana')));
  return {
    inferior: alCentavo(positivo(cantidad - deCantidad) * positivo(precio - dePrecio), UNO),
    superior: haciaArriba((cantidad + deCantidad) * (precio + dePrecio), UNO),
  };
}

/** MXN for one unit of the document's currency; nothing where it has no currency (XXX). */
export function tipoCambioDe(raiz: Nodo): { readonly tasa: bigint; readonly mitad: bigint } | undefined {
  const moneda = valor(raiz, 'Moneda');
  if (moneda === 'XXX') return undefined;
  if (moneda === 'MXN') return { tasa: UNO, mitad: 0n };
  return { tasa: numero(raiz, 'TipoCambio'), mitad: mitad(decimales(valor(raiz, 'TipoCambio'))) };
}

/** Of an amount in the document's currency, converted to dollars; nothing where it cannot be. */
export function limitesEnDolares(importe: bigint, { cce, raiz }: Exportacion): Limites | undefined {
  const cambio = tipoCambioDe(raiz);
  const dolar = numero(cce, 'TipoCambioUSD');
  if (!cambio || dolar <= 0n) return undefined;
  const deMoneda = mitad(monedas.find(valor(raiz, 'Moneda'))?.decimales ?? 2);
  const deDolar = mitad(decimales(valor(cce, 'TipoCambioUSD')));
  const minimo = dolar - deDolar;
  return {
    inferior: alCentavo(positivo(importe - deMoneda) * positivo(cambio.tasa - cambio.mitad), dolar + deDolar),
    superior: haciaArriba((importe + deMoneda) * (cambio.tasa + cambio.mitad), minimo > 0n ? minimo : 1n),
  };
}

export const dentro = (cantidad: bigint, { inferior, superior }: Limites): boolean =>
  cantidad >= inferior && cantidad <= superior;
