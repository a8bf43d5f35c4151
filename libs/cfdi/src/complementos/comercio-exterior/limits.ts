import { monedas } from '#sat';
import type { XmlNode } from '../../parsed.js';
import { SCALE, numberOf, valueOf, type Exportacion } from './subject.js';

/**
 * Between which amounts in dollars a value may be, for the rounding of the numbers that it comes from: each may be
 * half of its last digit above or below what is written. All are scaled by 10^12; limits are of whole cents, the
 * lower one cut and the upper one raised.
 */
export interface Limits {
  readonly lower: bigint;
  readonly upper: bigint;
}

const ONE = 10n ** BigInt(SCALE);
const CENTAVO = ONE / 100n;

const decimalsRule = (text: string): number => {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - 1 - dot;
};
/** Half of a unit of the last digit. */
const halfOf = (count: number): bigint => ONE / 10n ** BigInt(count) / 2n;

const floorToCentavo = (dividend: bigint, divisor: bigint): bigint =>
  (dividend / (divisor * CENTAVO)) * CENTAVO;
const ceilToCentavo = (dividend: bigint, divisor: bigint): bigint => {
  const centavos = divisor * CENTAVO;
  return ((dividend + centavos - 1n) / centavos) * CENTAVO;
};
const mustBePositive = (cantidad: bigint): bigint => (cantidad < 0n ? 0n : cantidad);

/** Of CantidadAduana times ValorUnitarioAduana. */
export function aduanaLimitsOf(mercancia: XmlNode): Limits {
  const cantidad = numberOf(mercancia, 'CantidadAduana');
  const precio = numberOf(mercancia, 'ValorUnitarioAduana');
  const ofCantidad = halfOf(decimalsRule(valueOf(mercancia, 'CantidadAduana')));
  const ofPrecio = halfOf(decimalsRule(valueOf(mercancia, 'ValorUnitarioAduana')));
  return {
    lower: floorToCentavo(mustBePositive(cantidad - ofCantidad) * mustBePositive(precio - ofPrecio), ONE),
    upper: ceilToCentavo((cantidad + ofCantidad) * (precio + ofPrecio), ONE),
  };
}

/** MXN for one unit of the document's currency; nothing where it has no currency (XXX). */
export function tipoCambioOf(root: XmlNode): { readonly tasa: bigint; readonly half: bigint } | undefined {
  const moneda = valueOf(root, 'Moneda');
  if (moneda === 'XXX') return undefined;
  if (moneda === 'MXN') return { tasa: ONE, half: 0n };
  return { tasa: numberOf(root, 'TipoCambio'), half: halfOf(decimalsRule(valueOf(root, 'TipoCambio'))) };
}

/** Of an amount in the document's currency, converted to dollars; nothing where it cannot be. */
export function dollarLimitsOf(importe: bigint, { cce, root }: Exportacion): Limits | undefined {
  const change = tipoCambioOf(root);
  const dollar = numberOf(cce, 'TipoCambioUSD');
  if (!change || dollar <= 0n) return undefined;
  const ofMoneda = halfOf(monedas.find(valueOf(root, 'Moneda'))?.decimales ?? 2);
  const ofDollar = halfOf(decimalsRule(valueOf(cce, 'TipoCambioUSD')));
  const min = dollar - ofDollar;
  return {
    lower: floorToCentavo(
      mustBePositive(importe - ofMoneda) * mustBePositive(change.tasa - change.half),
      dollar + ofDollar,
    ),
    upper: ceilToCentavo((importe + ofMoneda) * (change.tasa + change.half), min > 0n ? min : 1n),
  };
}

export const isInside = (cantidad: bigint, { lower, upper }: Limits): boolean =>
  cantidad >= lower && cantidad <= upper;
