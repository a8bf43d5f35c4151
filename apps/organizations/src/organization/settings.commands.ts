import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  SetCustomizationCommand,
  SetReceiptsCommand,
  SetSelfInvoiceCommand,
  VerifySupportEmailCommand,
  type CommandOutcome,
} from '#contracts';
import { receipt } from '#eventing';
import { Organizations } from './organizations.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(SetCustomizationCommand)
export class SetCustomizationHandler implements Handles<SetCustomizationCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: SetCustomizationCommand): Promise<Outcome> {
    const { customization } = command.data;
    const setting = { type: 'set-customization' as const, customization, at: command.time };
    return receipt(await this.organizations.handle(command, setting));
  }
}

@CommandHandler(SetReceiptsCommand)
export class SetReceiptsHandler implements Handles<SetReceiptsCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: SetReceiptsCommand): Promise<Outcome> {
    const { receipts } = command.data;
    const setting = { type: 'set-receipts' as const, receipts, at: command.time };
    return receipt(await this.organizations.handle(command, setting));
  }
}

@CommandHandler(SetSelfInvoiceCommand)
export class SetSelfInvoiceHandler implements Handles<SetSelfInvoiceCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: SetSelfInvoiceCommand): Promise<CommandOutcome<{ link: boolean }>> {
    const { self_invoice: selfInvoice, link = null } = command.data;
    const setting = { type: 'set-self-invoice' as const, selfInvoice, link, at: command.time };
    const handled = await this.organizations.handle(command, setting);
    if (!handled.ok) return handled;
    const { state } = handled.value;
    const inForce = state.status === 'active' ? state.settings.support.link?.id : undefined;
    // A redelivered command says the same, unless a later one has replaced its link: then its mail would open nothing.
    return receipt(handled, { link: link !== null && inForce === link.id });
  }
}

/** Takes what the owner of a support address does by the link of the mail. */
@CommandHandler(VerifySupportEmailCommand)
export class VerifySupportEmailHandler implements Handles<VerifySupportEmailCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: VerifySupportEmailCommand): Promise<Outcome> {
    const { link_id: linkId } = command.data;
    const verifying = { type: 'verify-support-email' as const, linkId, at: command.time };
    return receipt(await this.organizations.handle(command, verifying));
  }
}
