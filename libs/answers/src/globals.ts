import { ignoreUnknown, type StreamEvent } from '#kernel';
import type { GlobalsEvent, LeftOut, ReceiptPeriod } from '#contracts';

/** A period that is invoiced automatically, as events show it. */
export interface GlobalPeriodDoc {
  /** Of the organization's automatic invoices in this environment: all its periods have it. */
  readonly id: string;
  readonly periodicity: string;
  /** Local days. */
  readonly from: string;
  readonly to: string;
  readonly status: 'open' | 'closed' | 'failed';
  /** What was open of it the day before its end, and could be invoiced globally; null before that. */
  readonly open_receipts: number | null;
  readonly total: number | null;
  /** The ids of its invoices. */
  readonly invoices: readonly string[];
  /** When an invoice that was not made is tried again. */
  readonly next_attempt_at: string | null;
  /** Open receipts that a global invoice can't have. */
  readonly left_out: readonly LeftOut[];
}

/** The period that the last of the events is about; undefined where none is. */
export function globalPeriodDoc(
  events: readonly StreamEvent<GlobalsEvent>[],
  id: string,
): GlobalPeriodDoc | undefined {
  const periods = new Map<string, GlobalPeriodDoc>();
  let last: string | undefined;
  for (const event of events) {
    const until = nameOf(event);
    if (until === undefined) continue;
    last = until;
    const before = periods.get(until);
    const after = event.type === 'ReceiptPeriodOpened' ? opened(id, event.data.period, before) : before;
    if (after) periods.set(until, evolve(after, event));
  }
  return last === undefined ? undefined : periods.get(last);
}

/** The period that an event is about. */
const nameOf = (event: GlobalsEvent): string | undefined => {
  if (event.type === 'AutomaticGlobalsEnded') return undefined;
  return event.type === 'ReceiptPeriodOpened' ? event.data.period.until : event.data.until;
};

const opened = (id: string, period: ReceiptPeriod, before: GlobalPeriodDoc | undefined): GlobalPeriodDoc => ({
  ...{ id, periodicity: period.global.periodicity, from: period.first, to: period.last },
  ...{ open_receipts: null, total: null, invoices: [], next_attempt_at: null, left_out: [] },
  ...before,
  status: 'open',
});

function evolve(doc: GlobalPeriodDoc, event: GlobalsEvent): GlobalPeriodDoc {
  switch (event.type) {
    case 'ReceiptPeriodEnding': {
      const { receipts, total } = event.data;
      return { ...doc, open_receipts: receipts, total: Number(total) };
    }
    case 'GlobalInvoiceAsked':
      return { ...doc, invoices: [...doc.invoices, event.data.invoice], next_attempt_at: null };
    case 'GlobalInvoiceNotMade': {
      const { invoice, next_at } = event.data;
      const invoices = doc.invoices.filter((one) => one !== invoice);
      return { ...doc, invoices, next_attempt_at: next_at, ...(next_at === null && { status: 'failed' }) };
    }
    case 'ReceiptPeriodClosed': {
      const { invoices, left_out } = event.data;
      return { ...doc, status: 'closed', invoices, left_out, next_attempt_at: null };
    }
    case 'ReceiptPeriodOpened':
    case 'AutomaticGlobalsEnded':
    case 'ReceiptPeriodSwept':
      return doc;
    default:
      return ignoreUnknown(event, doc);
  }
}
