import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { lastInstallmentOf } from '#billing';
import type { CommandBus } from '#bus';
import type { Handles } from '#bus/nest/index';
import { importedInvoiceId, MatchPaymentsCommand, type CommandOutcome } from '#contracts';
import { answerWithData } from '#eventing';
import { BUS } from '#hosting';
import { Invoices } from '../invoices.js';
import { PaymentMatching } from '../matching.js';
import { PaidDocuments, type StoredPaid } from '../paid-documents.js';

/** Brings balances in line with what a document says, or no longer says: delivered again it changes nothing. */
@CommandHandler(MatchPaymentsCommand)
export class MatchPaymentsHandler implements Handles<MatchPaymentsCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly paid: PaidDocuments,
    private readonly matching: PaymentMatching,
    @Inject(BUS) private readonly bus: CommandBus,
  ) {}

  async execute(command: MatchPaymentsCommand): Promise<CommandOutcome<undefined>> {
    const { key, tenant, data } = command;
    const document = await this.invoices.state(key, tenant);
    if (document.status !== 'valid' && document.status !== 'canceled') return answerWithData();
    const { content } = document;
    if (content.type !== 'P') {
      await this.matching.settle(command, key);
      return answerWithData();
    }
    if (data.pays)
      await this.paid.note(
        tenant,
        data.pays.map((paid) => ({
          ...paid,
          payment: key,
          installment: lastInstallmentOf(content, paid.uuid),
        })),
      );
    const paid = await this.paid.by(tenant, key);
    if (document.status === 'canceled') await this.matching.revert(command, key, paid);
    else for (const id of await this.targets(command, paid)) await this.matching.settle(command, id);
    return answerWithData();
  }

  /** What a payment pays, as far as it is here: imported, or issued by ourselves. */
  private async targets(
    command: MatchPaymentsCommand,
    paid: readonly StoredPaid[],
  ): Promise<readonly string[]> {
    const { tenant } = command;
    const targets: string[] = [];
    const others: string[] = [];
    for (const { uuid, invoice } of paid) {
      const id = invoice ?? importedInvoiceId(tenant, uuid);
      if ((await this.invoices.state(id, tenant)).status === 'absent') others.push(uuid);
      else targets.push(id);
    }
    if (others.length === 0) return targets;
    const asked = await this.bus.send({ ...command, type: 'gateway.find-invoices', data: { uuids: others } });
    if (!asked.ok) throw new Error(`invoices by UUID can't be asked for: ${asked.refusal.code}`);
    return [...targets, ...asked.value.data.invoices.map(({ id }) => id)];
  }
}
