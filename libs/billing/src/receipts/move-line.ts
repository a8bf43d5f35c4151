import { decimal, formatDecimal, mulDiv, type Micros } from '#kernel';
import type { ConceptoAmounts } from '#cfdi';
import type { InvoiceItem, LocalTax, Tax } from '#contracts';
import { LEAST, UNIT } from './amounts.js';

/**
 * A line that costs a few cents more or less, and has the taxes that it had: a discount moves where there is one, else the
 * price. Nothing ties what a tax is charged on to the amount of the line to the cent (ADR 59). Undefined where a line is
 * too small for it.
 */
export function moveLine(item: InvoiceItem, line: ConceptoAmounts, by: Micros): InvoiceItem | undefined {
  const plain = item.product.tax_included && !hasWithheld(item) ? item : pin(item, line);
  const quantity = decimal(plain.quantity);
  const discount = decimal(plain.discount);
  const amount = mulDiv(decimal(plain.product.price), quantity, UNIT);
  if (discount > 0n && discount - by > 0n && discount - by < amount)
    return { ...plain, discount: formatDecimal(discount - by) };
  const price = mulDiv(amount + by, UNIT, quantity);
  if (amount + by <= discount || price < LEAST) return undefined;
  return { ...plain, product: { ...plain.product, price: formatDecimal(price) } };
}

const hasWithheld = ({ product }: InvoiceItem): boolean =>
  [...product.taxes, ...product.local_taxes].some(({ withholding }) => withholding);

/**
 * The same line with what its taxes are charged on written down, for one unit, and its price without them: an IEPS that
 * is not shown is in the price then, and no tax of the line any more.
 */
function pin(item: InvoiceItem, line: ConceptoAmounts): InvoiceItem {
  const quantity = decimal(item.quantity);
  const perUnit = (amount: Micros): string => {
    const base = mulDiv(amount, UNIT, quantity);
    return formatDecimal(base < LEAST ? LEAST : base);
  };
  const shown = item.product.taxes.filter((tax) => !isInside(tax));
  const [transferred, withheld] = [line.traslados.values(), line.retenciones.values()];
  const taxes = shown.map((tax): Tax => {
    const written = (tax.withholding ? withheld : transferred).next().value;
    const stays = written === undefined || tax.factor === 'Cuota' || tax.base !== null;
    return stays ? tax : { ...tax, base: perUnit(decimal(written.base)) };
  });
  const discount = decimal(line.descuento ?? '0');
  const net = perUnit(baseOf(item, line));
  return {
    ...item,
    discount: formatDecimal(discount),
    product: {
      ...item.product,
      price: line.valorUnitario.includes('.')
        ? formatDecimal(decimal(line.valorUnitario))
        : line.valorUnitario,
      tax_included: false,
      taxes,
      local_taxes: item.product.local_taxes.map((tax): LocalTax => ({ ...tax, base: tax.base ?? net })),
    },
  };
}

/** What a line's taxes are charged on, but for the IVA on an IEPS: an IEPS inside the price is no part of it. */
function baseOf({ product }: InvoiceItem, line: ConceptoAmounts): Micros {
  const written = decimal(line.importe) - decimal(line.descuento ?? '0');
  if (!product.taxes.some(isInside)) return written;
  const first = line.traslados[0];
  return first === undefined ? written : decimal(first.base);
}

const isInside = ({ type, factor, withholding, ieps_mode }: Tax): boolean =>
  type === 'IEPS' &&
  !withholding &&
  factor !== 'Exento' &&
  (ieps_mode === 'unit' || ieps_mode === 'subtract_before_break_down');
