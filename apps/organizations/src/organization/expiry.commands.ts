import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { NotifyExpiryCommand, type CommandOutcome } from '#contracts';
import { receipt } from '#eventing';
import { Organizations } from './organizations.js';

/** Tells the owner, if it is time, that a certificate is about to end. */
@CommandHandler(NotifyExpiryCommand)
export class NotifyExpiryHandler implements Handles<NotifyExpiryCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: NotifyExpiryCommand): Promise<CommandOutcome<undefined>> {
    const { kind, serial_number: serialNumber } = command.data;
    // The time at which it is sent, however long ago it was planned.
    const look = { type: 'notify-expiry' as const, kind, serialNumber, at: command.time };
    return receipt(await this.organizations.handle(command, look));
  }
}
