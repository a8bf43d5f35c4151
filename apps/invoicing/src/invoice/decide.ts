import { decimal, formatDecimal, ok, refuse, refuseFields, type Decider, type Result } from '#kernel';
import type {
  SurplusNews,
  CancellationAnswer,
  CreateInvoice,
  DataOf,
  ImportedInvoice,
  InvoiceContent,
  InvoiceEvent,
  IssuerSnapshot,
  ReceiptsMark,
} from '#contracts';
import { sentTo } from '../document/history.js';
import { dateProblems, withChanges } from '#billing';
import { importInvoice, recognizeCustomer, recordSatStatus } from './decide-import.js';
import { cancel, recordCancellation } from './decide-cancellation.js';
import { builtInCatalogues, type LargeCatalogues } from '#sat';
import { revisionOf } from '../document/revision.js';
import { absent, confirming, evolve, marking, paying, sumReceived, type Invoice } from './invoice.js';
import { prepare, preview, withFreshDate } from './prepare.js';

/** The number that the folio counter gave for this issue. */
export interface Numbering {
  readonly series: string | null;
  readonly folio_number: number;
}

/** What was claimed for a stamping of a draft. */
export interface Attempt {
  /** The revision of the draft at which it began: at any other it comes to nothing, as others may hold what it claimed. */
  readonly at: number;
  readonly numbering: Numbering;
  /** The draft with its customer as it is now, and with what its payments say of invoices at that moment. */
  readonly content: InvoiceContent;
}

