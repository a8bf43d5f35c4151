import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { isEmail } from '#kernel';
import { newOrganizationDoc } from '#answers';
import type { CommandBus } from '#bus';
import type { Handles } from '#bus/nest/index';
import {
  MAX_RECIPIENTS,
  SendSecurityNoticeCommand,
  type CommandOutcome,
  type OrganizationDoc,
} from '#contracts';
import { answerWithData, type ContentStore } from '#eventing';
import { BUS, CONTENTS } from '#hosting';
import { acceptMail } from './accept.js';
import { Mails } from './mails.js';

/** In whose name users are written to about themselves. */
const SERVICE_NAME = 'Timbra';

/**
 * Takes the mail that tells of something which may not have been who should. As of certificates nobody's request is behind
 * it, so it is Spanish, and whom it goes to is asked of the service that has the people.
 */
@CommandHandler(SendSecurityNoticeCommand)
export class SendSecurityNoticeHandler implements Handles<SendSecurityNoticeCommand> {
  constructor(
    readonly mails: Mails,
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(CONTENTS) readonly contents: ContentStore,
  ) {}

  async execute(command: SendSecurityNoticeCommand): Promise<CommandOutcome<undefined>> {
    const { key, tenant, actor, correlationId, time, data } = command;
    // It has come before: what it says lies in the content store, or was sent and removed from there.
    if ((await this.mails.state(key, tenant)).status !== 'new') return answerWithData();
    const id = randomUUID();
    const described = await this.bus.send({
      ...{ id, key: id, tenant, actor, correlationId, time },
      ...{ type: 'gateway.describe-notice', data },
    });
    if (!described.ok) return described;
    const contact = described.value.data;
    const to = [...new Set(contact?.to)].filter(isEmail).slice(0, MAX_RECIPIENTS);
    if (contact === null || to.length === 0) return answerWithData();
    const { actor: by, person, role_name } = contact;
    return acceptMail(this, command, {
      template: 'security-notice',
      data: { matter: data.matter, at: data.at, actor: by, person, role_name },
      to,
      language: 'es',
      organization: contact.organization
        ? withoutContact(contact.organization)
        : newOrganizationDoc(tenant.organizationId, SERVICE_NAME, data.at),
    });
  }
}

/** Who got in may have changed these: nobody is to write, call or go there because of this mail. */
const withoutContact = (organization: OrganizationDoc): OrganizationDoc => ({
  ...organization,
  legal: { ...organization.legal, phone: null, website: null, support_email: null },
});
