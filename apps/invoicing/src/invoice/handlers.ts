import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { refuse } from '#kernel';
import type { LineHandlers } from '#bus';
import type {
  Command,
  CommandOf,
  CommandOutcome,
  InvoiceAsked,
  InvoiceContent,
  InvoiceEvent,
} from '#contracts';
import { INVOICE_STREAM, stampingKey } from '#contracts';
import { Aggregates, RUNTIME, answered, receipt, type Runtime } from '#platform';
import type { LargeCatalogues } from '#sat';
import { Claims } from './claims.js';
import { invoiceDeciderOver, type InvoiceCommand, type Numbering, type SettledDraft } from './decide.js';
import { fiscalDocument, type Invoice } from './invoice.js';
import { handOver } from './issued-document.js';
import { PaymentClaims } from './payment-claims.js';
import { prepare, withFreshDate } from './prepare.js';
import { copiedPayments } from './settle.js';

type Asked = CommandOutcome<InvoiceAsked | undefined>;

/** When a command was asked. */
const asked = ({ time }: Command): Date => new Date(time);

/** Commands from the bus to the decider; claims what only one invoice may have, which the decider can't. */
@Injectable()
export class InvoiceHandlers {
  private readonly invoices: Aggregates<Invoice, InvoiceCommand, InvoiceEvent>;
  private readonly claims: Claims;
  private readonly payments: PaymentClaims;
  private readonly grandes: LargeCatalogues;

  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {
    this.grandes = runtime.catalogues.large;
    this.invoices = new Aggregates({
      store: runtime.store,
      decider: invoiceDeciderOver(this.grandes),
      stream: INVOICE_STREAM,
    });
    this.claims = new Claims(runtime.pool, this.invoices);
    this.payments = new PaymentClaims(runtime, this.invoices, this.claims);
  }

  /** What it takes from the bus. */
  readonly commands = {
    'invoicing.create': (command) => this.create(command, asked(command)),
    'invoicing.copy': (command) => this.copy(command, asked(command)),
    'invoicing.stamp-draft': (command) => this.stampDraft(command, asked(command)),
    'invoicing.edit-draft': (command) => this.editDraft(command, asked(command)),
    'invoicing.delete-draft': async (command) => {
      const before = await this.invoices.state(command.key, command.tenant);
      const outcome = await this.run(command, { type: 'delete-draft', now: asked(command) });
      if (outcome.ok && before.status === 'draft')
        await this.claims.releaseKey(command, before.content.idempotency_key);
      return outcome;
    },
    'invoicing.record-stamp': (command) =>
      this.run(command, { type: 'record-stamp', now: asked(command), ...command.data }),
    'invoicing.record-refusal': async (command) => {
      const before = await this.invoices.state(command.key, command.tenant);
      const fits = before.status === 'pending' && before.issue.number === command.data.number;
      // It never will be stamped: who learns of that finds the balances free again.
      if (fits) await this.payments.release(command, before.content);
      const now = asked(command);
      const outcome = await this.run(command, { type: 'record-refusal', now, ...command.data });
      if (fits) {
        await this.claims.returnFolio(command, before);
        if (!before.fromDraft) await this.claims.releaseKey(command, before.content.idempotency_key);
      }
      return outcome;
    },
    'invoicing.record-delay': (command) =>
      this.run(command, { type: 'record-delay', now: asked(command), ...command.data }),
    'invoicing.record-failure': async (command) => {
      const before = await this.invoices.state(command.key, command.tenant);
      const fits = before.status === 'pending' && before.issue.number === command.data.number;
      if (fits) await this.payments.release(command, before.content);
      const now = asked(command);
      const outcome = await this.run(command, { type: 'record-failure', now, ...command.data });
      if (fits) {
        await this.claims.returnFolio(command, before);
      }
      return outcome;
    },
    'invoicing.record-payment': (command) =>
      this.run(command, { type: 'record-payment', now: asked(command), ...command.data }),
    'invoicing.revert-payment': (command) =>
      this.run(command, { type: 'revert-payment', now: asked(command), ...command.data }),
    'invoicing.cancel': (command) =>
      this.ask(command, { type: 'cancel', now: asked(command), ...command.data }),
    'invoicing.record-cancellation': async (command) => {
      const now = asked(command);
      const outcome = await this.run(command, { type: 'record-cancellation', now, answer: command.data });
      const after = await this.invoices.state(command.key, command.tenant);
      if (after.status === 'canceled') await this.payments.release(command, after.content);
      return outcome;
    },
    'invoicing.refresh': (command) => this.refresh(command, asked(command)),
  } satisfies Partial<LineHandlers<'invoicing'>>;

