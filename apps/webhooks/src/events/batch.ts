import { toldEventId, WEBHOOKS_STREAM, type ToldType, type WebhooksEvent } from '#contracts';
import type { StreamEvent } from '#kernel';
import type { Checkpoint } from '#bus';
import type { EndpointChange, EndpointRow, Subscribers } from './subscribers.js';

/** A told event as it is kept: references only. */
export interface EventRow {
  readonly id: string;
  readonly organizationId: string;
  readonly livemode: boolean;
  readonly type: ToldType;
  readonly stream: string;
  readonly revision: number;
  readonly resourceId: string;
  readonly createdAt: Date;
}

/** What one endpoint is to be told. */
export interface DeliveryRow {
  readonly endpointId: string;
  readonly event: EventRow;
}

/** What was made of events, and is not written yet. */
export class Batch {
  readonly events: EventRow[] = [];
  deliveries: DeliveryRow[] = [];
  /** Endpoints that changed, as they are now; null: deleted. */
  readonly endpoints = new Map<string, EndpointRow | null>();
  /** Endpoints for which nothing that was written before waits any longer. */
  readonly ended = new Set<string>();
  /** Endpoints that begin anew, or are no more: how they did before counts no longer. */
  readonly forgiven = new Set<string>();
  /** Up to where in the feed it goes; undefined: there is nothing. */
  place: Checkpoint | undefined;

  get size(): number {
    return this.events.length + this.deliveries.length;
  }

  /** Whether somebody waits for it to be written. */
  get isUrgent(): boolean {
    return this.deliveries.length > 0 || this.endpoints.size > 0;
  }

  /** Tells of an event: to all who want its type, or, of a ping, to the endpoint that is pinged. */
  add(event: StreamEvent, type: ToldType, subscribers: Subscribers): void {
    const { organizationId, livemode } = event.metadata;
    const row: EventRow = {
      ...{ id: toldEventId(event, type), organizationId, livemode, type },
      ...{ stream: event.streamId, revision: event.revision },
      ...{ resourceId: resourceOf(event), createdAt: event.recordedAt },
    };
    this.events.push(row);
    const told =
      type === 'webhook.ping'
        ? [row.resourceId].filter((id) => subscribers.has(event.metadata, id))
        : subscribers.wanting(event.metadata, type);
    for (const endpointId of told) this.deliveries.push({ endpointId, event: row });
  }

  /** An endpoint changed. What it was to be told before its end is told no more. */
  change({ id, row, ended, enabled }: EndpointChange): void {
    this.endpoints.set(id, row ?? null);
    if (enabled || !row) this.forgiven.add(id);
    if (!ended) return;
    this.ended.add(id);
    this.deliveries = this.deliveries.filter(({ endpointId }) => endpointId !== id);
  }
}

/** The id of what an event shows: its stream's, the endpoint that is pinged, or the sample's own. */
function resourceOf(event: StreamEvent): string {
  if (!event.streamId.startsWith(WEBHOOKS_STREAM))
    return event.streamId.slice(event.streamId.indexOf('-') + 1);
  const { type, data } = event as StreamEvent<WebhooksEvent>;
  return type === 'SampleTriggered' ? data.sample_id : data.webhook_id;
}
