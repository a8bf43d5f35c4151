import { Inject, Injectable } from '@nestjs/common';
import { field, ok, refuse, type Result } from '#kernel';
import type { CommandBus } from '#bus';
import type { Command } from '#contracts';
import { BUS } from '#hosting';
import { answered, ask } from './asking.js';

/** Who imports. */
@Injectable()
export class OrganizationRfc {
  constructor(@Inject(BUS) private readonly bus: CommandBus) {}

  /**
   * The RFC that documents have to name: the organization's, or in Test the one that it issues with until it has its own. Refuses
   * organization_incomplete.
   */
  async of(command: Command): Promise<Result<string>> {
    const contact = { type: 'gateway.describe-organization', what: 'organization', data: {} } as const;
    const described = answered(await ask(this.bus, command, contact), contact.type);
    if (described === null) return refuse('organization_not_found');
    const { tax_id: own } = described.organization.legal;
    if (own) return ok(own.toUpperCase());
    if (!command.tenant.livemode) {
      const issuer = { type: 'gateway.describe-issuer', what: 'issuer', data: { revision: null } } as const;
      const standIn = answered(await ask(this.bus, command, issuer), issuer.type)?.issuer;
      if (standIn) return ok(standIn.tax_id);
    }
    return refuse('organization_incomplete', {
      details: [{ ...field('legal.tax_id', 'required'), source: 'service' }],
    });
  }
}
