import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { ChooseDomainCommand, FindDomainCommand, type CommandOutcome } from '#contracts';
import { answerWithData, receipt } from '#eventing';
import { organizationDecider } from './decide.js';
import { Domains } from './domains.js';
import { Organizations } from './organizations.js';

/**
 * Gives an organization the domain of its portal. The domain is reserved before the event: what can't be decided for
 * reserves nothing. If the process dies in between, the reservation stays with the organization, which may ask again.
 */
@CommandHandler(ChooseDomainCommand)
export class ChooseDomainHandler implements Handles<ChooseDomainCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly domains: Domains,
  ) {}

  async execute(command: ChooseDomainCommand): Promise<CommandOutcome<undefined>> {
    const { key: organization, tenant } = command;
    const { domain } = command.data;
    const choosing = { type: 'choose-domain' as const, domain, at: command.time };
    const state = await this.organizations.state(organization, tenant);
    const decided = organizationDecider.decide(choosing, state);
    if (!decided.ok) return decided;
    if (!(await this.domains.reserve(domain, organization)))
      return refuse('organization_domain_unavailable', { location: 'body', path: 'domain' });
    const handled = await this.organizations.handle(command, choosing);
    await this.domains.releaseOthers(organization);
    return receipt(handled);
  }
}

@CommandHandler(FindDomainCommand)
export class FindDomainHandler implements Handles<FindDomainCommand> {
  constructor(private readonly domains: Domains) {}

  async execute({ data }: FindDomainCommand): Promise<CommandOutcome<{ taken: boolean }>> {
    return answerWithData({ taken: await this.domains.isTaken(data.domain) });
  }
}
