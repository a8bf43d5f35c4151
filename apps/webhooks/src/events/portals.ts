import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Clock, Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import type { Command, PortalAddress } from '#contracts';
import { BUS, CLOCK } from '#hosting';

const TYPE = 'gateway.describe-portal';
/** A delivery holds its lease for 30 s: it is let go before that, and tried again. */
const ANSWER_MS = 5_000;
/** How long an answer is kept: a global invoice tells of thousands of receipts at one time. */
const KEPT_MS = 30_000;
const KEPT = 1_000;

/** Where organizations have their portals: asked of the service that knows it. */
@Injectable()
export class Portals {
  private readonly asked = new LRUCache<string, Promise<PortalAddress | null>>({ max: KEPT, ttl: KEPT_MS });

  constructor(
    @Inject(BUS) private readonly bus: Pick<CommandBus, 'send'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The portal of a tenant's organization; null for one that is not there.
   *
   * @throws {Error} where nobody can say it now: then what needs it is made later
   */
  portalOf(tenant: Tenant): Promise<PortalAddress | null> {
    const key = tenant.organizationId;
    const known = this.asked.get(key);
    if (known) return known;
    const asking = this.ask(tenant);
    this.asked.set(key, asking);
    // Who asks next asks anew.
    asking.catch(() => this.asked.delete(key));
    return asking;
  }

  private async ask(tenant: Tenant): Promise<PortalAddress | null> {
    const id = randomUUID();
    const command: Command<typeof TYPE, Record<string, never>> = {
      ...{ id, type: TYPE, key: id, tenant, actor: 'process:webhooks.deliveries', correlationId: id },
      ...{ time: this.clock.now(tenant).toISOString(), data: {} },
    };
    const answer = await this.bus.send(command, { timeoutMs: ANSWER_MS, senderRetries: true });
    if (!answer.ok) throw new Error(`the portal could not be asked for: ${answer.refusal.code}`);
    return answer.value.data;
  }
}
