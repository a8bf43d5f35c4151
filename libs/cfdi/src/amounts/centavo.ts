import type { ConceptoAmounts } from '../comprobante.js';
import type { Arith } from './arith.js';
import type { Precio } from './linea.js';

/**
 * The missing cent of prices that include their taxes.
 *
 * Each header amount is the rounding of a sum (CFDI40108, 111, 221), so the Total of several roundings may miss the
 * price paid by a cent. The matrix leaves two amounts free: Descuento (nothing ties a tax's Base to Importe less
 * Descuento) and, where ValorUnitario is worked out from it, Importe. The rule here: the difference goes into the
 * largest Descuento that can carry it, else into the largest Importe that can (its ValorUnitario follows), of a line
 * whose price includes taxes; the line moves no further than makes the header round to the next cent.
 */
export interface Linea<T> {
  readonly precio: Precio<T>;
  amounts: ConceptoAmounts;
  importe: T;
  descuento: T;
}

export interface Header<T> {
  subTotal: T;
  descuento: T;
  /** Sums before rounding. */
  importes: T;
  descuentos: T;
}

/** Writes a line again after its Importe or Descuento moved. CFDI40168: Descuento never has more decimals than Importe. */
export function escribir<T>(linea: Linea<T>, m: Arith<T>, decimals: number, unit: T): void {
  const { importe, descuento, precio } = linea;
  const off = m.less(m.zero, descuento) ? m.shortText(descuento, decimals) : undefined;
  const short = m.shortText(importe, decimals);
  const written = off !== undefined && off.length - off.indexOf('.') > short.length - short.indexOf('.');
  const valorUnitario =
    importe === precio.importe ? precio.valorUnitario : m.mulDiv(importe, unit, precio.cantidad);
  linea.amounts = {
    ...linea.amounts,
    valorUnitario: m.shortText(valorUnitario, decimals),
    importe: written ? m.text(importe, 6) : short,
    descuento: off,
  };
}

/** Moves `header` and one line so that the Total is `excess` (a signed number of cents, in micros) lower. */
export function carry<T>(
  lineas: readonly Linea<T>[],
  header: Header<T>,
  excess: T,
  { m, cent, decimals, unit }: { m: Arith<T>; cent: T; decimals: number; unit: T },
): void {
  const half = m.mulDiv(cent, m.one, m.add(m.one, m.one));
  const down = m.less(excess, m.zero);
  // The nearest sums that round to the next header: the lower one opens its range, the upper one closes it.
  const opens = (rounded: T): T => m.sub(rounded, half);
  const closes = (rounded: T): T => m.sub(m.add(rounded, half), m.one);
  const included = lineas.filter(({ precio }) => precio.pagado !== undefined);
  const largest = (size: (linea: Linea<T>) => T, can: (linea: Linea<T>) => boolean): Linea<T> | undefined =>
    included
      .filter(can)
      .reduce<Linea<T> | undefined>(
        (best, linea) => (best === undefined || m.less(size(best), size(linea)) ? linea : best),
        undefined,
      );

  const descuento = m.add(header.descuento, excess);
  const offBy = m.sub(down ? closes(descuento) : opens(descuento), header.descuentos);
  const discounted = largest(
    (linea) => linea.descuento,
    (linea) => {
      const moved = m.add(linea.descuento, offBy);
      return m.less(m.zero, linea.descuento) && m.less(m.zero, moved) && !m.less(linea.importe, moved);
    },
  );
  if (discounted) {
    discounted.descuento = m.add(discounted.descuento, offBy);
    header.descuento = descuento;
    return escribir(discounted, m, decimals, unit);
  }
  const subTotal = m.sub(header.subTotal, excess);
  const by = m.sub(down ? opens(subTotal) : closes(subTotal), header.importes);
  const moved = largest(
    (linea) => linea.importe,
    (linea) => {
      const importe = m.add(linea.importe, by);
      return m.less(m.zero, importe) && !m.less(importe, linea.descuento);
    },
  );
  if (!moved) return;
  moved.importe = m.add(moved.importe, by);
  header.subTotal = subTotal;
  escribir(moved, m, decimals, unit);
}
