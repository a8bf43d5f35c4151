import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { RemoveCertificateCommand, SetCertificateCommand, type CommandOutcome } from '#contracts';
import { receipt } from '#eventing';
import { Organizations } from './organizations.js';

/** Takes a certificate into use that lies in the vault already. */
@CommandHandler(SetCertificateCommand)
export class SetCertificateHandler implements Handles<SetCertificateCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: SetCertificateCommand): Promise<CommandOutcome<undefined>> {
    const { kind, facts, stamped_live: stampedLive } = command.data;
    const setting = { type: 'set-certificate' as const, kind, facts, stampedLive, at: command.time };
    return receipt(await this.organizations.handle(command, setting));
  }
}

@CommandHandler(RemoveCertificateCommand)
export class RemoveCertificateHandler implements Handles<RemoveCertificateCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: RemoveCertificateCommand): Promise<CommandOutcome<undefined>> {
    const removing = { type: 'remove-certificate' as const, kind: command.data.kind, at: command.time };
    return receipt(await this.organizations.handle(command, removing));
  }
}
