import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  InboundAddressCommand,
  inboundMailKey,
  ProcessMailCommand,
  RenewInboundAddressCommand,
  TakeMailCommand,
  type CommandOutcome,
  type InboundAddress,
} from '#contracts';
import { answerWithData, receipt, type ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import { InboundAddresses } from './addresses.js';
import { InboundMails } from './mails.js';
import { MailProcessing } from './processing.js';

/** Answers the address of a tenant. */
@CommandHandler(InboundAddressCommand)
export class InboundAddressHandler implements Handles<InboundAddressCommand> {
  constructor(private readonly addresses: InboundAddresses) {}

  async execute({
    tenant,
    data,
    time,
  }: InboundAddressCommand): Promise<CommandOutcome<InboundAddress | null>> {
    const known = await this.addresses.find(tenant);
    return answerWithData(known ?? (data.make ? await this.addresses.make(tenant, time) : null));
  }
}

/** Gives a tenant another address. */
@CommandHandler(RenewInboundAddressCommand)
export class RenewInboundAddressHandler implements Handles<RenewInboundAddressCommand> {
  constructor(private readonly addresses: InboundAddresses) {}

  async execute({ id, tenant, time }: RenewInboundAddressCommand): Promise<CommandOutcome<InboundAddress>> {
    const renewed = await this.addresses.renew(tenant, id, time);
    return renewed ? answerWithData(renewed) : refuse('conflict');
  }
}

/** Takes a mail. One that came before is there already; if it has been processed, what came with it now is of no use. */
@CommandHandler(TakeMailCommand)
export class TakeMailHandler implements Handles<TakeMailCommand> {
  constructor(
    private readonly mails: InboundMails,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  async execute(command: TakeMailCommand): Promise<CommandOutcome<undefined>> {
    const { key, tenant, data: mail, time: at } = command;
    const taken = await this.mails.handle(command, { type: 'take', mail, at });
    if (!taken.ok) return taken;
    if (taken.value.state.status === 'processed') await this.contents.remove(tenant, [inboundMailKey(key)]);
    return receipt(taken, undefined);
  }
}

/** Imports the documents of a mail. */
@CommandHandler(ProcessMailCommand)
export class ProcessMailHandler implements Handles<ProcessMailCommand> {
  constructor(private readonly processing: MailProcessing) {}

  async execute(command: ProcessMailCommand): Promise<CommandOutcome<undefined>> {
    const done = await this.processing.process(command);
    return done.ok ? answerWithData() : done;
  }
}
