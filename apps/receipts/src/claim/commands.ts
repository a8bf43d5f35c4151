import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  InvoiceReceiptsCommand,
  IssueReceiptInvoiceCommand,
  PlanReceiptInvoiceCommand,
  SettleReceiptInvoiceCommand,
  type CommandOutcome,
  type PlannedReceiptInvoice,
  type ReceiptsAsked,
} from '#contracts';
import { judgeInvoice } from '#billing';
import { answerWithData } from '#eventing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { ReceiptRows } from '../receipt/store.js';
import { build, toRequest } from './build.js';
import { Claims } from './claims.js';
import { ReceiptInvoices } from './issue.js';
import { ReceiptSelection } from './select.js';
import { ClaimSettlement } from './settle.js';

/** Claims receipts for an invoice, and has it made. */
@CommandHandler(InvoiceReceiptsCommand)
export class InvoiceReceiptsHandler implements Handles<InvoiceReceiptsCommand> {
  constructor(private readonly invoices: ReceiptInvoices) {}

  execute(command: InvoiceReceiptsCommand): Promise<CommandOutcome<ReceiptsAsked>> {
    return this.invoices.invoice(command, command.data);
  }
}

/** Goes on with an invoice whose receipts are claimed, if it has not come to be yet. */
@CommandHandler(IssueReceiptInvoiceCommand)
export class IssueReceiptInvoiceHandler implements Handles<IssueReceiptInvoiceCommand> {
  constructor(
    private readonly claims: Claims,
    private readonly invoices: ReceiptInvoices,
  ) {}

  async execute(command: IssueReceiptInvoiceCommand): Promise<CommandOutcome<undefined>> {
    const claim = await this.claims.state(command.key, command.tenant);
    if (claim.status === 'claimed') await this.invoices.goOn(command, claim);
    return answerWithData();
  }
}

/** Settles what became of an invoice of receipts. */
@CommandHandler(SettleReceiptInvoiceCommand)
export class SettleReceiptInvoiceHandler implements Handles<SettleReceiptInvoiceCommand> {
  constructor(private readonly settlement: ClaimSettlement) {}

  async execute(command: SettleReceiptInvoiceCommand): Promise<CommandOutcome<undefined>> {
    await this.settlement.settle(command, command.key, command.data.outcome);
    return answerWithData();
  }
}

/** Answers what an invoice of receipts would be, by the same judgement; nothing is held. */
@CommandHandler(PlanReceiptInvoiceCommand)
export class PlanReceiptInvoiceHandler implements Handles<PlanReceiptInvoiceCommand> {
  constructor(
    private readonly selection: ReceiptSelection,
    private readonly rows: ReceiptRows,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
  ) {}

  async execute(command: PlanReceiptInvoiceCommand): Promise<CommandOutcome<PlannedReceiptInvoice>> {
    const { ask, issuer } = command.data;
    const now = new Date(command.time);
    const selected = await this.selection.select(command, ask, { invoice: command.key, wait: false });
    if (!selected.ok) return selected;
    const read = (ids: readonly string[]) => this.rows.read(command.tenant, ids);
    const built = await build(ask, selected.value, read, { issuer, now });
    if (!built.ok) return built;
    const { content, receipts } = built.value;
    const judged = judgeInvoice(content, issuer, now, this.catalogues.large);
    if (!judged.ok) return { ok: false, refusal: toRequest(ask, receipts, judged.refusal) };
    const { total } = judged.value.totals;
    return answerWithData({ content, receipts: receipts.length, total });
  }
}
