import { randomUUID } from 'node:crypto';
import { newId } from '#kernel';
import { webhooksKey, type CommandType, type DataOf } from '#contracts';
import { asTyped } from '../support/commands.js';
import type { TestApp } from '../support/app.js';

/** Everything that can happen to an endpoint, once: by the API where clients do it, by commands where deliveries do. */
export async function tellWebhooks(app: TestApp): Promise<void> {
  const tenant = { organizationId: app.demo.organization_id, livemode: false };
  const { id: webhook_id } = await app.post('/webhooks', {
    ...{
      url: 'http://127.0.0.1:9/hook',
      enabled_events: ['invoice.global_invoice_created'],
      description: 'ERP',
    },
    headers: { Authorization: 'Bearer a-token-of-the-receiver' },
  });
  const send = async <Type extends CommandType>(type: Type, data: DataOf<Type>) => {
    const time = new Date().toISOString();
    const envelope = { id: randomUUID(), key: webhooksKey(tenant), tenant, correlationId: newId() };
    const sent = await app.runtime.bus.send(
      asTyped({ ...envelope, type, data, actor: 'process:story', time }),
    );
    if (!sent.ok) throw new Error(`${type}: ${JSON.stringify(sent.refusal)}`);
  };
  const path = `/webhooks/${webhook_id}`;
  await app.put(path, { url: 'http://127.0.0.1:9/other', payload: 'thin', headers: { 'X-A': 'b' } });
  await app.put(path, { status: 'disabled' });
  await app.put(path, { status: 'enabled' });
  await app.post(`${path}/rotate-secret`, undefined);
  await send('webhooks.ping', { webhook_id });
  await send('webhooks.trigger', { event_type: 'invoice.stamped' });
  const at = new Date().toISOString();
  await send('webhooks.note-failing', { webhook_id, since: at, disabled_at: at });
  await send('webhooks.disable', { webhook_id, reason: 'failing' });
  await app.del(path);
  // What an endpoint is like that is there.
  await app.post('/webhooks', { url: 'https://example.com/hook', enabled_events: ['*'], ordered: true });
  await app.put(`/webhooks/${(await app.get('/webhooks')).data[0].id}`, { status: 'disabled' });
}
