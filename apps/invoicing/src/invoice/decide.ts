import { isDeepStrictEqual } from 'node:util';
import { decimal, formatDecimal, ok, refuse, refuseFields, type Decider, type Result } from '#kernel';
import type {
  CancellationAnswer,
  CreateInvoice,
  DataOf,
  InvoiceContent,
  InvoiceEvent,
  InvoiceStamp,
  IssuerSnapshot,
} from '#contracts';
import { cancel, recordCancellation } from './decide-cancellation.js';
import { builtInCatalogues, type LargeCatalogues } from '#sat';
import { absent, evolve, paying, sumReceived, type Invoice } from './invoice.js';
import { prepare, preview, withFreshDate } from './prepare.js';
import { dateProblems } from './rules.js';

/** The number that the folio counter gave for this issue. */
export interface Numbering {
  readonly series: string | null;
  readonly folio_number: number;
}

/** A draft as it was read, and the same draft with what its payments say of invoices at that moment. */
export interface SettledDraft {
  readonly draft: InvoiceContent;
  readonly content: InvoiceContent;
}

/** The commands as the decider sees them: time has entered, the folio is reserved. */
export type InvoiceCommand =
  | { type: 'create-draft'; now: Date; data: CreateInvoice; copiedFrom?: string }
  | { type: 'create'; now: Date; data: CreateInvoice; numbering: Numbering }
  | { type: 'edit-draft'; now: Date; changes: Partial<InvoiceContent>; issuer: IssuerSnapshot }
  | { type: 'delete-draft'; now: Date }
  | { type: 'forgo'; now: Date }
  | { type: 'stamp-draft'; now: Date; issuer: IssuerSnapshot; numbering: Numbering; settled?: SettledDraft }
  | { type: 'record-stamp'; now: Date; number: number; stamp: InvoiceStamp }
  | ({ type: 'record-refusal'; now: Date } & DataOf<'invoicing.record-refusal'>)
  | { type: 'record-delay'; now: Date; number: number; reason: string }
  | { type: 'record-failure'; now: Date; number: number; reason: string }
  | { type: 'record-payment'; now: Date; payment: string; amount: string; replaces?: readonly string[] }
  | { type: 'revert-payment'; now: Date; payment: string }
  | ({ type: 'cancel'; now: Date } & DataOf<'invoicing.cancel'>)
  | { type: 'record-cancellation'; now: Date; answer: CancellationAnswer };

type Decision = Result<readonly InvoiceEvent[]>;

/** The rules of invoices, over the large catalogues that the installation has. */
export const invoiceDeciderOver = (
  large: LargeCatalogues,
): Decider<Invoice, InvoiceCommand, InvoiceEvent> => ({
  initial: absent,
  evolve,
  decide: (command, state) => decide(command, state, large),
});

/** The same over what is built in. */
export const invoiceDecider = invoiceDeciderOver(builtInCatalogues);

function decide(command: InvoiceCommand, state: Invoice, large: LargeCatalogues): Decision {
  switch (command.type) {
    case 'create-draft':
      return createDraft(command, state, large);
    case 'create':
      return state.status === 'absent'
        ? issue({ ...command.data, numbering: command.numbering, number: 1, now: command.now }, large)
        : refuse('conflict');
    case 'edit-draft':
      return editDraft(command, state, large);
    case 'delete-draft':
      if (state.status !== 'draft') return notDraft(state);
      return ok([{ type: 'DraftDeleted', data: { at: command.now.toISOString() } }]);
    case 'forgo':
      return ok(
        state.status === 'absent'
          ? [{ type: 'InvoiceForgone', data: { at: command.now.toISOString() } }]
          : [],
      );
    case 'stamp-draft':
      if (state.status === 'valid' || state.status === 'canceled') return refuse('invoice_already_stamped');
      if (state.status !== 'draft') return notDraft(state);
      return stampDraft(command, state, large);
    case 'record-stamp':
      if (state.status !== 'pending' || state.issue.number !== command.number) return ok([]);
      return ok([
        {
          type: 'InvoiceStamped',
          data: {
            ...{ number: command.number, stamp: command.stamp, at: command.now.toISOString() },
            ...paying(state.content),
          },
        },
      ]);
    case 'record-refusal': {
      if (state.status !== 'pending' || state.issue.number !== command.number) return ok([]);
      const { number, code, details } = command;
      const kept = state.shown && !state.fromDraft ? { kept: true as const } : {};
      return ok([
        { type: 'InvoiceRefused', data: { number, code, details, at: command.now.toISOString(), ...kept } },
      ]);
    }
    case 'record-delay':
    case 'record-failure': {
      if (state.status !== 'pending' || state.issue.number !== command.number) return ok([]);
      const type = command.type === 'record-delay' ? 'StampingDelayed' : 'StampingFailed';
      return ok([
        { type, data: { number: command.number, reason: command.reason, at: command.now.toISOString() } },
      ]);
    }
    case 'record-payment': {
      // Redelivered, or of an invoice that no longer counts: nothing changes.
      if (state.status !== 'valid' || command.payment in state.payments) return ok([]);
      const { payment, amount, replaces } = command;
      const received = { payment, amount, at: command.now.toISOString(), ...(replaces && { replaces }) };
      return ok([counting({ type: 'PaymentReceived', data: received }, state)]);
    }
    case 'revert-payment': {
      const amount = state.status === 'valid' ? state.payments[command.payment] : undefined;
      if (amount === undefined) return ok([]);
      const reverted = { payment: command.payment, amount, at: command.now.toISOString() };
      return ok([counting({ type: 'PaymentReverted', data: reverted }, state)]);
    }
    case 'cancel':
      return cancel(command, state, command.now);
    case 'record-cancellation':
      return recordCancellation(command.answer, state, command.now);
  }
}

