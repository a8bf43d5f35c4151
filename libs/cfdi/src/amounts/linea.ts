import { field, type Detail } from '#kernel';
import type { ConceptoInput } from '../input.js';
import { invalidFormat, rule } from '../rules.js';
import type { Arith } from './arith.js';
import type { Perfil } from './perfil.js';
import type { Ratio } from './ratio.js';

/** The amounts of a line before its taxes. */
export interface Precio<T> {
  readonly cantidad: T;
  readonly valorUnitario: T;
  readonly importe: T;
  readonly descuento: T;
  /** Net amount before any tax: what taxes are charged on. */
  readonly base: T;
  /** The price paid (net), of a price with its taxes included: whole micros, and the rest in units of 10^-12. */
  readonly pagado?: { readonly micros: T; readonly rest: T };
}

const isDetail = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && 'code' in value;

/** Reads a decimal of the line that must not be below zero (or, `strict`, must be above it). */
function read<T>(text: string, path: string, strict: boolean, m: Arith<T>): T | Detail {
  const value = m.parse(text);
  if (value === undefined) return invalidFormat(path, '0.000000');
  if (m.less(value, m.zero) || (strict && !m.less(m.zero, value)))
    return field(path, 'too_small', { params: strict ? { above: 0 } : { min: 0 } });
  return value;
}

const scaled = <T>(value: T, { num, den, trivial }: Ratio<T>, m: Arith<T>): T =>
  trivial ? value : m.mulDiv(value, num, den);
const fixed = <T>(cantidad: T, { num, den, trivial }: Ratio<T>, m: Arith<T>): T =>
  trivial && !m.less(m.zero, num) ? m.zero : m.mulDiv(cantidad, num, den);

/** Works out a line's price, or says which field is wrong (path relative to the line). */
export function precioOf<T>(
  concepto: ConceptoInput,
  perfil: Perfil<T>,
  m: Arith<T>,
  unit: T,
): Precio<T> | Detail {
  const cantidad = read(concepto.cantidad, 'cantidad', true, m);
  if (isDetail(cantidad)) return cantidad;
  const precio = read(concepto.precio, 'precio', true, m);
  if (isDetail(precio)) return precio;
  const descuento =
    concepto.descuento === undefined ? m.zero : read(concepto.descuento, 'descuento', false, m);
  if (isDetail(descuento)) return descuento;
  const bruto = m.mulDiv(precio, cantidad, unit);
  if (m.less(bruto, descuento))
    return rule(
      'descuento',
      'too_large',
      'CFDI40169',
      'El descuento es mayor que el importe del concepto.',
      'The discount is larger than the amount of the item.',
    );
  const neto = m.sub(bruto, descuento);
  if (!concepto.impuestosIncluidos && perfil.inside === undefined) {
    if (!m.less(m.zero, bruto)) return tooSmall();
    const base = atLeast(neto, m);
    return { cantidad, valorUnitario: precio, importe: bruto, descuento, base };
  }
  return fromPaid({ cantidad, precio, descuento, bruto, neto }, concepto.impuestosIncluidos, perfil, m, unit);
}

/** A base is above zero (CFDI40174, 181): a line given away keeps the smallest one. */
const atLeast = <T>(base: T, m: Arith<T>): T => (m.less(base, m.one) ? m.one : base);

const tooSmall = (): Detail =>
  rule(
    'precio',
    'too_small',
    'CFDI40166',
    'El precio no alcanza para un importe mayor que cero una vez restados sus impuestos.',
    'The price leaves no amount above zero once its taxes are subtracted.',
  );

interface Given<T> {
  readonly cantidad: T;
  readonly precio: T;
  readonly descuento: T;
  readonly bruto: T;
  readonly neto: T;
}

/**
 * A price with taxes inside: solves for the base, with Importe rounded to the sixth decimal and ValorUnitario from it,
 * which CFDI40167 always allows (the error, cantidad * 10^-6 / 2, is what it grants to ValorUnitario's last decimal).
 */
function fromPaid<T>(
  { cantidad, precio, descuento, bruto, neto }: Given<T>,
  included: boolean,
  perfil: Perfil<T>,
  m: Arith<T>,
  unit: T,
): Precio<T> | Detail {
  const added = !included && perfil.inside === 'unit';
  const [ratio, fijo] = included
    ? [perfil.total, fixed(cantidad, perfil.totalFijo, m)]
    : [perfil.interior, fixed(cantidad, perfil.interiorFijo, m)];
  if (!added && m.less(neto, fijo)) return m.less(bruto, fijo) ? tooSmall() : discountTooLarge();
  const solve = (amount: T): T =>
    added
      ? amount
      : ratio.trivial
        ? m.sub(amount, fijo)
        : m.mulDiv(m.sub(amount, fijo), ratio.den, ratio.num);
  const base = solve(neto);
  const interiorFijo = fixed(cantidad, perfil.interiorFijo, m);
  const write = (b: T): T => m.add(scaled(b, perfil.interior, m), interiorFijo);
  const keepsPrice = !included && !added;
  const importe = keepsPrice ? bruto : write(solve(bruto));
  const off = keepsPrice || !m.less(m.zero, descuento) ? descuento : m.sub(importe, write(base));
  const valorUnitario = keepsPrice ? precio : m.mulDiv(importe, unit, cantidad);
  if (!m.less(m.zero, importe) || !m.less(m.zero, valorUnitario)) return tooSmall();
  return {
    cantidad,
    valorUnitario,
    importe,
    descuento: off,
    base: atLeast(base, m),
    ...(included && { pagado: exact(precio, cantidad, neto, m, unit) }),
  };
}

/** Undoes the rounding of precio * cantidad inside the net price. */
function exact<T>(precio: T, cantidad: T, neto: T, m: Arith<T>, unit: T): { micros: T; rest: T } {
  const rest = m.mulMod(precio, cantidad, unit);
  const roundedUp = !m.less(m.add(rest, rest), unit);
  return { micros: roundedUp ? m.sub(neto, m.one) : neto, rest };
}

const discountTooLarge = (): Detail =>
  field('descuento', 'too_large', {
    message: {
      es: 'El descuento deja un importe menor que los impuestos fijos del concepto.',
      en: 'The discount leaves an amount below the fixed taxes of the item.',
    },
  });
