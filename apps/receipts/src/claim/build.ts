import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  MAX_INVOICE_ITEMS,
  customerInvoiceOf,
  globalInvoiceOf,
  readyTickets,
  type ReceiptToInvoice,
} from '#billing';
import type { AskReceiptInvoice, InvoiceContent, IssuerSnapshot } from '#contracts';
import { ok, refuse, type Detail, type Refusal, type Result } from '#kernel';
import type { FoundReceipt, ReceiptHead } from '../receipt/store.js';
import { toNames } from './names.js';

/** Lines, and receipts, that are read at a time for a global invoice: some megabytes. */
const PORTION = { lines: 5_000, receipts: 500 } as const;

/** What some receipts become, and what that was made of; a global invoice's receipts are without their lines. */
export interface Built {
  readonly content: InvoiceContent;
  readonly receipts: readonly ReceiptToInvoice[];
}

/** Reads whole receipts by their ids, in no order. */
export type ReadReceipts = (ids: readonly string[]) => Promise<readonly FoundReceipt[]>;

/** As whom, and when. */
export interface Building {
  readonly issuer: IssuerSnapshot;
  readonly now: Date;
}

/** A row as an invoice takes it. */
const toReceipt = ({
  id,
  key,
  folio_number,
  content,
  totals,
  expires_at,
}: FoundReceipt): ReceiptToInvoice => ({
  ...{ id, key, folio_number: Number(folio_number), content, totals, expires_at },
});

/**
 * What the invoice of some receipts says. The same for the same receipts at the same time: it may be built again. What was
 * sold is read here, after the receipts were chosen, and of a global invoice in portions: 5,000 receipts may have 5,000
 * lines each, and no process has room for them all. A receipt that is changed meanwhile can't be held as it was chosen.
 */
export async function build(
  ask: AskReceiptInvoice,
  heads: readonly ReceiptHead[],
  read: ReadReceipts,
  { issuer, now }: Building,
): Promise<Result<Built>> {
  if (ask.kind === 'customer') {
    if (linesOf(heads) > MAX_INVOICE_ITEMS)
      return refuse('receipt_invoicing_too_many_items', { path: 'keys', location: 'body' });
    const receipts = await readInOrder(heads, read);
    return withReceipts(receipts, customerInvoiceOf(ask, receipts, issuer, now));
  }
  const receipts: ReceiptToInvoice[] = [];
  for (const portion of portionsOf(heads))
    receipts.push(...(await readyTickets(await readInOrder(portion, read), nextTurn)));
  return withReceipts(receipts, globalInvoiceOf(ask, receipts, issuer, now));
}

export const linesOf = (heads: readonly ReceiptHead[]): number =>
  heads.reduce((sum, { item_count }) => sum + item_count, 0);

function* portionsOf(heads: readonly ReceiptHead[]): Generator<readonly ReceiptHead[]> {
  let portion: ReceiptHead[] = [];
  let lines = 0;
  for (const head of heads) {
    const isFull = portion.length === PORTION.receipts || lines + head.item_count > PORTION.lines;
    if (isFull && portion.length > 0) {
      yield portion;
      portion = [];
      lines = 0;
    }
    portion.push(head);
    lines += head.item_count;
  }
  if (portion.length > 0) yield portion;
}

async function readInOrder(heads: readonly ReceiptHead[], read: ReadReceipts): Promise<ReceiptToInvoice[]> {
  const rows = new Map((await read(heads.map(({ id }) => id))).map((row) => [row.id, row]));
  return heads.map(({ id }) => {
    const row = rows.get(id);
    if (!row) throw new Error(`the row of receipt ${id} is gone`);
    return toReceipt(row);
  });
}

const withReceipts = (
  receipts: readonly ReceiptToInvoice[],
  content: Result<InvoiceContent>,
): Result<Built> => (content.ok ? ok({ content: content.value, receipts }) : content);

/** A refusal of the invoice, with the lines of a receipt as the place where the request names that receipt. */
export function toRequest(
  ask: AskReceiptInvoice,
  receipts: readonly ReceiptToInvoice[],
  { path, details, ...refusal }: Refusal,
): Refusal {
  const placeOf = placesOf(ask, receipts);
  const place = path === undefined ? undefined : placeOf(path);
  return {
    ...refusal,
    ...(place !== undefined && { path: place }),
    ...(details && {
      details: details.map((detail): Detail => {
        const at = detail.path === undefined ? undefined : placeOf(detail.path);
        return at === undefined ? detail : { ...detail, path: at };
      }),
    }),
  };
}

/** Where the request has what the invoice has at a path. */
function placesOf(ask: AskReceiptInvoice, receipts: readonly ReceiptToInvoice[]): (path: string) => string {
  const named =
    ask.kind === 'customer' ? ask.receipts : ask.receipts && { by: 'id' as const, ids: ask.receipts };
  const names = named ? toNames(ask, named) : [];
  // A global invoice has a line for each receipt, a customer's all of their lines.
  const places = receipts.flatMap(({ content }, index) => {
    const place = names[index]?.path ?? null;
    return ask.kind === 'global' ? [place] : content.items.map(() => place);
  });
  return (path) => {
    const line = /^items\[(\d+)\]/.exec(path)?.[1];
    return (line === undefined ? null : places[Number(line)]) ?? path;
  };
}
