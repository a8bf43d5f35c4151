import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { isEmail } from '#kernel';
import type { CommandBus } from '#bus';
import type { Handles } from '#bus/nest/index';
import { MAX_RECIPIENTS, SendCertificateNoticeCommand, type CommandOutcome } from '#contracts';
import { answerWithData, type ContentStore } from '#eventing';
import { BUS, CONTENTS } from '#hosting';
import { acceptMail } from './accept.js';
import { Mails } from './mails.js';

/**
 * Takes the mail that a certificate is about to end. Nobody's request is behind it, so whom it goes to, and how it looks, is
 * asked of the service that has the organizations. Owners have no language of their own yet: it is Spanish.
 */
@CommandHandler(SendCertificateNoticeCommand)
export class SendCertificateNoticeHandler implements Handles<SendCertificateNoticeCommand> {
  constructor(
    readonly mails: Mails,
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(CONTENTS) readonly contents: ContentStore,
  ) {}

  async execute(command: SendCertificateNoticeCommand): Promise<CommandOutcome<undefined>> {
    const { tenant, actor, correlationId, time, data } = command;
    const id = randomUUID();
    const described = await this.bus.send({
      ...{ id, key: id, tenant, actor, correlationId, time },
      ...{ type: 'gateway.describe-organization', data: {} },
    });
    if (!described.ok) return described;
    const contact = described.value.data;
    const to = [...new Set(contact?.owners)].filter(isEmail).slice(0, MAX_RECIPIENTS);
    if (contact === null || to.length === 0) return answerWithData();
    const { organization } = contact;
    const mail = {
      template: 'certificate-expiring' as const,
      data,
      to,
      language: 'es' as const,
      organization,
    };
    return acceptMail(this, command, mail);
  }
}
