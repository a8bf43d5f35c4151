import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { RecordPaymentCommand, RevertPaymentCommand, type CommandOutcome } from '#contracts';
import { Invoices } from '../invoices.js';

@CommandHandler(RecordPaymentCommand)
export class RecordPaymentHandler implements Handles<RecordPaymentCommand> {
  constructor(private readonly invoices: Invoices) {}

  async execute(command: RecordPaymentCommand): Promise<CommandOutcome<undefined>> {
    const now = new Date(command.time);
    const { payment, amount, replaces } = command.data;
    const { status } = await this.invoices.state(payment, command.tenant);
    // It waited for so long that its reversal may have come before it.
    if (status === 'canceled') return this.invoices.run(command, { type: 'revert-payment', now, payment });
    const received = { payment, amount, ...(replaces && { replaces }) };
    return this.invoices.run(command, { type: 'record-payment', now, ...received });
  }
}

@CommandHandler(RevertPaymentCommand)
export class RevertPaymentHandler implements Handles<RevertPaymentCommand> {
  constructor(private readonly invoices: Invoices) {}

  execute(command: RevertPaymentCommand): Promise<CommandOutcome<undefined>> {
    const now = new Date(command.time);
    return this.invoices.run(command, { type: 'revert-payment', now, ...command.data });
  }
}
