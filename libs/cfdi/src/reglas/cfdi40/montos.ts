import type { Arith } from '../../amounts/arith.js';
import { collapse } from '../../text.js';

/**
 * Amounts as the rules compare them: micros, all of one document in doubles or all in bigints, so that the rules
 * themselves only ask whether one is larger than, or the same as, another.
 */
export type Monto = number | bigint;

export interface Cifra<T extends Monto = Monto> {
  /** In micros. */
  readonly valor: T;
  /** Decimals as written: zeros count. */
  readonly decimales: number;
}

/** An amount whose form the structure has checked; throws on any other text. */
export function cifra<T extends Monto>(m: Arith<T>, texto: string): Cifra<T> {
  const valor = m.parse(texto);
  if (valor === undefined) {
    const liso = collapse(texto);
    if (liso === texto) throw new TypeError(`not an amount: ${texto.slice(0, 40)}`);
    return cifra(m, liso);
  }
  const punto = texto.indexOf('.');
  return { valor, decimales: punto < 0 ? 0 : texto.length - punto - 1 };
}

const MAX = Number.MAX_SAFE_INTEGER;
const P10 = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12] as const;
const p10 = (n: number): number => P10[n] as number;

/** The integer of an amount's digits as written: 12.50 is 1250. */
const digitos = ({ decimales }: Cifra, micros: number): number => micros / p10(6 - decimales);

/**
 * Whether a product is well inside its limits, in doubles that hold integers: half a unit of its last decimal from
 * the exact product, or between the products of the factors' own halves. False is no answer.
 */
function claramenteDentro(product: Cifra, a: Cifra, b: Cifra, exactB: boolean): boolean {
  if (typeof product.valor !== 'number' || typeof a.valor !== 'number' || typeof b.valor !== 'number')
    return false;
  const [x, y, p] = [digitos(a, a.valor), digitos(b, b.valor), digitos(product, product.valor)];
  const escala = a.decimales + b.decimales - product.decimales;
  const unidad = escala < 0 ? 1 : p10(escala);
  const exacto = escala < 0 ? x * y * p10(-escala) : x * y;
  const escrito = p * unidad;
  if (exacto > MAX / 8 || escrito > MAX / 8) return false;
  if (2 * Math.abs(exacto - escrito) <= unidad) return true;
  if (escala < 0) return false;
  // The 10^-12 that the upper limits take away is at most this much, in quarters of the last decimal of x * y.
  const margen = 1 + 1e-5 * (x + y);
  if (exactB) return (2 * x - 1) * y <= 2 * escrito && 2 * escrito + margen <= (2 * x + 1) * y;
  return (2 * x - 1) * (2 * y - 1) <= 4 * escrito && 4 * escrito + margen <= (2 * x + 1) * (2 * y + 1);
}

const e = (n: number): bigint => 10n ** BigInt(n);

/**
 * The limits of a product (CFDI40167, 180, 186, 198): with a and b taken half a unit of their last decimal lower,
 * truncated, and half a unit less 10^-12 higher, rounded up, both to the decimals of the product as written.
 * A factor that is exact (a rate) has no half unit.
 */
export function dentroDeLimites(product: Cifra, a: Cifra, b: Cifra, exactB = false): boolean {
  if (claramenteDentro(product, a, b, exactB)) return true;
  const unidad = e(24 - product.decimales);
  const mitad = (n: Cifra): bigint => e(12 - n.decimales) / 2n;
  const [x, y] = [BigInt(a.valor) * e(6), BigInt(b.valor) * e(6)];
  const [hx, hy] = [mitad(a), mitad(b)];
  const bajo = (x - hx) * (exactB ? y : y - hy);
  const alto = (x + hx - 1n) * (exactB ? y : y + hy - 1n);
  const escrito = BigInt(product.valor) * e(18);
  return escrito >= (bajo / unidad) * unidad && escrito <= ((alto + unidad - 1n) / unidad) * unidad;
}
