import { CommandHandler } from '@nestjs/cqrs';
import { newOrganizationDoc } from '#answers';
import type { Handles } from '#bus/nest/index';
import { SendSecurityNoticeCommand, type CommandOutcome, type OrganizationDoc } from '#contracts';
import { answerWithData } from '#eventing';
import { Notices } from './notices.js';

/** In whose name users are written to about themselves. */
const SERVICE_NAME = 'Timbra';

/** Takes the mail that tells of something which may not have been who should. */
@CommandHandler(SendSecurityNoticeCommand)
export class SendSecurityNoticeHandler implements Handles<SendSecurityNoticeCommand> {
  constructor(private readonly notices: Notices) {}

  execute(command: SendSecurityNoticeCommand): Promise<CommandOutcome<undefined>> {
    const { tenant, data } = command;
    return this.notices.take(command, async () => {
      const described = await this.notices.ask(command, 'gateway.describe-notice', data);
      if (!described.ok) return described;
      const contact = described.value.data;
      if (contact === null) return answerWithData(null);
      const { to, actor: by, person, role_name } = contact;
      return answerWithData({
        template: 'security-notice' as const,
        data: { matter: data.matter, at: data.at, actor: by, person, role_name },
        to,
        organization: contact.organization
          ? withoutContact(contact.organization)
          : newOrganizationDoc(tenant.organizationId, SERVICE_NAME, data.at),
      });
    });
  }
}

/** Who got in may have changed these: nobody is to write, call or go there because of this mail. */
const withoutContact = (organization: OrganizationDoc): OrganizationDoc => ({
  ...organization,
  legal: { ...organization.legal, phone: null, website: null, support_email: null },
});
