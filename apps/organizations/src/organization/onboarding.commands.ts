import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { CreateOnboardingLinkCommand, type CommandOutcome } from '#contracts';
import { receipt } from '#eventing';
import { Organizations } from './organizations.js';

@CommandHandler(CreateOnboardingLinkCommand)
export class CreateOnboardingLinkHandler implements Handles<CreateOnboardingLinkCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: CreateOnboardingLinkCommand): Promise<CommandOutcome<undefined>> {
    const { link } = command.data;
    const making = { type: 'create-onboarding-link' as const, link, at: command.time };
    return receipt(await this.organizations.handle(command, making));
  }
}
