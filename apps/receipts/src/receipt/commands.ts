import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  AssignReceiptCustomerCommand,
  CancelReceiptCommand,
  FindReceiptRequestCommand,
  type CommandOutcome,
  type RequestHolder,
} from '#contracts';
import { answerWithData, receipt } from '#eventing';
import { ReceiptChanges } from './changes.js';
import { RequestKeys } from './requests.js';

/** Says who bought; of an open receipt only, as an invoice has a customer of its own. */
@CommandHandler(AssignReceiptCustomerCommand)
export class AssignReceiptCustomerHandler implements Handles<AssignReceiptCustomerCommand> {
  constructor(private readonly changes: ReceiptChanges) {}

  async execute(command: AssignReceiptCustomerCommand): Promise<CommandOutcome<undefined>> {
    const { customer } = command.data;
    return receipt(
      await this.changes.change(command, { type: 'assign-customer', customer, at: command.time }),
    );
  }
}

/** Cancels a receipt that no invoice has. */
@CommandHandler(CancelReceiptCommand)
export class CancelReceiptHandler implements Handles<CancelReceiptCommand> {
  constructor(private readonly changes: ReceiptChanges) {}

  async execute(command: CancelReceiptCommand): Promise<CommandOutcome<undefined>> {
    return receipt(await this.changes.change(command, { type: 'cancel', at: command.time }));
  }
}

/** Answers who has an idempotency key, and by which request. */
@CommandHandler(FindReceiptRequestCommand)
export class FindReceiptRequestHandler implements Handles<FindReceiptRequestCommand> {
  constructor(private readonly requests: RequestKeys) {}

  async execute({ tenant, data }: FindReceiptRequestCommand): Promise<CommandOutcome<RequestHolder | null>> {
    return answerWithData(await this.requests.holderOf(tenant, data.idempotency_key));
  }
}
