import { field, type Detail } from '#kernel';
import type { Retencion, Traslado } from '../comprobante.js';
import type { ConceptoInput } from '../input.js';
import { citing, invalidFormat, rule } from '../details.js';
import type { Arith } from './arith.js';
import type { TaxProfile } from './profile.js';
import type { Ratio } from './ratio.js';

/** A line while the document is added up. */
export interface Line<T> {
  readonly cantidad: T;
  valorUnitario: T;
  importe: T;
  descuento: T;
  /** Net amount before any tax: what taxes are charged on. */
  readonly base: T;
  /** Whether the price includes its taxes; then the price paid (net): whole micros, and the rest in 10^-12. */
  readonly included: boolean;
  readonly pagado: T;
  readonly resto: T;
  traslados: readonly Traslado[];
  retenciones: readonly Retencion[];
}

export const NONE: readonly never[] = [];

const isDetail = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && 'code' in value;

/** The price has a rule of the matrix, the others have the XSD. */
function belowLimit(path: string, strict: boolean): Detail {
  const detail = field(path, 'too_small', { params: strict ? { above: 0 } : { min: 0 } });
  return path === 'precio' ? citing('CFDI40166', detail) : detail;
}

/** Reads a decimal of the line that must not be below zero (or, `strict`, must be above it). */
function read<T>(text: string, path: string, strict: boolean, m: Arith<T>): T | Detail {
  const value = m.parse(text);
  if (value === undefined) return invalidFormat(path, '0.000000');
  if (m.less(value, m.zero) || (strict && !m.less(m.zero, value))) return belowLimit(path, strict);
  return value;
}

const scaleBy = <T>(value: T, { num, den, trivial }: Ratio<T>, m: Arith<T>): T =>
  trivial ? value : m.mulDiv(value, num, den);
const toFixedRatio = <T>(cantidad: T, { num, den, trivial }: Ratio<T>, m: Arith<T>): T =>
  trivial && !m.less(m.zero, num) ? m.zero : m.mulDiv(cantidad, num, den);

/** Works out a line before its taxes, or says which field is wrong (path relative to the line). */
export function toLine<T>(
  concepto: ConceptoInput,
  profile: TaxProfile<T>,
  m: Arith<T>,
  unit: T,
): Line<T> | Detail {
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
    return toIncludedLine({ cantidad, precio, descuento, bruto, neto }, profile, m, unit);
  if (profile.inside !== undefined)
    return toIepsLine({ cantidad, precio, descuento, bruto, neto }, profile, m, unit);
  if (!m.less(m.zero, bruto)) return tooSmall();
  return without(cantidad, precio, bruto, descuento, neto, m);
}

const without = <T>(
  cantidad: T,
  valorUnitario: T,
  importe: T,
  descuento: T,
  base: T,
  m: Arith<T>,
): Line<T> => ({
  cantidad,
  valorUnitario,
  importe,
  descuento,
  base: atLeast(base, m),
  included: false,
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
    'El precio es demasiado bajo: sin sus impuestos, el importe no es mayor que cero.',
    'The price is too low: without its taxes, the amount is not above zero.',
  );

interface Given<T> {
  readonly cantidad: T;
  readonly precio: T;
  readonly descuento: T;
  readonly bruto: T;
  readonly neto: T;
}

/** Importe of a net base: with the IEPS that is folded into the price. */
const writtenBase = <T>(base: T, cantidad: T, { interior, fixedInterior }: TaxProfile<T>, m: Arith<T>): T =>
  interior.trivial && fixedInterior.trivial
    ? base
    : m.add(scaleBy(base, interior, m), toFixedRatio(cantidad, fixedInterior, m));

/**
 * A price with its taxes: solves for the base. Importe is rounded to the sixth decimal and ValorUnitario comes from
 * it, which CFDI40167 always allows (the error, cantidad * 10^-6 / 2, is what it grants to ValorUnitario's last
 * decimal).
 */
function toIncludedLine<T>(
  { cantidad, precio, descuento, bruto, neto }: Given<T>,
  profile: TaxProfile<T>,
  m: Arith<T>,
  unit: T,
): Line<T> | Detail {
  const { num, den } = profile.total;
  const fixedType = toFixedRatio(cantidad, profile.fixedTotal, m);
  if (m.less(bruto, fixedType)) return tooSmall();
  if (m.less(neto, fixedType)) return discountTooLarge();
  const base = m.mulDiv(m.sub(neto, fixedType), den, num);
  const discounted = m.less(neto, bruto);
  const importe = writtenBase(
    discounted ? m.mulDiv(m.sub(bruto, fixedType), den, num) : base,
    cantidad,
    profile,
    m,
  );
  const valorUnitario = m.mulDiv(importe, unit, cantidad);
  if (!m.less(m.zero, importe) || !m.less(m.zero, valorUnitario)) return tooSmall();
  // Undoes the rounding of precio * cantidad inside the net price.
  const rest = m.mulMod(precio, cantidad, unit);
  return {
    cantidad,
    valorUnitario,
    importe,
    descuento: discounted ? m.sub(importe, writtenBase(base, cantidad, profile, m)) : descuento,
    base: atLeast(base, m),
    included: true,
    pagado: m.less(m.add(rest, rest), unit) ? neto : m.sub(neto, m.one),
    resto: rest,
    traslados: NONE,
    retenciones: NONE,
  };
}

/** A price without its taxes and with an IEPS folded in: to be added (`unit`), or already there. */
function toIepsLine<T>(
  { cantidad, precio, descuento, bruto, neto }: Given<T>,
  profile: TaxProfile<T>,
  m: Arith<T>,
  unit: T,
): Line<T> | Detail {
  if (profile.inside === 'unit') {
    const importe = writtenBase(bruto, cantidad, profile, m);
    const off = m.less(neto, bruto) ? m.sub(importe, writtenBase(neto, cantidad, profile, m)) : descuento;
    const valorUnitario = m.mulDiv(importe, unit, cantidad);
    if (!m.less(m.zero, valorUnitario)) return tooSmall();
    return without(cantidad, valorUnitario, importe, off, neto, m);
  }
  const fixedType = toFixedRatio(cantidad, profile.fixedInterior, m);
  if (!m.less(m.zero, bruto) || m.less(bruto, fixedType)) return tooSmall();
  if (m.less(neto, fixedType)) return discountTooLarge();
  const base = m.mulDiv(m.sub(neto, fixedType), profile.interior.den, profile.interior.num);
  return without(cantidad, precio, bruto, descuento, base, m);
}

const discountTooLarge = (): Detail =>
  field('descuento', 'too_large', {
    message: {
      es: 'El descuento deja un importe menor que los impuestos fijos del concepto.',
      en: 'The discount leaves an amount below the fixed taxes of the item.',
    },
  });
