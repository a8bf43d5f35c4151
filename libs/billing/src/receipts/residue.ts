import { decimal, formatDecimal, ok, refuseFields, field, type Micros, type Result } from '#kernel';
import type { Amounts } from '#cfdi';
import type { InvoiceItem } from '#contracts';
import { UNIT, amountsOf, decimalsOf } from './amounts.js';
import { moveLine } from './move-line.js';
import type { ReceiptToInvoice } from './receipt.js';

/** How often what is still missing is put into one more line. */
const TRIES = 12;

/** A line of the invoice: which receipt it is of, and what it comes to. */
interface PlacedLine {
  readonly receipt: number;
  readonly importe: Micros;
}

/**
 * The items of several receipts in their order, so that their invoice's total is the sum of the receipts' totals to the
 * cent. Each receipt rounded its own amounts, and the invoice rounds the sums of all: it may miss them by a few cents.
 * Those go, a cent for each, to the receipts whose own rounding lost most, into the largest line of each; its taxes stay as
 * they are. Mostly there are none, and every item is as it was sold.
 */
export function itemsToTheCent(
  receipts: readonly ReceiptToInvoice[],
  currency: string,
): Result<readonly InvoiceItem[]> {
  const items = receipts.flatMap(({ content }) => content.items);
  const total = receipts.reduce((sum, { totals }) => sum + decimal(totals.total), 0n);
  const computed = amountsOf(items, currency);
  if (!computed.ok) return computed;
  const missing = total - decimal(computed.value.total);
  if (missing === 0n) return ok(items);
  const lines = placeLines(receipts, computed.value);
  const cent = UNIT / 10n ** BigInt(decimalsOf(currency));
  const shared = shareCents(receipts, lines, computed.value, missing, cent);
  return settle(shareOut(items, computed.value, shared), lines, total, currency);
}

const placeLines = (receipts: readonly ReceiptToInvoice[], { conceptos }: Amounts): readonly PlacedLine[] => {
  const owners = receipts.flatMap(({ content }, receipt) => content.items.map(() => receipt));
  return conceptos.map(({ importe }, index) => ({ receipt: owners[index] ?? 0, importe: decimal(importe) }));
};

/** Which line moves by how much: the receipts in the order of what their own rounding took, or added, beyond the rest. */
function shareCents(
  receipts: readonly ReceiptToInvoice[],
  lines: readonly PlacedLine[],
  { conceptos }: Amounts,
  missing: Micros,
  cent: Micros,
): ReadonlyMap<number, Micros> {
  const rounded = receipts.map(({ totals }) => decimal(totals.total));
  const largest = new Map<number, number>();
  lines.forEach(({ receipt, importe }, index) => {
    rounded[receipt] = (rounded[receipt] ?? 0n) - paidFor(conceptos[index]);
    const best = lines[largest.get(receipt) ?? -1];
    if (best === undefined || best.importe < importe) largest.set(receipt, index);
  });
  const sign = missing < 0n ? -1n : 1n;
  const order = [...largest.keys()].sort((a, b) => Number(sign * ((rounded[b] ?? 0n) - (rounded[a] ?? 0n))));
  const moves = new Map<number, Micros>();
  for (let left = missing / cent, turn = 0; left !== 0n; left -= sign, turn += 1) {
    const line = largest.get(order[turn % order.length] ?? 0) ?? 0;
    moves.set(line, (moves.get(line) ?? 0n) + sign * cent);
  }
  return moves;
}

/** What a line comes to, but for local taxes, which are known of a whole document only. */
function paidFor(line: Amounts['conceptos'][number] | undefined): Micros {
  if (line === undefined) return 0n;
  const sum = (taxes: readonly { readonly importe?: string | undefined }[]): Micros =>
    taxes.reduce((all, { importe }) => all + decimal(importe ?? '0'), 0n);
  return decimal(line.importe) - decimal(line.descuento ?? '0') + sum(line.traslados) - sum(line.retenciones);
}

function shareOut(
  items: readonly InvoiceItem[],
  { conceptos }: Amounts,
  moves: ReadonlyMap<number, Micros>,
): readonly InvoiceItem[] {
  const moved = [...items];
  for (const [index, by] of moves) {
    const [item, line] = [items[index], conceptos[index]];
    if (item && line) moved[index] = moveLine(item, line, by) ?? item;
  }
  return moved;
}

/** Puts what is still missing, by roundings of moved lines, into one of the largest lines. */
function settle(
  items: readonly InvoiceItem[],
  lines: readonly PlacedLine[],
  total: Micros,
  currency: string,
): Result<readonly InvoiceItem[]> {
  const largest = lines
    .map((_, index) => index)
    .sort((a, b) => ((lines[b]?.importe ?? 0n) < (lines[a]?.importe ?? 0n) ? -1 : 1))
    .slice(0, TRIES);
  const first = amountsOf(items, currency);
  if (!first.ok) return first;
  const missing = total - decimal(first.value.total);
  if (missing === 0n) return ok(items);
  for (const index of largest) {
    const [item, line] = [items[index], first.value.conceptos[index]];
    const moved = item && line && moveLine(item, line, missing);
    if (!moved) continue;
    const tried = items.map((one, at) => (at === index ? moved : one));
    const computed = amountsOf(tried, currency);
    if (computed.ok && decimal(computed.value.total) === total) return ok(tried);
  }
  return refuseFields([
    field('keys', 'invalid_value', {
      message: NOT_TO_THE_CENT,
      params: { total: formatDecimal(total, { min: 2 }) },
    }),
  ]);
}

const NOT_TO_THE_CENT = {
  es: 'Una sola factura de estos recibos no puede sumar exactamente su total ({total}): factúrelos por separado.',
  en: 'One invoice of these receipts cannot add up to exactly their total ({total}): invoice them apart.',
};
