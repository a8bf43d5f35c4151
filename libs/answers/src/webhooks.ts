import { withWebhook, type WebhooksEvent, type WebhooksRow } from '#contracts';
import type { Told } from './told.js';

/** The endpoints of an organization in an environment, after an event. */
export const webhooksRow = (row: WebhooksRow | undefined, event: Told<WebhooksEvent>): WebhooksRow => ({
  id: event.streamId.slice(event.streamId.indexOf('-') + 1),
  revision: event.revision,
  organization_id: event.metadata.organizationId,
  livemode: event.metadata.livemode,
  webhooks: withWebhook(row?.webhooks ?? [], event),
});
