import {
  ANY_EVENT,
  TOLD_TYPES,
  WEBHOOKS_STREAM,
  webhooksKey,
  withWebhook,
  type ToldType,
  type Webhook,
  type WebhooksEvent,
} from '#contracts';
import type { StreamEvent, Tenant } from '#kernel';

/** An endpoint as the collector keeps it. */
export interface EndpointRow {
  readonly id: string;
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly doc: Webhook;
}

/** What an event of endpoints changed. */
export interface EndpointChange {
  readonly id: string;
  /** Undefined: it is deleted. */
  readonly row: EndpointRow | undefined;
  /** It is sent nothing any more, and what waits for it is canceled. */
  readonly ended: boolean;
  /** It was disabled before. */
  readonly enabled: boolean;
}

/** All endpoints of the installation, as they are at the collector's place in the feed. */
export class Subscribers {
  private readonly webhooks = new Map<string, readonly Webhook[]>();

  /** @param rows in no order */
  constructor(rows: readonly EndpointRow[] = []) {
    for (const { organization_id: organizationId, livemode, doc } of rows) {
      const key = webhooksKey({ organizationId, livemode });
      this.webhooks.set(key, [...(this.webhooks.get(key) ?? []), doc]);
    }
  }

  /** Ids of the endpoints that are to be told of something of a type. */
  wanting(tenant: Tenant, type: ToldType): readonly string[] {
    // Most installations have none: nothing is looked up there.
    if (this.webhooks.size === 0) return [];
    return this.of(tenant)
      .filter((webhook) => wants(webhook, type))
      .map(({ id }) => id);
  }

  has(tenant: Tenant, id: string): boolean {
    return this.of(tenant).some((webhook) => webhook.id === id);
  }

  /** The endpoints after an event of their stream, and what it changed; undefined: nothing. */
  apply(event: StreamEvent<WebhooksEvent>): EndpointChange | undefined {
    const key = event.streamId.slice(WEBHOOKS_STREAM.length);
    const before = this.webhooks.get(key) ?? [];
    const after = withWebhook(before, event);
    if (after === before || !('webhook_id' in event.data)) return undefined;
    if (after.length > 0) this.webhooks.set(key, after);
    else this.webhooks.delete(key);
    const { webhook_id: id } = event.data;
    const { organizationId: organization_id, livemode } = event.metadata;
    const doc = after.find((webhook) => webhook.id === id);
    return {
      id,
      row: doc && { id, organization_id, livemode, doc },
      ended: doc?.status !== 'enabled',
      enabled: event.type === 'WebhookEnabled',
    };
  }

  private of(tenant: Tenant): readonly Webhook[] {
    return this.webhooks.get(webhooksKey(tenant)) ?? [];
  }
}

/** Whether an endpoint is told of a type; `*` stands for the types of the contract. */
export const wants = ({ status, enabled_events }: Webhook, type: ToldType): boolean =>
  status === 'enabled' &&
  (enabled_events.includes(type) || (TOLD_TYPES[type].contract && enabled_events.includes(ANY_EVENT)));
