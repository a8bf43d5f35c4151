import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  ChooseDomainCommand,
  FindDomainCommand,
  SetCustomDomainCommand,
  type CommandOutcome,
} from '#contracts';
import { answerWithData, Contended, receipt } from '#eventing';
import { CustomDomains } from './custom-domains.js';
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

/** How often others may change the organization meanwhile. */
const ROUNDS = 8;

/**
 * Gives an organization a host of its own for its portal, or takes it away. It is reserved at the revision at which the event
 * is appended, and at no other: who sleeps in between appends nothing once anything else has happened to the organization.
 */
@CommandHandler(SetCustomDomainCommand)
export class SetCustomDomainHandler implements Handles<SetCustomDomainCommand> {
  constructor(
    private readonly organizations: Organizations,
    private readonly hosts: CustomDomains,
  ) {}

  async execute(command: SetCustomDomainCommand): Promise<CommandOutcome<undefined>> {
    const { key: organization, data } = command;
    const { custom_domain: customDomain } = data;
    const setting = { type: 'set-custom-domain' as const, customDomain, at: command.time };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { state, revision, replayed } = await this.organizations.look(command);
      const decided = organizationDecider.decide(setting, state);
      if (!decided.ok && !replayed) return decided;
      const reserves = customDomain !== null && !replayed && decided.ok && decided.value.length > 0;
      if (reserves && !(await this.hosts.reserve(customDomain, organization, revision)))
        return refuse('organization_domain_unavailable', { location: 'body', path: 'custom_domain' });
      const handled = await this.organizations.handle({ ...command, ifRevision: [revision] }, setting);
      if (handled.ok || handled.refusal.code !== 'precondition_failed') return receipt(handled);
    }
    throw new Contended(organization);
  }
}

@CommandHandler(FindDomainCommand)
export class FindDomainHandler implements Handles<FindDomainCommand> {
  constructor(private readonly domains: Domains) {}

  async execute({ data }: FindDomainCommand): Promise<CommandOutcome<{ taken: boolean }>> {
    return answerWithData({ taken: await this.domains.isTaken(data.domain) });
  }
}
