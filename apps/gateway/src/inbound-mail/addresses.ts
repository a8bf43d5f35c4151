import { Inject, Injectable } from '@nestjs/common';
import { ok, refuse, type Result } from '#kernel';
import type { InboundAddress } from '#contracts';
import { CONFIG, type Config } from '#hosting';
import { actorOf } from '../actors.js';
import { CommandSender, type CallContext } from '../commands.js';
import type { OrganizationCall } from '../organizations/caller.js';
import { Organizations } from '../organizations/organizations.js';
import type { InboundMailAddress, InboundMailAddresses } from './dto.js';
import { inboundMailOf } from './secret.guard.js';

/** The addresses of organizations for mails with documents: one in each environment. */
@Injectable()
export class InboundMailAddressing {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly organizations: Organizations,
    private readonly sender: CommandSender,
  ) {}

  /** An organization has them from when somebody first asks. Refused: organization_not_found. Throws feature_not_available. */
  async find(id: string, call: OrganizationCall): Promise<Result<InboundMailAddresses>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const { domain } = inboundMailOf(this.config);
    const [test, live] = [await this.ask(id, false, call), await this.ask(id, true, call)];
    if (!test.ok) return test;
    if (!live.ok) return live;
    return ok({ test: shown(test.value, domain), live: shown(live.value, domain) });
  }

  /** Another address in one environment; mails to the one before are nobody's from now on. */
  async renew(id: string, livemode: boolean, call: OrganizationCall): Promise<Result<InboundMailAddresses>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    inboundMailOf(this.config);
    const command = { type: 'reception.renew-inbound-address', key: id, data: {} } as const;
    const renewed = await this.sender.send(command, contextOf(id, livemode, call));
    return renewed.ok ? this.find(id, call) : renewed;
  }

  private async ask(id: string, livemode: boolean, call: OrganizationCall): Promise<Result<InboundAddress>> {
    const command = { type: 'reception.inbound-address', key: id, data: { make: true } } as const;
    const asked = await this.sender.send(command, contextOf(id, livemode, call));
    if (!asked.ok) return asked;
    return asked.value.data ? ok(asked.value.data) : refuse('conflict');
  }
}

const contextOf = (
  organizationId: string,
  livemode: boolean,
  { principal, correlationId }: OrganizationCall,
): CallContext => ({ tenant: { organizationId, livemode }, actor: actorOf(principal), correlationId });

const shown = ({ token, created_at }: InboundAddress, domain: string): InboundMailAddress => ({
  address: `${token}@${domain}`,
  created_at,
});
