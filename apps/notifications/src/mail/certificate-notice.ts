import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { SendCertificateNoticeCommand, type CommandOutcome } from '#contracts';
import { answerWithData } from '#eventing';
import { Notices } from './notices.js';

/** Takes the mail that a certificate is about to end; it goes to the owners. */
@CommandHandler(SendCertificateNoticeCommand)
export class SendCertificateNoticeHandler implements Handles<SendCertificateNoticeCommand> {
  constructor(private readonly notices: Notices) {}

  execute(command: SendCertificateNoticeCommand): Promise<CommandOutcome<undefined>> {
    const { data } = command;
    return this.notices.take(command, async () => {
      const described = await this.notices.ask(command, 'gateway.describe-organization', {});
      if (!described.ok) return described;
      const contact = described.value.data;
      if (contact === null) return answerWithData(null);
      const { owners: to, organization } = contact;
      return answerWithData({ template: 'certificate-expiring' as const, data, to, organization });
    });
  }
}