  /** Asks provider and tax authority, and records the answer. A refusal of theirs leaves the invoice as it is. */
  private async refresh(
    command: CommandOf<'invoicing.refresh'>,
    now: Date,
  ): Promise<CommandOutcome<undefined>> {
    const invoice = await this.invoices.state(command.key, command.tenant);
    if (invoice.status === 'absent' || invoice.status === 'deleted' || invoice.status === 'refused')
      return refuse('invoice_not_found');
    // A canceled invoice is final; asking again would tell nothing new.
    if (invoice.status === 'canceled') return answered();
    if (invoice.status === 'pending') {
      const key = stampingKey(command.key, invoice.issue.number);
      const asked = await this.runtime.bus.send({
        ...command,
        type: 'stamping.stamp',
        key,
        data: { retry: true },
      });
      // Not even begun: there is nothing yet that could be asked for.
      return asked.ok || asked.refusal.code === 'stamping_in_progress' ? answered() : asked;
    }
    if (invoice.status !== 'valid') return refuse('invoice_not_stamped');
    const document = fiscalDocument(invoice);
    const asked = await this.runtime.bus.send({ ...command, type: 'cancellation.check', data: { document } });
    if (!asked.ok) return asked;
    return this.run(command, { type: 'record-cancellation', now, answer: asked.value.data });
  }

  private async run(envelope: Command, command: InvoiceCommand): Promise<CommandOutcome<undefined>> {
    return receipt(await this.invoices.handle(envelope, command, { expectNew: isNew(command) }));
  }

  /** Runs what leads to a stamp or a cancellation, and tells what to wait for. */
  private async ask(envelope: Command, command: InvoiceCommand): Promise<Asked> {
    const handled = await this.invoices.handle(envelope, command, { expectNew: isNew(command) });
    if (handled.ok) {
      const { state, eventIds } = handled.value;
      // Before the feed can tell of the event: its document is there when it is asked for.
      if (state.status === 'pending' && eventIds[0] !== undefined) handOver(eventIds[0], state);
    }
    return receipt(handled, handled.ok ? askedOf(command, handled.value.state) : undefined);
  }

  private async create(command: CommandOf<'invoicing.create'>, now: Date): Promise<Asked> {
    const { content, issuer, draft, request } = command.data;
    if (!draft) {
      // Refused before anything is reserved: a rejected attempt burns neither key nor folio.
      const prepared = prepare(content, issuer, now, this.grandes);
      if (!prepared.ok) return prepared;
    }
    const claimed = await this.claims.key(command, content.idempotency_key, request);
    if (!claimed.ok) return claimed;
    if (draft) return this.ask(command, { type: 'create-draft', now, data: command.data });
    const outcome = await this.issue(command, content, now);
    if (!outcome.ok) await this.claims.releaseKey(command, content.idempotency_key);
    return outcome;
  }

  private async issue(
    command: CommandOf<'invoicing.create'>,
    asked: InvoiceContent,
    now: Date,
  ): Promise<Asked> {
    const claimed = await this.payments.claim(command, asked);
    if (!claimed.ok) return claimed;
    const data = { ...command.data, content: claimed.value };
    const numbering = await this.claims.number(command, data.content);
    const outcome = await this.ask(command, { type: 'create', now, data, numbering });
    if (!outcome.ok) await this.payments.release(command, data.content);
    return outcome;
  }

