import { field, type Detail } from '#kernel';
import type { Retencion, Traslado } from '../comprobante.js';
import type { ConceptoInput } from '../input.js';
import { invalidFormat, rule } from '../rules.js';
import type { Arith } from './arith.js';
import type { Perfil } from './perfil.js';
import type { Ratio } from './ratio.js';

/** A line while the document is added up. */
export interface Linea<T> {
  readonly cantidad: T;
  valorUnitario: T;
  importe: T;
  descuento: T;
  /** Net amount before any tax: what taxes are charged on. */
  readonly base: T;
  /** Whether the price includes its taxes; then the price paid (net): whole micros, and the rest in 10^-12. */
  readonly incluido: boolean;
  readonly pagado: T;
  readonly resto: T;
  traslados: readonly Traslado[];
  retenciones: readonly Retencion[];
}

export const NONE: readonly never[] = [];

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

/** Works out a line before its taxes, or says which field is wrong (path relative to the line). */
export function lineaOf<T>(
  concepto: ConceptoInput,
  perfil: Perfil<T>,
  m: Arith<T>,
  unit: T,
): Linea<T> | Detail {
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
  if (concepto.impuestosIncluidos)
    return incluidos({ cantidad, precio, descuento, bruto, neto }, perfil, m, unit);
  if (perfil.inside !== undefined)
    return conIeps({ cantidad, precio, descuento, bruto, neto }, perfil, m, unit);
  if (!m.less(m.zero, bruto)) return tooSmall();
  return sinIncluir(cantidad, precio, bruto, descuento, neto, m);
}

const sinIncluir = <T>(
  cantidad: T,
  valorUnitario: T,
  importe: T,
  descuento: T,
  base: T,
  m: Arith<T>,
): Linea<T> => ({
  cantidad,
  valorUnitario,
  importe,
  descuento,
  base: atLeast(base, m),
  incluido: false,
  pagado: m.zero,
  resto: m.zero,
  traslados: NONE,
  retenciones: NONE,
});

/** A base is above zero (CFDI40174, 181): a line given away keeps the smallest one. */
export const atLeast = <T>(base: T, m: Arith<T>): T => (m.less(base, m.one) ? m.one : base);

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

/** Importe of a net base: with the IEPS that is folded into the price. */
const escrito = <T>(base: T, cantidad: T, { interior, interiorFijo }: Perfil<T>, m: Arith<T>): T =>
  interior.trivial && interiorFijo.trivial
    ? base
    : m.add(scaled(base, interior, m), fixed(cantidad, interiorFijo, m));

/**
 * A price with its taxes: solves for the base. Importe is rounded to the sixth decimal and ValorUnitario comes from
 * it, which CFDI40167 always allows (the error, cantidad * 10^-6 / 2, is what it grants to ValorUnitario's last
 * decimal).
 */
function incluidos<T>(
  { cantidad, precio, descuento, bruto, neto }: Given<T>,
  perfil: Perfil<T>,
  m: Arith<T>,
  unit: T,
): Linea<T> | Detail {
  const { num, den } = perfil.total;
  const fijo = fixed(cantidad, perfil.totalFijo, m);
  if (m.less(bruto, fijo)) return tooSmall();
  if (m.less(neto, fijo)) return discountTooLarge();
  const base = m.mulDiv(m.sub(neto, fijo), den, num);
  const discounted = m.less(neto, bruto);
  const importe = escrito(discounted ? m.mulDiv(m.sub(bruto, fijo), den, num) : base, cantidad, perfil, m);
  const valorUnitario = m.mulDiv(importe, unit, cantidad);
  if (!m.less(m.zero, importe) || !m.less(m.zero, valorUnitario)) return tooSmall();
  // Undoes the rounding of precio * cantidad inside the net price.
  const resto = m.mulMod(precio, cantidad, unit);
  return {
    cantidad,
    valorUnitario,
    importe,
    descuento: discounted ? m.sub(importe, escrito(base, cantidad, perfil, m)) : descuento,
    base: atLeast(base, m),
    incluido: true,
    pagado: m.less(m.add(resto, resto), unit) ? neto : m.sub(neto, m.one),
    resto,
    traslados: NONE,
    retenciones: NONE,
  };
}

/** A price without its taxes and with an IEPS folded in: to be added (`unit`), or already there. */
function conIeps<T>(
  { cantidad, precio, descuento, bruto, neto }: Given<T>,
  perfil: Perfil<T>,
  m: Arith<T>,
  unit: T,
): Linea<T> | Detail {
  if (perfil.inside === 'unit') {
    const importe = escrito(bruto, cantidad, perfil, m);
    const off = m.less(neto, bruto) ? m.sub(importe, escrito(neto, cantidad, perfil, m)) : descuento;
    const valorUnitario = m.mulDiv(importe, unit, cantidad);
    if (!m.less(m.zero, valorUnitario)) return tooSmall();
    return sinIncluir(cantidad, valorUnitario, importe, off, neto, m);
  }
  const fijo = fixed(cantidad, perfil.interiorFijo, m);
  if (!m.less(m.zero, bruto) || m.less(bruto, fijo)) return tooSmall();
  if (m.less(neto, fijo)) return discountTooLarge();
  const base = m.mulDiv(m.sub(neto, fijo), perfil.interior.den, perfil.interior.num);
  return sinIncluir(cantidad, precio, bruto, descuento, base, m);
}

const discountTooLarge = (): Detail =>
  field('descuento', 'too_large', {
    message: {
      es: 'El descuento deja un importe menor que los impuestos fijos del concepto.',
      en: 'The discount leaves an amount below the fixed taxes of the item.',
    },
  });
