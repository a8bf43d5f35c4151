import { ok, type Decider, type Detail, type ErrorCode } from '#kernel';
import type { GlobalsEvent, LeftOut, Periodicity, ReceiptPeriod } from '#contracts';
import { evolve, none, periodOf, type Globals, type KnownPeriod } from './globals.js';
import { dueAt, nextLook, nextTry, warnAt } from './times.js';

/** What a look at a period found, or did. */
export type Look =
  | { readonly kind: 'asked'; readonly number: number; readonly invoice: string; readonly receipts: number }
  | {
      readonly kind: 'not-made';
      readonly number: number;
      readonly invoice: string;
      readonly code: ErrorCode;
      readonly details: readonly Detail[];
    }
  /** `pending`: the outcome of an invoice of the period is open, or receipts of it are in somebody's hands. */
  | { readonly kind: 'nothing-left'; readonly pending: boolean; readonly leftOut: readonly LeftOut[] };

/** The commands as the decider sees them. `id`: of the stream; `at`: the tenant's time. */
export type GlobalsCommand =
  | { type: 'open'; id: string; period: ReceiptPeriod; at: string }
  | { type: 'end'; at: string }
  | { type: 'announce'; until: string; receipts: number; total: string; at: string }
  /** `next`: the period after it, as the organization is set up now. */
  | { type: 'note'; id: string; until: string; look: Look; next: ReceiptPeriod; at: string };

type CommandOf<Type extends GlobalsCommand['type']> = Extract<GlobalsCommand, { type: Type }>;

/** The rules of automatic global invoices. What is told twice, or late, changes nothing. */
export const globalsDecider: Decider<Globals, GlobalsCommand, GlobalsEvent> = {
  initial: none,
  evolve,
  decide: (command, state) => ok(decide(command, state)),
};

function decide(command: GlobalsCommand, state: Globals): readonly GlobalsEvent[] {
  switch (command.type) {
    case 'open':
      // Another periodicity applies from the next period on: what was begun ends as it was begun.
      return state.isOn ? [] : [opened(command)];
    case 'end':
      return state.isOn ? [{ type: 'AutomaticGlobalsEnded', data: { at: command.at } }] : [];
    case 'announce':
      return announce(command, state);
    case 'note':
      return note(command, state);
  }
}

const opened = ({ id, period, at }: Omit<CommandOf<'open'>, 'type'>): GlobalsEvent => ({
  type: 'ReceiptPeriodOpened',
  data: {
    period,
    warn_at: warnAt(period, period.global.periodicity as Periodicity),
    due_at: dueAt(period, id),
    at,
  },
});

function announce({ type: _, ...data }: CommandOf<'announce'>, state: Globals): readonly GlobalsEvent[] {
  const known = periodOf(state, data.until);
  const isDue = state.isOn && known?.status === 'open' && !known.isAnnounced && data.receipts > 0;
  return isDue ? [{ type: 'ReceiptPeriodEnding', data }] : [];
}

function note({ id, until, look, next, at }: CommandOf<'note'>, state: Globals): readonly GlobalsEvent[] {
  const known = periodOf(state, until);
  if (!state.isOn || known?.status !== 'open' || at < known.dueAt) return [];
  // The next period begins with the first look at this one, whatever that finds.
  const isLast = state.periods.at(-1) === known;
  return [...(isLast ? [opened({ id, period: next, at })] : []), ...toEvents(known, look, at)];
}

function toEvents(known: KnownPeriod, look: Look, at: string): readonly GlobalsEvent[] {
  const { period, invoices, nextNumber, failures, looks } = known;
  const { until } = period;
  switch (look.kind) {
    case 'asked': {
      const { number, invoice, receipts } = look;
      if (number !== nextNumber) return [];
      return [{ type: 'GlobalInvoiceAsked', data: { until, number, invoice, receipts, at } }];
    }
    case 'not-made': {
      const { kind: _, ...why } = look;
      return [{ type: 'GlobalInvoiceNotMade', data: { until, ...why, next_at: nextTry(failures, at), at } }];
    }
    case 'nothing-left': {
      const next_at = nextLook(period, looks, { pending: look.pending, at });
      if (next_at !== null) return [{ type: 'ReceiptPeriodSwept', data: { until, next_at, at } }];
      const made = invoices.filter(({ failed }) => !failed).map(({ invoice }) => invoice);
      return [{ type: 'ReceiptPeriodClosed', data: { until, invoices: made, left_out: look.leftOut, at } }];
    }
  }
}
