import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse, type Refused } from '#kernel';
import { paysInvoices } from '#billing';
import type { Handles } from '#bus/nest/index';
import { CreateInvoiceCommand, type CommandOutcome, type InvoiceAsked } from '#contracts';
import { CATALOGUES, IssuerObligations, type Catalogues } from '#fiscal';
import { Claims } from '../claims.js';
import type { InvoiceCommand, Numbering } from '../decide.js';
import { Fences } from '../fences.js';
import { NEW } from '../../document/revision.js';
import { Invoices, toAsked } from '../invoices.js';
import { makeRoom } from '../../document/long-documents.js';
import { PaymentClaims } from '../payment-claims.js';
import { refuseIssuer } from '../obligations.js';
import { prepare } from '../prepare.js';

type Asked = CommandOutcome<InvoiceAsked | undefined>;

/** Creates an invoice or a draft, and claims what only one invoice may have, which the decider can't. */
@CommandHandler(CreateInvoiceCommand)
export class CreateInvoiceHandler implements Handles<CreateInvoiceCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
    private readonly payments: PaymentClaims,
    private readonly fences: Fences,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
    private readonly obligations: IssuerObligations,
  ) {}

  async execute(command: CreateInvoiceCommand): Promise<Asked> {
    const { content, issuer, draft, request, receipts } = command.data;
    const now = new Date(command.time);
    await makeRoom(content);
    if (!draft) {
      // Refused before anything is reserved: a rejected attempt burns neither key nor folio.
      const judged = prepare(content, issuer, now, this.catalogues.large);
      const prepared =
        (judged.ok && (await refuseIssuer(this.obligations, command.tenant, content, issuer))) || judged;
      if (receipts) {
        // Nobody else asks for an invoice of receipts: what is there, or was forgone, was by this command.
        const { status } = await this.invoices.state(command.key, command.tenant);
        if (status === 'deleted') return prepared.ok ? refuse('conflict') : prepared;
        if (status !== 'absent') return this.repeat(command);
        if (!prepared.ok) return this.giveUp(command, prepared);
      }
      if (!prepared.ok) return prepared;
      if (paysInvoices(content) && (await this.exists(command))) return this.repeat(command);
    }
    const key = await this.claims.key(command, content.idempotency_key, { at: NEW, request });
    const outcome = key.ok ? await this.make(command, now) : key;
    if (outcome.ok) return outcome;
    const isFinal = content.idempotency_key !== null || receipts !== undefined || paysInvoices(content);
    return isFinal ? this.giveUp(command, outcome) : outcome;
  }

  private async make(command: CreateInvoiceCommand, now: Date): Promise<Asked> {
    const { data } = command;
    if (data.draft) return this.invoices.ask(command, { type: 'create-draft', now, data });
    const claimed = await this.payments.claim(command, data.content, NEW);
    if (!claimed.ok) return claimed;
    const content = claimed.value;
    const numbering = await this.claims.number(command, content, 1);
    const create: InvoiceCommand = { type: 'create', now, data: { ...data, content }, numbering };
    const handled = await this.invoices.issue(command, create);
    // A repeated command has taken another folio, which is of no use.
    if (handled.ok && handled.value.replayed)
      await this.claims.returnFolio(command, content, { ...numbering, number: 1 }, handled.value.state);
    return toAsked(handled, create);
  }

  /** A refusal after something was claimed, of balances or of receipts, is final, also for another process that is handling the same command. */
  private async giveUp(command: CreateInvoiceCommand, refused: Refused): Promise<Asked> {
    const { content } = command.data;
    const { status } = await this.fences.ruleOut(command, command.key, NEW);
    if (paysInvoices(content)) await this.payments.release(command);
    await this.claims.releaseKeys(command, content.idempotency_key);
    return status === 'deleted' ? refused : this.repeat(command);
  }

  private async exists(command: CreateInvoiceCommand): Promise<boolean> {
    return (await this.invoices.state(command.key, command.tenant)).status !== 'absent';
  }

  /** The outcome of a command whose invoice is there: what it left, or a refusal. */
  private repeat(command: CreateInvoiceCommand): Promise<Asked> {
    const { data } = command;
    const now = new Date(command.time);
    return this.invoices.ask(
      command,
      data.draft ? { type: 'create-draft', now, data } : { type: 'create', now, data, numbering: NONE },
    );
  }
}

/** Numbering for a decision that finds the invoice there. */
const NONE: Numbering = { series: null, folio_number: 0 };
