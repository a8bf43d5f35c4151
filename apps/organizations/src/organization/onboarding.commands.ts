import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { CompleteOnboardingCommand, CreateOnboardingLinkCommand, type CommandOutcome } from '#contracts';
import { receipt } from '#eventing';
import { Organizations } from './organizations.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(CreateOnboardingLinkCommand)
export class CreateOnboardingLinkHandler implements Handles<CreateOnboardingLinkCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: CreateOnboardingLinkCommand): Promise<Outcome> {
    const { link } = command.data;
    const making = { type: 'create-onboarding-link' as const, link, at: command.time };
    return receipt(await this.organizations.handle(command, making));
  }
}

@CommandHandler(CompleteOnboardingCommand)
export class CompleteOnboardingHandler implements Handles<CompleteOnboardingCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: CompleteOnboardingCommand): Promise<Outcome> {
    const { link_id: linkId } = command.data;
    const completing = { type: 'complete-onboarding' as const, linkId, at: command.time };
    return receipt(await this.organizations.handle(command, completing));
  }
}
