import { ignoreUnknown } from '#kernel';
import type { GlobalsEvent, ReceiptPeriod } from '#contracts';

/** An invoice of a period, by its place among them. */
export interface AskedInvoice {
  readonly number: number;
  readonly invoice: string;
  /** It never came to be: its receipts are open again. */
  readonly failed: boolean;
}

/** A period that is invoiced automatically. */
export interface KnownPeriod {
  readonly period: ReceiptPeriod;
  readonly status: 'open' | 'closed';
  readonly isAnnounced: boolean;
  readonly invoices: readonly AskedInvoice[];
  /** Of its next invoice, from 1. */
  readonly nextNumber: number;
  /** Tries that failed. What was accepted and failed later counts too, so that it is not tried for ever. */
  readonly failures: number;
  /** How often nothing was left to be invoiced. */
  readonly looks: number;
  /** Before this instant nothing is due: a command that comes earlier is of a plan that was replaced. */
  readonly dueAt: string;
}

/** The automatic global invoices of an organization in one environment. */
export interface Globals {
  readonly isOn: boolean;
  /** Where the first period began since it was switched on: what was sold before is its shop's own business. */
  readonly since: string | null;
  /** The last ones, in order. */
  readonly periods: readonly KnownPeriod[];
}

export const none: Globals = { isOn: false, since: null, periods: [] };

/** Days that are closed 20 hours after their end: more are never open at once, and older ones are history. */
const REMEMBERED = 8;

export const periodOf = ({ periods }: Globals, until: string): KnownPeriod | undefined =>
  periods.find(({ period }) => period.until === until);

/** Total and tolerant: an event of a period that is not remembered changes nothing. */
export function evolve(state: Globals, event: GlobalsEvent): Globals {
  switch (event.type) {
    case 'ReceiptPeriodOpened':
      return open(state, event.data);
    case 'AutomaticGlobalsEnded':
      return { ...state, isOn: false };
    case 'ReceiptPeriodEnding':
      return change(state, event.data.until, () => ({ isAnnounced: true }));
    case 'GlobalInvoiceAsked': {
      const { until, number, invoice, at } = event.data;
      return change(state, until, ({ invoices }) => ({
        invoices: [...invoices, { number, invoice, failed: false }],
        nextNumber: number + 1,
        dueAt: at,
      }));
    }
    case 'GlobalInvoiceNotMade': {
      const { until, number, invoice, next_at } = event.data;
      return change(state, until, ({ invoices, failures, nextNumber, dueAt }) => ({
        invoices: invoices.map((one) => (one.invoice === invoice ? { ...one, failed: true } : one)),
        nextNumber: Math.max(nextNumber, number + 1),
        failures: failures + 1,
        ...(next_at === null ? { status: 'closed', dueAt } : { dueAt: next_at }),
      }));
    }
    case 'ReceiptPeriodSwept': {
      const { until, next_at } = event.data;
      return change(state, until, ({ looks }) => ({ looks: looks + 1, dueAt: next_at }));
    }
    case 'ReceiptPeriodClosed':
      return change(state, event.data.until, () => ({ status: 'closed' }));
    default:
      return ignoreUnknown(event, state);
  }
}

/** One that is opened again, by who switched it off and on, goes on numbering its invoices. */
function open(state: Globals, { period, due_at }: { period: ReceiptPeriod; due_at: string }): Globals {
  const before = periodOf(state, period.until);
  const opened: KnownPeriod = {
    ...{ period, status: 'open', isAnnounced: before?.isAnnounced ?? false },
    ...{ invoices: before?.invoices ?? [], nextNumber: before?.nextNumber ?? 1 },
    ...{ failures: 0, looks: 0, dueAt: due_at },
  };
  const others = state.periods.filter((one) => one.period.until !== period.until);
  const since = state.isOn ? state.since : period.from;
  return { isOn: true, since, periods: [...others, opened].slice(-REMEMBERED) };
}

const change = (
  state: Globals,
  until: string,
  changes: (known: KnownPeriod) => Partial<KnownPeriod>,
): Globals => ({
  ...state,
  periods: state.periods.map((one) => (one.period.until === until ? { ...one, ...changes(one) } : one)),
});
