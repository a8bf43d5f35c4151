import { decimal, field, formatDecimal, mulDiv, ok, refuseFields, type Micros, type Result } from '#kernel';
import type { InvoiceItem, RefundedLine } from '#contracts';

/** What is left of a sale, and what was given back of it. */
export interface ReducedReceipt {
  /** None where everything was given back. */
  readonly items: readonly InvoiceItem[];
  /** What these lines give back, as a credit note has it. */
  readonly returned: readonly InvoiceItem[];
}

/**
 * Gives back some of the lines of a sale. Both results have the items as they were sold, with their quantities and their
 * part of the discount: what is left, what was given back earlier and what is given back now are the sale, and so are their
 * discounts. Never more than there is: refused at `lines[N].quantity`; a line that is not there at `lines[N].item`.
 * @param sold the items of the receipt as they were sold, among which `item` counts
 * @param earlier what was given back before, and counts
 */
export function reduceReceipt(
  sold: readonly InvoiceItem[],
  earlier: readonly RefundedLine[],
  lines: readonly RefundedLine[],
): Result<ReducedReceipt> {
  const left = sold.map(({ quantity }) => decimal(quantity));
  for (const { item, quantity } of earlier) left[item] = (left[item] ?? 0n) - decimal(quantity);
  const before = [...left];
  const problems = lines.flatMap(({ item, quantity }, index) => {
    const there = left[item];
    if (there === undefined) return [field(`lines[${index}].item`, 'not_found')];
    const amount = decimal(quantity);
    if (amount <= 0n) return [field(`lines[${index}].quantity`, 'too_small', { params: { above: 0 } })];
    if (amount > there)
      return [field(`lines[${index}].quantity`, 'too_large', { params: { max: formatDecimal(there) } })];
    left[item] = there - amount;
    return [];
  });
  if (problems.length > 0) return refuseFields(problems);
  return ok({
    items: sold.flatMap((item, index) => part(item, left[index] ?? 0n, 0n)),
    returned: sold.flatMap((item, index) => part(item, before[index] ?? 0n, left[index] ?? 0n)),
  });
}

/**
 * The part of a line between two quantities, with the discount between them: cumulative, so that the parts of a line have
 * its whole discount, however often it is divided. None where there is nothing between them.
 */
function part(item: InvoiceItem, upTo: Micros, from: Micros): InvoiceItem[] {
  if (upTo <= from) return [];
  const quantity = decimal(item.quantity);
  const whole = upTo === quantity && from === 0n;
  const discounted = (units: Micros): Micros => mulDiv(decimal(item.discount), units, quantity);
  if (whole) return [item];
  return [
    {
      ...item,
      quantity: formatDecimal(upTo - from),
      discount: formatDecimal(discounted(upTo) - discounted(from)),
    },
  ];
}
