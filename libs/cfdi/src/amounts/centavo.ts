import type { Arith } from './arith.js';
import type { Line } from './line.js';

/**
 * The missing cent of prices that include their taxes.
 *
 * Each header amount is the rounding of a sum (CFDI40108, 111, 221), so the Total of several roundings may miss the
 * price paid by a cent. The matrix leaves two amounts free: Descuento (nothing ties a tax's Base to Importe less
 * Descuento) and, where ValorUnitario is worked out from it, Importe. The rule here: the difference goes into the
 * largest Descuento that can carry it, else into the largest Importe that can (its ValorUnitario follows), of a line
 * whose price includes taxes; the line moves no further than makes the header round to the next cent.
 */
export interface Header<T> {
  subTotal: T;
  descuento: T;
  /** Sums before rounding. */
  readonly importes: T;
  readonly descuentos: T;
}

interface RoundingUnits<T> {
  readonly m: Arith<T>;
  readonly unit: T;
  /** Smallest unit of the currency. */
  readonly cent: T;
}

/** Moves `header` and one line so that the Total is `excess` (a signed number of cents) lower. */
export function carry<T>(
  lines: readonly Line<T>[],
  header: Header<T>,
  excess: T,
  { m, cent, unit }: RoundingUnits<T>,
): void {
  const half = m.mulDiv(cent, m.one, m.add(m.one, m.one));
  const raises = m.less(excess, m.zero);
  // The nearest sums that round to another header: the first of its range, and the last.
  const first = (rounded: T): T => m.sub(rounded, half);
  const last = (rounded: T): T => m.sub(m.add(rounded, half), m.one);

  const descuento = m.add(header.descuento, excess);
  const more = m.sub(raises ? last(descuento) : first(descuento), header.descuentos);
  const discounted = largest(lines, 'descuento', m, (line) => {
    const moved = m.add(line.descuento, more);
    return m.less(m.zero, line.descuento) && m.less(m.zero, moved) && !m.less(line.importe, moved);
  });
  if (discounted) {
    discounted.descuento = m.add(discounted.descuento, more);
    header.descuento = descuento;
    return;
  }
  const subTotal = m.sub(header.subTotal, excess);
  const by = m.sub(raises ? first(subTotal) : last(subTotal), header.importes);
  const moved = largest(lines, 'importe', m, (line) => {
    const importe = m.add(line.importe, by);
    return m.less(m.zero, m.mulDiv(importe, unit, line.cantidad)) && !m.less(importe, line.descuento);
  });
  if (!moved) return;
  moved.importe = m.add(moved.importe, by);
  moved.valorUnitario = m.mulDiv(moved.importe, unit, moved.cantidad);
  header.subTotal = subTotal;
}

/** The line with the largest amount among those that can take a movement; the first of equals. */
function largest<T>(
  lines: readonly Line<T>[],
  amount: 'descuento' | 'importe',
  m: Arith<T>,
  can: (line: Line<T>) => boolean,
): Line<T> | undefined {
  let best: Line<T> | undefined;
  for (const line of lines)
    if (line.included && (best === undefined || m.less(best[amount], line[amount])) && can(line)) best = line;
  return best;
}
