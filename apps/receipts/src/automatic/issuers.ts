import { Inject, Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import type { CommandBus } from '#bus';
import type { Command, DescribedIssuer } from '#contracts';
import { BUS } from '#hosting';

/** Asks as whom an organization issues: of the gateway, which has its settings. */
@Injectable()
export class Issuers {
  constructor(@Inject(BUS) private readonly bus: CommandBus) {}

  /** @param revision the one that the organization's settings have to show at least */
  async describe(command: Command, revision: number | null = null): Promise<DescribedIssuer | null> {
    const { tenant, actor, correlationId, time } = command;
    const id = deterministicUuid(command.id, 'describe-issuer');
    const asked = { id, key: id, tenant, actor, correlationId, time };
    const described = await this.bus.send({
      ...asked,
      type: 'gateway.describe-issuer',
      data: { revision },
    });
    if (!described.ok) throw new Error(`the gateway refuses a question: ${described.refusal.code}`);
    return described.value.data;
  }
}