/** Says by how much the balance moves where that is not the payment's amount: it replaces another, or was replaced. */
function counting(
  event: Extract<InvoiceEvent, { type: 'PaymentReceived' | 'PaymentReverted' }>,
  state: Invoice,
): InvoiceEvent {
  const moved = sumReceived(evolve(state, event)) - sumReceived(state);
  const counts = moved < 0n ? -moved : moved;
  if (counts === decimal(event.data.amount)) return event;
  return { ...event, data: { ...event.data, counts: formatDecimal(counts) } };
}

function createDraft(
  command: Extract<InvoiceCommand, { type: 'create-draft' }>,
  state: Invoice,
  large: LargeCatalogues,
): Decision {
  if (state.status !== 'absent') return refuse('conflict');
  const { content, issuer } = command.data;
  const impossible = dateProblems(content, command.now);
  if (impossible.length > 0) return refuseFields(impossible);
  const at = command.now.toISOString();
  const copied = command.copiedFrom === undefined ? {} : { copied_from: command.copiedFrom };
  return ok([
    {
      type: 'InvoiceDrafted',
      data: { content, ...preview(content, issuer, command.now, large), at, ...copied },
    },
  ]);
}

function editDraft(
  command: Extract<InvoiceCommand, { type: 'edit-draft' }>,
  state: Invoice,
  large: LargeCatalogues,
): Decision {
  if (state.status !== 'draft') return notDraft(state);
  const content = { ...state.content, ...command.changes };
  // A date that was right when it was written may grow old; one that is sent must be right now.
  const impossible = command.changes.date === undefined ? [] : dateProblems(content, command.now);
  if (impossible.length > 0) return refuseFields(impossible);
  const at = command.now.toISOString();
  return ok([
    { type: 'DraftEdited', data: { content, ...preview(content, command.issuer, command.now, large), at } },
  ]);
}

function stampDraft(
  command: Extract<InvoiceCommand, { type: 'stamp-draft' }>,
  state: Extract<Invoice, { status: 'draft' }>,
  large: LargeCatalogues,
): Decision {
  const { issuer, numbering, now, settled } = command;
  const changed = settled !== undefined && settled.content !== settled.draft;
  // Somebody has edited it meanwhile: what was claimed is not what it pays now.
  if (changed && !isDeepStrictEqual(settled.draft, state.content)) return refuse('conflict');
  const content = withFreshDate(changed ? settled.content : state.content, now);
  const issued = issue({ content, issuer, numbering, number: state.issues + 1, now }, large);
  if (issued.ok) return issued;
  return refuse('draft_not_ready_to_stamp', { details: issued.refusal.details ?? [] });
}

interface Issuing {
  readonly content: InvoiceContent;
  readonly issuer: IssuerSnapshot;
  readonly numbering: Numbering;
  /** Counts the stampings of this invoice. */
  readonly number: number;
  readonly now: Date;
  readonly later?: boolean;
}

/** The invoice leaves for its stamp: from here on its content and its folio are fixed. */
function issue(
  { content, issuer, numbering, number, now, later }: Issuing,
  large: LargeCatalogues,
): Decision {
  const prepared = prepare(content, issuer, now, large);
  if (!prepared.ok) return prepared;
  const { totals, date, fecha } = prepared.value;
  const { series, folio_number } = numbering;
  return ok([
    {
      type: 'InvoiceIssued',
      data: {
        content,
        issue: { number, issuer, series, folio_number, date, fecha, totals },
        at: now.toISOString(),
        ...(later && { later }),
      },
    },
  ]);
}

function notDraft(state: Invoice): Decision {
  switch (state.status) {
    case 'absent':
    case 'deleted':
    case 'refused':
      return refuse('invoice_not_found');
    case 'pending':
      return refuse('stamping_in_progress');
    case 'valid':
    case 'canceled':
    case 'failed':
    case 'draft':
      return refuse('invoice_not_draft');
  }
}
