import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { paysInvoices } from '#billing';
import type { CommandBus } from '#bus';
import type { Handles } from '#bus/nest/index';
import {
  CancelInvoiceCommand,
  RecordCancellationCommand,
  RefreshInvoiceCommand,
  type Command,
  type CommandOutcome,
  type FiscalDocument,
  type InvoiceAsked,
} from '#contracts';
import { answerWithData } from '#eventing';
import { BUS } from '#hosting';
import { goOnStamping } from '../../document/go-on-stamping.js';
import { fiscalDocument } from '../invoice.js';
import { Invoices } from '../invoices.js';
import { PaymentClaims } from '../payment-claims.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(CancelInvoiceCommand)
export class CancelInvoiceHandler implements Handles<CancelInvoiceCommand> {
  constructor(private readonly invoices: Invoices) {}

  execute(command: CancelInvoiceCommand): Promise<CommandOutcome<InvoiceAsked | undefined>> {
    const now = new Date(command.time);
    return this.invoices.ask(command, { type: 'cancel', now, ...command.data });
  }
}

@CommandHandler(RecordCancellationCommand)
export class RecordCancellationHandler implements Handles<RecordCancellationCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly payments: PaymentClaims,
  ) {}

  async execute(command: RecordCancellationCommand): Promise<Outcome> {
    const now = new Date(command.time);
    const answer = command.data;
    const outcome = await this.invoices.run(command, { type: 'record-cancellation', now, answer });
    await releaseCanceled(command, this.invoices, this.payments);
    return outcome;
  }
}

/** Asks provider and tax authority, and records the answer. A refusal of theirs leaves the invoice as it is. */
@CommandHandler(RefreshInvoiceCommand)
export class RefreshInvoiceHandler implements Handles<RefreshInvoiceCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly payments: PaymentClaims,
    @Inject(BUS) private readonly bus: CommandBus,
  ) {}

  async execute(command: RefreshInvoiceCommand): Promise<Outcome> {
    const invoice = await this.invoices.state(command.key, command.tenant);
    if (invoice.status === 'absent' || invoice.status === 'deleted' || invoice.status === 'refused')
      return refuse('invoice_not_found');
    // A canceled invoice is final; asking again would tell nothing new.
    if (invoice.status === 'canceled') return answerWithData();
    if (invoice.status === 'pending') {
      const document = { kind: 'invoice', id: command.key } as const;
      return goOnStamping(this.bus, command, document, invoice.issue.number);
    }
    if (invoice.status !== 'valid') return refuse('invoice_not_stamped');
    const document = fiscalDocument(invoice);
    if (invoice.imported?.issuer_type === 'receiving') return this.refreshReceived(command, document);
    const asked = await this.bus.send({ ...command, type: 'cancellation.check', data: { document } });
    if (!asked.ok) return asked;
    const now = new Date(command.time);
    const answer = asked.value.data;
    const outcome = await this.invoices.run(command, { type: 'record-cancellation', now, answer });
    await releaseCanceled(command, this.invoices, this.payments);
    return outcome;
  }

  /** Of a document of somebody else there is no request of ours to follow: only how it stands. */
  private async refreshReceived(command: RefreshInvoiceCommand, document: FiscalDocument): Promise<Outcome> {
    const query = { type: 'cancellation.query-status', data: { documents: [document] } } as const;
    const asked = await this.bus.send({ ...command, ...query });
    if (!asked.ok) return asked;
    const [sat] = asked.value.data.standings;
    if (!sat || sat.status === null) return refuse('invoice_cancellation_service_unavailable');
    return this.invoices.run(command, { type: 'record-sat-status', now: new Date(command.time), sat });
  }
}

/** What a payment has paid is due again once it is canceled, wherever that was asked for. */
async function releaseCanceled(command: Command, invoices: Invoices, payments: PaymentClaims): Promise<void> {
  const after = await invoices.state(command.key, command.tenant);
  if (after.status === 'canceled' && paysInvoices(after.content)) await payments.release(command);
}
