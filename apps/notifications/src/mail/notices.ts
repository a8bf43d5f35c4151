import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isEmail } from '#kernel';
import type { CommandBus } from '#bus';
import {
  MAX_RECIPIENTS,
  type AnswerOf,
  type Command,
  type CommandOutcome,
  type CommandType,
  type DataOf,
  type MailTemplate,
  type OrganizationDoc,
  type Receipt,
} from '#contracts';
import { answerWithData, type ContentStore } from '#eventing';
import { BUS, CONTENTS } from '#hosting';
import type { Result } from '#kernel';
import { acceptMail } from './accept.js';
import { Mails } from './mails.js';

/** What a notice says, to whom and in whose name. */
export type Notice = MailTemplate & {
  readonly to: readonly string[];
  readonly organization: OrganizationDoc;
};

/**
 * Mails that nobody's request asks for: they follow from what happened, so whom they go to and what they show is asked of
 * the services that know it, when the mail is made. People have no language of their own yet: they are in Spanish.
 */
@Injectable()
export class Notices {
  constructor(
    readonly mails: Mails,
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(CONTENTS) readonly contents: ContentStore,
  ) {}

  /** Asks another service, on behalf of the command that brings the notice. */
  ask<Type extends CommandType>(
    { tenant, actor, correlationId, time }: Command,
    type: Type,
    data: DataOf<Type>,
  ): Promise<CommandOutcome<AnswerOf<Type>>> {
    const id = randomUUID();
    return this.bus.send({ ...{ id, key: id, tenant, actor, correlationId, time }, ...{ type, data } });
  }

  /**
   * Takes the mail that `write` makes, once: a command that comes again finds it taken, although what it said is not
   * there any more. Nothing is sent where `write` has nothing to say, or nobody to say it to.
   */
  async take(
    command: Command,
    write: () => Promise<Result<Receipt<Notice | null>>>,
  ): Promise<CommandOutcome<undefined>> {
    if ((await this.mails.state(command.key, command.tenant)).status !== 'new') return answerWithData();
    const written = await write();
    if (!written.ok) return written;
    const notice = written.value.data;
    const to = [...new Set(notice?.to)].filter(isEmail).slice(0, MAX_RECIPIENTS);
    if (notice === null || to.length === 0) return answerWithData();
    return acceptMail(this, command, { ...notice, to, language: 'es' });
  }
}
