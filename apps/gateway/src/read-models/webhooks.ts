import { webhooksRow } from '#answers';
import { WEBHOOKS_STREAM, webhooksReadModel, type WebhooksRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.webhooks: the endpoints that the API shows. */
export const webhooksProjection = defineProjection<WebhooksRow, typeof WEBHOOKS_STREAM>({
  name: webhooksReadModel.projection,
  table: webhooksReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    webhooks: 'json',
  },
  streamPrefix: WEBHOOKS_STREAM,
  evolve: webhooksRow,
});
