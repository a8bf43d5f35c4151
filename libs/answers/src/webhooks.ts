import type { Tenant } from '#kernel';
import {
  HIDDEN_VALUE,
  withWebhook,
  type Webhook,
  type WebhookDoc,
  type WebhooksEvent,
  type WebhooksRow,
} from '#contracts';
import type { Told } from './told.js';

/** The endpoints of an organization in an environment, after an event. */
export const webhooksRow = (row: WebhooksRow | undefined, event: Told<WebhooksEvent>): WebhooksRow => ({
  id: event.streamId.slice(event.streamId.indexOf('-') + 1),
  revision: event.revision,
  organization_id: event.metadata.organizationId,
  livemode: event.metadata.livemode,
  webhooks: withWebhook(row?.webhooks ?? [], event),
});

/** An endpoint as the API answers it. */
export const webhookDoc = (webhook: Webhook, { organizationId, livemode }: Tenant): WebhookDoc => ({
  id: webhook.id,
  created_at: webhook.created_at,
  livemode,
  organization: organizationId,
  url: webhook.url,
  description: webhook.description,
  enabled_events: webhook.enabled_events,
  status: webhook.status,
  headers: Object.fromEntries(webhook.headers.map((name) => [name, HIDDEN_VALUE])),
  payload: webhook.payload_style,
  ordered: webhook.ordered,
  disabled_reason: webhook.disabled_reason,
  disabled_at: webhook.disabled_at,
});