/** The commands as the decider sees them: time has entered, the folio is reserved. */
export type InvoiceCommand =
  | { type: 'create-draft'; now: Date; data: CreateInvoice; copiedFrom?: string }
  | { type: 'create'; now: Date; data: CreateInvoice; numbering: Numbering }
  /** `at`: the revision at which a key was claimed for it. */
  | ({ type: 'edit-draft'; now: Date; at?: number } & DataOf<'invoicing.edit-draft'>)
  | ({ type: 'delete-draft'; now: Date } & DataOf<'invoicing.delete-draft'>)
  /** Rules out what was begun at a revision and has not come to be. */
  | { type: 'forgo'; now: Date; at: number }
  /** Without an attempt it can only be refused. */
  | {
      type: 'stamp-draft';
      now: Date;
      issuer: IssuerSnapshot;
      base?: number;
      attempt?: Attempt;
      later?: boolean;
    }
  | ({ type: 'record-stamp'; now: Date; livemode?: boolean } & DataOf<'invoicing.record-stamp'>)
  | { type: 'record-surplus-stamp'; now: Date; news: SurplusNews }
  | ({ type: 'record-refusal'; now: Date } & DataOf<'invoicing.record-refusal'>)
  | ({ type: 'record-delay'; now: Date } & DataOf<'invoicing.record-delay'>)
  | { type: 'record-failure'; now: Date; number: number; reason: string }
  | { type: 'record-payment'; now: Date; payment: string; amount: string; replaces?: readonly string[] }
  | { type: 'revert-payment'; now: Date; payment: string }
  | { type: 'match-payment'; now: Date; invoice: string }
  | { type: 'hold-receipts'; now: Date; receipts: ReceiptsMark }
  | ({ type: 'cancel'; now: Date } & DataOf<'invoicing.cancel'>)
  | { type: 'record-cancellation'; now: Date; answer: CancellationAnswer }
  | { type: 'import'; now: Date; invoice: ImportedInvoice }
  | { type: 'recognize-customer'; now: Date; customer: string }
  | ({ type: 'record-sat-status'; now: Date } & DataOf<'invoicing.record-sat-status'>);

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
      if (isOvertaken(command, state)) return refuse('draft_update_in_progress');
      return ok([{ type: 'DraftDeleted', data: { at: command.now.toISOString() } }]);
    case 'forgo': {
      if (command.at !== revisionOf(state)) return ok([]);
      const data = { at: command.now.toISOString() };
      if (state.status === 'absent') return ok([{ type: 'InvoiceForgone', data }]);
      return ok(state.status === 'draft' ? [{ type: 'ClaimsForgone', data }] : []);
    }
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
            ...(command.livemode && confirming(state.content)),
            ...paying(state.content),
            ...marking(state.receipts),
            ...sentTo(command),
          },
        },
      ]);
    case 'record-surplus-stamp': {
      if (state.status === 'absent') return ok([]);
      const { uuid, pac, status } = command.news;
      const at = command.now.toISOString();
      return ok([
        status === 'found'
          ? { type: 'InvoiceSurplusStampFound', data: { uuid, pac, at } }
          : { type: 'InvoiceSurplusStampSettled', data: { uuid, pac, status, at } },
      ]);
    }
    case 'record-refusal': {
      if (state.status !== 'pending' || state.issue.number !== command.number) return ok([]);
      const { number, code, details } = command;
      const kept = state.shown && !state.fromDraft ? { kept: true as const } : {};
      return ok([
        {
          type: 'InvoiceRefused',
          data: {
            ...{ number, code, details, at: command.now.toISOString() },
            ...kept,
            ...marking(state.receipts),
          },
        },
      ]);
    }
    case 'record-delay':
    case 'record-failure': {
      if (state.status !== 'pending' || state.issue.number !== command.number) return ok([]);
      const data = { number: command.number, reason: command.reason, at: command.now.toISOString() };
      if (command.type === 'record-delay')
        return ok([{ type: 'StampingDelayed', data: { ...data, ...sentTo(command) } }]);
      return ok([{ type: 'StampingFailed', data: { ...data, ...marking(state.receipts) } }]);
    }
    case 'record-payment': {
      // Redelivered, canceled meanwhile, or of an invoice that no longer counts: nothing changes.
      if (state.status !== 'valid' || command.payment in state.payments) return ok([]);
      if (state.reverted?.includes(command.payment)) return ok([]);
      const { payment, amount, replaces } = command;
      const received = { payment, amount, at: command.now.toISOString(), ...(replaces && { replaces }) };
      return ok([counting({ type: 'PaymentReceived', data: received }, state)]);
    }
    case 'revert-payment': {
      if (state.status !== 'valid') return ok([]);
      const { payment } = command;
      const amount = state.payments[payment];
      const at = command.now.toISOString();
      if (amount === undefined)
        // Its stamp is heard of later, perhaps: then it does not count any more.
        return ok(
          state.reverted?.includes(payment) ? [] : [{ type: 'PaymentDisregarded', data: { payment, at } }],
        );
      const reverted = { payment, amount, at };
      return ok([counting({ type: 'PaymentReverted', data: reverted }, state)]);
    }
    case 'match-payment': {
      const { invoice, now } = command;
      if (state.status !== 'valid' || state.matched?.includes(invoice)) return ok([]);
      return ok([{ type: 'PaymentMatched', data: { invoice, at: now.toISOString() } }]);
    }
    case 'hold-receipts': {
      const { receipts, now } = command;
      if (state.status !== 'pending' && state.status !== 'valid') return ok([]);
      // A credit note that gives back something of a receipt is nobody's place: it goes on saying that.
      if (state.receipts?.kind === 'refund') return refuse('conflict');
      return ok(state.receipts ? [] : [{ type: 'ReceiptsHeld', data: { receipts, at: now.toISOString() } }]);
    }
    case 'cancel':
      return cancel(command, state, command.now);
    case 'record-cancellation':
      return recordCancellation(command.answer, state, command.now);
    case 'import':
      return importInvoice(command.invoice, state, command.now);
    case 'recognize-customer':
      return recognizeCustomer(command.customer, state, command.now);
    case 'record-sat-status':
      return recordSatStatus(command.sat, state, command.now);
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

/**
 * Whether the draft says something else than at the revision that the caller meant: of requests that overlap the first
 * one counts.
 */
export const isOvertaken = (
  { base }: { readonly base?: number | undefined },
  { edited }: Extract<Invoice, { status: 'draft' }>,
): boolean => base !== undefined && base < edited;

function editDraft(
  command: Extract<InvoiceCommand, { type: 'edit-draft' }>,
  state: Invoice,
  large: LargeCatalogues,
): Decision {
  if (state.status !== 'draft') return notDraft(state);
  const { at: claimedAt = state.revision } = command;
  if (isOvertaken(command, state) || claimedAt !== state.revision) return refuse('draft_update_in_progress');
  const content = withChanges(state.content, command.changes);
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
  const { issuer, now, attempt, later = false } = command;
  // Somebody has edited it meanwhile, or has taken over what was claimed.
  if (isOvertaken(command, state) || attempt?.at !== state.revision)
    return refuse('draft_update_in_progress');
  const { numbering } = attempt;
  const content = withFreshDate(attempt.content, now);
  const issued = issue({ content, issuer, numbering, number: state.issues + 1, now, later }, large);
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
  readonly receipts?: ReceiptsMark;
}

/** The invoice leaves for its stamp: from here on its content and its folio are fixed. */
function issue(
  { content, issuer, numbering, number, now, later, receipts }: Issuing,
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
        ...marking(receipts),
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
