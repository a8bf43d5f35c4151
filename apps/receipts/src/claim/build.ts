import { setImmediate as nextTurn } from 'node:timers/promises';
import { customerInvoiceOf, globalInvoiceOf, readyTickets, type ReceiptToInvoice } from '#billing';
import type { AskReceiptInvoice, InvoiceContent, IssuerSnapshot } from '#contracts';
import type { Detail, Refusal, Result } from '#kernel';
import type { FoundReceipt } from '../receipt/store.js';
import { toNames } from './names.js';

/** A row as an invoice takes it. */
export const toReceipt = ({
  id,
  key,
  folio_number,
  content,
  totals,
  expires_at,
}: FoundReceipt): ReceiptToInvoice => ({
  ...{ id, key, folio_number: Number(folio_number), content, totals, expires_at },
});

/** What the invoice of some receipts says. The same for the same receipts at the same time: it may be built again. */
export async function build(
  ask: AskReceiptInvoice,
  receipts: readonly ReceiptToInvoice[],
  issuer: IssuerSnapshot,
  now: Date,
): Promise<Result<InvoiceContent>> {
  if (ask.kind === 'customer') return customerInvoiceOf(ask, receipts, issuer, now);
  await readyTickets(receipts, nextTurn);
  return globalInvoiceOf(ask, receipts, issuer, now);
}

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
