import {
  decimal,
  field,
  formatDecimal,
  mulDiv,
  ok,
  refuseFields,
  rescale,
  type Detail,
  type Result,
} from '#kernel';
import type { InvoiceItem, RefundedLine } from '#contracts';

/** What counts as given back of a sale, however often: each refund that is done, or being made. */
export type GivenBack = readonly Pick<RefundedLine, 'item' | 'quantity'>[];

/**
 * Checks what is to be given back of a sale: lines that it has, and no more of each than is left. No lines ask for all that
 * is left. Two entries of one line count together. Refusals name the line as it was sent.
 */
export function linesToGiveBack(
  sold: readonly InvoiceItem[],
  before: GivenBack,
  asked: readonly RefundedLine[],
): Result<readonly RefundedLine[]> {
  const left = quantitiesLeft(sold, before);
  if (asked.length === 0) return ok(entriesOf(left));
  const problems: Detail[] = [];
  const taken = new Map<number, bigint>();
  for (const [index, { item, quantity }] of asked.entries()) {
    const available = left[item];
    const wanted = decimal(quantity);
    if (available === undefined) {
      problems.push(field(`lines[${index}].item`, 'not_found', NO_SUCH_LINE));
      continue;
    }
    const together = (taken.get(item) ?? 0n) + wanted;
    taken.set(item, together);
    if (wanted <= 0n) problems.push(field(`lines[${index}].quantity`, 'too_small', { params: { above: 0 } }));
    else if (together > available)
      problems.push(
        field(`lines[${index}].quantity`, 'too_large', {
          ...MORE_THAN_LEFT,
          params: { left: formatDecimal(available) },
        }),
      );
  }
  if (problems.length > 0) return refuseFields(problems);
  return ok(
    [...taken]
      .sort(([a], [b]) => a - b)
      .map(([item, quantity]) => ({ item, quantity: formatDecimal(quantity) })),
  );
}

const NO_SUCH_LINE = {
  message: {
    es: 'El recibo no tiene la línea que indica "{path}": se cuentan desde 0, en el orden en que se vendieron.',
    en: 'The receipt does not have the line that "{path}" names: they count from 0, in the order in which they were sold.',
  },
};

const MORE_THAN_LEFT = {
  message: {
    es: 'No puede devolverse más de lo que queda de la línea: {left} ("{path}").',
    en: 'No more can be given back than is left of the line: {left} ("{path}").',
  },
};

/** The lines of a sale that are left after what was given back, in their order; those of which nothing is left are gone. */
export const itemsLeft = (sold: readonly InvoiceItem[], given: GivenBack): readonly InvoiceItem[] =>
  quantitiesLeft(sold, given).flatMap((quantity, place) => {
    const item = sold[place] as InvoiceItem;
    if (quantity <= 0n) return [];
    if (quantity === decimal(item.quantity)) return [item];
    return [
      { ...item, quantity: formatDecimal(quantity), discount: formatDecimal(discountOf(item, quantity)) },
    ];
  });

/** The lines that are given back now, where others were before: their discounts and those of what is left add up. */
export function itemsReturned(
  sold: readonly InvoiceItem[],
  before: GivenBack,
  lines: readonly RefundedLine[],
): readonly InvoiceItem[] {
  const left = quantitiesLeft(sold, before);
  return lines.map(({ item: place, quantity }) => {
    const item = sold[place] as InvoiceItem;
    const was = left[place] as bigint;
    const discount = discountOf(item, was) - discountOf(item, was - decimal(quantity));
    return { ...item, quantity, discount: formatDecimal(discount) };
  });
}

/** Whether nothing of a sale is left. */
export const isAllGivenBack = (sold: readonly InvoiceItem[], given: GivenBack): boolean =>
  quantitiesLeft(sold, given).every((quantity) => quantity <= 0n);

function quantitiesLeft(sold: readonly InvoiceItem[], given: GivenBack): bigint[] {
  const left = sold.map(({ quantity }) => decimal(quantity));
  for (const { item, quantity } of given) left[item] = (left[item] ?? 0n) - decimal(quantity);
  return left;
}

const entriesOf = (left: readonly bigint[]): readonly RefundedLine[] =>
  left.flatMap((quantity, item) => (quantity > 0n ? [{ item, quantity: formatDecimal(quantity) }] : []));

/**
 * The discount of a quantity of a line: its share, always worked out from the line as it was sold, so that parts add up to
 * the whole. In cents, or in the smaller unit in which the line's own is written.
 */
function discountOf({ quantity, discount }: InvoiceItem, of: bigint): bigint {
  const decimals = Math.max(2, (discount.split('.')[1] ?? '').length);
  return rescale(rescale(mulDiv(decimal(discount), of, decimal(quantity)), 6, decimals), decimals, 6);
}