  private async editDraft(
    command: CommandOf<'invoicing.edit-draft'>,
    now: Date,
  ): Promise<CommandOutcome<undefined>> {
    const before = await this.invoices.state(command.key, command.tenant);
    const edit: InvoiceCommand = { type: 'edit-draft', now, ...command.data };
    const { idempotency_key: key } = command.data.changes;
    if (before.status !== 'draft' || key === undefined || key === before.content.idempotency_key)
      return this.run(command, edit);
    // Another key is claimed as a new invoice's is, and the former one is free again.
    const expected = await this.invoices.expected(command);
    if (!expected.ok) return expected;
    const claimed = await this.claims.key(command, key);
    if (!claimed.ok) return claimed;
    const outcome = await this.run(command, edit);
    await this.claims.releaseKey(command, outcome.ok ? before.content.idempotency_key : key);
    return outcome;
  }

  private async copy(command: CommandOf<'invoicing.copy'>, now: Date): Promise<CommandOutcome<undefined>> {
    const source = await this.invoices.state(command.data.source, command.tenant);
    if (source.status === 'absent' || source.status === 'deleted' || source.status === 'refused')
      return refuse('invoice_not_found');
    // What names the original alone does not go along.
    const content = await this.payments.look(command, {
      ...copiedPayments(source.content),
      date: null,
      folio_number: null,
      external_id: null,
      idempotency_key: null,
    });
    const data = { content, issuer: command.data.issuer, draft: true };
    return this.run(command, { type: 'create-draft', now, data, copiedFrom: command.data.source });
  }

  private async stampDraft(command: CommandOf<'invoicing.stamp-draft'>, now: Date): Promise<Asked> {
    const { issuer, customer } = command.data;
    const draft = await this.invoices.state(command.key, command.tenant);
    if (draft.status !== 'draft')
      return this.ask(command, { type: 'stamp-draft', now, issuer, numbering: NONE });
    // Before a folio is taken for a draft that somebody has changed meanwhile.
    const expected = await this.invoices.expected(command);
    if (!expected.ok) return expected;
    const follows = customer !== undefined && !isDeepStrictEqual(customer, draft.content.customer);
    const current = follows ? { ...draft.content, customer } : draft.content;
    const claimed = await this.payments.claim(command, current);
    if (!claimed.ok) return claimed;
    const content = claimed.value;
    const outcome = await this.issueDraft(command, { draft: draft.content, content }, now);
    if (!outcome.ok) await this.payments.release(command, content);
    return outcome;
  }

  private async issueDraft(
    command: CommandOf<'invoicing.stamp-draft'>,
    settled: SettledDraft,
    now: Date,
  ): Promise<Asked> {
    const { issuer } = command.data;
    const ready = prepare(withFreshDate(settled.content, now), issuer, now, this.grandes);
    if (!ready.ok) return refuse('draft_not_ready_to_stamp', { details: ready.refusal.details ?? [] });
    const numbering = await this.claims.number(command, settled.content);
    return this.ask(command, { type: 'stamp-draft', now, issuer, numbering, settled });
  }
}

const isNew = ({ type }: InvoiceCommand): boolean => type === 'create' || type === 'create-draft';

/** What the caller can wait for: the outcome of this stamping, or of this cancellation request. */
function askedOf({ type }: InvoiceCommand, state: Invoice): InvoiceAsked | undefined {
  if (type === 'cancel')
    return state.status === 'valid' && state.cancellation ? { number: state.cancellation.number } : undefined;
  return 'issue' in state ? { number: state.issue.number } : undefined;
}

/** Numbering for a decision that can only be a refusal. */
const NONE: Numbering = { series: null, folio_number: 0 };
