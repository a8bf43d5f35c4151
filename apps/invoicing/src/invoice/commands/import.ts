import { CommandHandler } from '@nestjs/cqrs';
import { ok, type Result, type Tenant } from '#kernel';
import { receiverRfc } from '#billing';
import type { Handles } from '#bus/nest/index';
import {
  ImportInvoicesCommand,
  RecognizeCustomerCommand,
  importedInvoiceId,
  INVOICE_STREAM,
  RecordSatStatusCommand,
  type CommandOutcome,
  type ImportedInvoice,
  type ImportOutcome,
  type Place,
} from '#contracts';
import { SealedHere } from '#fiscal';
import { Folios } from '../folios.js';
import { Invoices } from '../invoices.js';
import { answerWithData } from '#eventing';
import { numberOf, paidBy, receiverOf } from '../imported.js';
import { PastReceivers, type PastReceiver } from '../past-receivers.js';
import { PaidDocuments } from '../paid-documents.js';

/** How a document ended, and where its stream stands then. */
interface Ended {
  readonly outcome: ImportOutcome;
  readonly at: Place;
}

/**
 * Takes in documents that were issued elsewhere. What they need beside their streams is one statement for all of them each, before
 * any is appended; then they are appended all at once, and the store batches them. Several commands may have the same document:
 * its stream is the same, and takes only one. Delivered again, a command is answered as the first time.
 */
@CommandHandler(ImportInvoicesCommand)
export class ImportInvoicesHandler implements Handles<ImportInvoicesCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly sealed: SealedHere,
    private readonly paid: PaidDocuments,
    private readonly folios: Folios,
    private readonly receivers: PastReceivers,
  ) {}

  async execute(
    command: ImportInvoicesCommand,
  ): Promise<CommandOutcome<{ outcomes: readonly ImportOutcome[] }>> {
    const { tenant, data } = command;
    const own = await this.sealedHere(tenant, data.documents);
    const others = data.documents.filter((invoice) => !own.has(invoice.stamp.signature));
    const receivers = others.flatMap((invoice) => receiverOf(tenant, invoice));
    const customers = await this.receivers.customersOf(command, 'customers', receivers.map(rfcOf));
    const unknown = receivers.filter(({ tax_id }) => !customers.has(tax_id));
    await Promise.all([
      this.paid.note(
        tenant,
        others.flatMap((invoice) => paidBy(tenant, invoice)),
      ),
      this.folios.pass(tenant, others.flatMap(numberOf)),
      this.receivers.note(tenant, unknown),
    ]);
    const seen = new Set<string>();
    const ended = await Promise.all(
      data.documents.map((invoice) => {
        const ours = own.get(invoice.stamp.signature);
        if (ours !== undefined) return this.duplicate(tenant, ours);
        const id = importedInvoiceId(tenant, invoice.stamp.uuid);
        if (seen.has(id)) return this.duplicate(tenant, id);
        seen.add(id);
        return this.importOne(command, id, ofCustomer(invoice, customers));
      }),
    );
    // Who became a customer meanwhile, before it was noted that one is missing.
    const since = await this.receivers.customersOf(command, 'customers since', unknown.map(rfcOf));
    for (const [rfc, customer] of since)
      await this.receivers.recognize(
        command,
        customer,
        unknown.filter(({ tax_id }) => tax_id === rfc),
      );
    const outcomes: ImportOutcome[] = [];
    for (const one of ended) {
      if (!one.ok) return one;
      outcomes.push(one.value.outcome);
    }
    const [only] = ended;
    return ok({ ...(ended.length === 1 && only?.ok && { at: only.value.at }), data: { outcomes } });
  }

  /**
   * Invoices of the tenant among them that were issued here, by their seals. A document's seal is stored before any PAC can stamp
   * it, so this is certain also where its stamp is not known yet, and where read models lag.
   */
  private sealedHere(
    tenant: Tenant,
    documents: readonly ImportedInvoice[],
  ): Promise<ReadonlyMap<string, string>> {
    const issued = documents.filter(({ issuer_type }) => issuer_type === 'issuing');
    return this.sealed.invoicesOf(
      tenant,
      issued.map(({ stamp }) => stamp.signature),
    );
  }

  private async importOne(
    command: ImportInvoicesCommand,
    id: string,
    invoice: ImportedInvoice,
  ): Promise<Result<Ended>> {
    const now = new Date(command.time);
    const options = { key: id, expectNew: true };
    const handled = await this.invoices.handle(command, { type: 'import', now, invoice }, options);
    if (!handled.ok) {
      const { state, revision } = await this.invoices.at(id, command.tenant);
      return state.status === 'absent' ? handled : ok(duplicateOf(id, revision));
    }
    const { stream, revision } = handled.value;
    return ok({ outcome: { status: 'imported', id }, at: { stream, revision } });
  }

  private async duplicate(tenant: Tenant, id: string): Promise<Result<Ended>> {
    const { revision } = await this.invoices.at(id, tenant);
    return ok(duplicateOf(id, revision));
  }
}

const duplicateOf = (id: string, revision: number): Ended => ({
  outcome: { status: 'duplicate', id },
  at: { stream: INVOICE_STREAM + id, revision },
});

const rfcOf = ({ tax_id }: PastReceiver): string => tax_id;

/** The document with its customer's id, where one is known. */
function ofCustomer(invoice: ImportedInvoice, customers: ReadonlyMap<string, string>): ImportedInvoice {
  const { content, issuer_type } = invoice;
  if (issuer_type !== 'issuing' || !content.customer) return invoice;
  const id = customers.get(receiverRfc(content.customer));
  return id === undefined || content.customer.id !== null
    ? invoice
    : { ...invoice, content: { ...content, customer: { ...content.customer, id } } };
}

@CommandHandler(RecordSatStatusCommand)
export class RecordSatStatusHandler implements Handles<RecordSatStatusCommand> {
  constructor(private readonly invoices: Invoices) {}

  execute(command: RecordSatStatusCommand): Promise<CommandOutcome<undefined>> {
    const now = new Date(command.time);
    return this.invoices.run(command, { type: 'record-sat-status', now, ...command.data });
  }
}

@CommandHandler(RecognizeCustomerCommand)
export class RecognizeCustomerHandler implements Handles<RecognizeCustomerCommand> {
  constructor(private readonly receivers: PastReceivers) {}

  async execute(command: RecognizeCustomerCommand): Promise<CommandOutcome<undefined>> {
    const { tax_id, revision } = command.data;
    await this.receivers.recognizeAll(command, tax_id, revision);
    return answerWithData();
  }
}
