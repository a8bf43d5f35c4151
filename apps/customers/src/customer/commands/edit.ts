import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { ok } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  CompleteEditLinkCommand,
  ConfirmCustomerCommand,
  DeleteCustomerCommand,
  EditCustomerCommand,
  type CommandOutcome,
} from '#contracts';
import { judgeCustomer } from '#billing';
import { receipt } from '#eventing';
import { SAT_LISTS } from '#fiscal';
import { registerFor, type SatLists } from '#sat';
import { hasTaxInfo, sameTaxInfo } from '../customer.js';
import { Customers } from '../customers.js';
import { fieldsAfter, isUsable } from '../decide.js';
import { NOT_ASKED, askRegister, withRegister } from '../register.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(EditCustomerCommand)
export class EditCustomerHandler implements Handles<EditCustomerCommand> {
  constructor(
    private readonly customers: Customers,
    @Inject(SAT_LISTS) private readonly lists: SatLists,
  ) {}

  async execute(command: EditCustomerCommand): Promise<Outcome> {
    const { changes, edit_link: editLink } = command.data;
    const current = await this.customers.state(command.key, command.tenant);
    const fields = current.status === 'active' ? fieldsAfter({ type: 'edit', changes }, current) : undefined;
    // Also for existing data that came through a link and was never checked.
    const ask =
      current.status === 'active' &&
      fields?.ok &&
      (!sameTaxInfo(current.fields, fields.value) ||
        (current.satValidatedAt === null && hasTaxInfo(changes)));
    const register = ask
      ? await askRegister(fields.value, registerFor(command.tenant, this.lists))
      : ok(NOT_ASKED);
    if (!register.ok) return register;
    const { time: at } = command;
    const edit = { type: 'edit' as const, changes, editLink, register: register.value, at };
    return receipt(await this.customers.handle(command, edit));
  }
}

/** Takes what the customer itself has sent by its link. */
@CommandHandler(CompleteEditLinkCommand)
export class CompleteEditLinkHandler implements Handles<CompleteEditLinkCommand> {
  constructor(
    private readonly customers: Customers,
    @Inject(SAT_LISTS) private readonly lists: SatLists,
  ) {}

  async execute(command: CompleteEditLinkCommand): Promise<Outcome> {
    const { time: at } = command;
    const { link_id: linkId, changes } = command.data;
    const current = await this.customers.state(command.key, command.tenant);
    const usable = current.status === 'active' && isUsable(current, linkId, at);
    const fields = usable ? fieldsAfter({ type: 'complete', changes }, current) : undefined;
    if (usable && fields && !fields.ok) {
      const judged = judgeCustomer(changes, { current: current.fields }).fields;
      return withRegister(fields, judged, registerFor(command.tenant, this.lists));
    }
    // Always checked: data from the link was stored as it came.
    const register = fields?.ok
      ? await askRegister(fields.value, registerFor(command.tenant, this.lists))
      : ok(NOT_ASKED);
    if (!register.ok) return register;
    const completion = { type: 'complete' as const, linkId, changes, register: register.value, at };
    return receipt(await this.customers.handle(command, completion));
  }
}

/** Takes from a document that was certified that the customer's data are the registered ones. */
@CommandHandler(ConfirmCustomerCommand)
export class ConfirmCustomerHandler implements Handles<ConfirmCustomerCommand> {
  constructor(private readonly customers: Customers) {}

  async execute(command: ConfirmCustomerCommand): Promise<Outcome> {
    const { time: at, data } = command;
    return receipt(await this.customers.handle(command, { type: 'confirm', receiver: data.receiver, at }));
  }
}

@CommandHandler(DeleteCustomerCommand)
export class DeleteCustomerHandler implements Handles<DeleteCustomerCommand> {
  constructor(private readonly customers: Customers) {}

  async execute(command: DeleteCustomerCommand): Promise<Outcome> {
    return receipt(await this.customers.handle(command, { type: 'delete', at: command.time }));
  }
}
