import type { RecordedEvent } from '#event-store';
import type { BookedInvoice, BookedPart, Books } from './books.js';

/** An answer that refused something (4xx), by the log id that it had: events of that request have it too. */
export interface Refusal {
  readonly logId: string;
  readonly request: string;
  /** Its status and code. */
  readonly answer: string;
}

/**
 * Events that say that a request has had its effect. An invoice may be issued before the provider refuses it, and a
 * cancellation requested before the tax authority does: neither is its effect yet.
 */
const EFFECTS = new Set([
  ...['InvoiceDrafted', 'DraftEdited', 'DraftDeleted', 'InvoiceStamped', 'InvoiceCanceled'],
  ...['PaymentReceived', 'PaymentReverted'],
]);

/** What was refused never happens: not then, and not when a process wakes up that was asked before. */
export function refusedAndDone(events: readonly RecordedEvent[], refusals: readonly Refusal[]): string[] {
  const refused = new Map(refusals.map((refusal) => [refusal.logId, refusal]));
  return events.flatMap(({ type, streamId, metadata: { correlationId } }) => {
    const refusal = EFFECTS.has(type) ? refused.get(correlationId) : undefined;
    return refusal
      ? [`${refusal.request} was refused (${refusal.answer}), and ${streamId} has ${type} of it`]
      : [];
  });
}

/** A payment's part with the payment. */
interface Part extends BookedPart {
  readonly by: BookedInvoice;
}

/**
 * What payments say and what is due: of the payments of an invoice that are valid, no two have one NumParcialidad,
 * each leaves what it found less what it pays, and what is due is the total less all of them. By the stored documents.
 */
export function payments({ invoices, documents }: Books): string[] {
  const parts = new Map<string, Part[]>();
  for (const by of invoices) {
    if (by.status !== 'valid') continue;
    for (const part of documents.get(by.id)?.pays ?? [])
      parts.set(part.uuid, [...(parts.get(part.uuid) ?? []), { ...part, by }]);
  }
  return [
    ...[...parts].flatMap(([uuid, all]) => [...sameInstallment(uuid, all), ...wrongSums(all)]),
    ...invoices.flatMap((invoice) => wrongDue(invoice, parts.get(invoice.uuid ?? '') ?? [])),
  ];
}

function sameInstallment(uuid: string, parts: readonly Part[]): string[] {
  const seen = new Map<string, Part>();
  return parts.flatMap((part) => {
    const other = seen.get(part.installment);
    seen.set(part.installment, part);
    return other
      ? [`payments ${other.by.id} and ${part.by.id} of ${uuid} both have NumParcialidad ${part.installment}`]
      : [];
  });
}

const wrongSums = (parts: readonly Part[]): string[] =>
  parts
    .filter(({ before, amount, after }) => micros(before) - micros(amount) !== micros(after))
    .map(
      ({ by, before, amount, after }) => `payment ${by.id} pays ${amount} of ${before} and leaves ${after}`,
    );

function wrongDue({ id, status, payment_method, total, amount_due }: BookedInvoice, parts: readonly Part[]) {
  if (status !== 'valid' || payment_method !== 'PPD' || amount_due === null) return [];
  const paid = parts.reduce((sum, { amount }) => sum + micros(amount), 0n);
  const left = micros(total) - paid;
  if (left < 0n) return [`${id} costs ${total} and is paid with ${decimalOf(paid)}`];
  return left === micros(amount_due)
    ? []
    : [`of ${id}, ${amount_due} is due, and its payments leave ${decimalOf(left)}`];
}

/** Decimal text in millionths; NaN text fails the comparison, as it should. */
function micros(text: string): bigint {
  const [, sign = '', whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,6})0*)?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`no amount: ${JSON.stringify(text)}`);
  return BigInt(sign + whole + part.padEnd(6, '0'));
}

const decimalOf = (amount: bigint): string => {
  const text = amount.toString().padStart(7, '0');
  return `${text.slice(0, -6)}.${text.slice(-6, -4)}`;
};
