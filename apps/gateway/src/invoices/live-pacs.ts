import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { newId, ok, refuse, SharedWork, type Clock, type ErrorCode, type Result, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import { datedBy, type PacsReachable } from '#contracts';
import { BUS, CLOCK } from '#hosting';

/** How long stamping is waited for. It looks whether doors are open, and no more: later it is taken to be starting anew, or under load. */
const WAIT_MS = 2_000;

const STAMPING = {
  es: 'el timbrado en Live: no hay un PAC configurado',
  en: 'stamping in Live: no PAC is configured',
};

/** The code with which documents of a kind are not stamped for now. */
export type StampingUnavailable = Extract<
  ErrorCode,
  'invoice_stamping_service_unavailable' | 'retention_stamping_service_unavailable'
>;

/**
 * Whether anybody could stamp in Live, asked of the stamping service before anything is claimed for a document: later it
 * would have used up a folio. In Test nothing is asked.
 */
@Injectable()
export class LivePacs {
  /** A rush asks once. No answer is kept: an outage is seen at the next document. */
  private readonly questions = new SharedWork<string, PacsReachable>();

  constructor(
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Refuses to issue in Live: `feature_not_available` without a provider, and `code` (with Retry-After) while each of
   * them surely refuses connections.
   */
  async check(
    tenant: Tenant,
    code: StampingUnavailable = 'invoice_stamping_service_unavailable',
  ): Promise<Result<undefined>> {
    if (!tenant.livemode) return ok(undefined);
    const { organizationId } = tenant;
    const found = await this.questions.do(organizationId, () => this.ask({ organizationId, livemode: true }));
    switch (found.state) {
      case 'ready':
        return ok(undefined);
      case 'none_configured':
        return refuse('feature_not_available', { params: { feature: STAMPING } });
      case 'all_refuse':
        return refuse(code, { params: { retryAfter: found.retry_after_s } });
    }
  }

  /**
   * Who can't be asked is taken to be ready: what is issued then is pending until stamping is back, as in Test.
   * That is better than to refuse everything for a service that is started anew.
   */
  private async ask(tenant: Tenant): Promise<PacsReachable> {
    const type = 'stamping.reachable' as const;
    const key = tenant.organizationId;
    const time = this.clock.now(datedBy({ type, data: {}, tenant })).toISOString();
    const envelope = { id: randomUUID(), actor: 'process:gateway', correlationId: newId() };
    try {
      const command = { ...envelope, type, key, tenant, time, data: {} };
      const answered = await this.bus.send(command, { timeoutMs: WAIT_MS });
      return answered.ok ? answered.value.data : { state: 'ready' };
    } catch {
      return { state: 'ready' };
    }
  }
}
