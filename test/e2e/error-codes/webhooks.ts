import { NOWHERE, plain, reached, type Reached } from './row.js';

/** Codes of webhooks. */
export const webhookCodes: readonly Reached[] = [
  plain('webhook_not_found', 404, `GET /webhooks/${NOWHERE}`),
  plain(
    'webhook_signature_invalid',
    400,
    'POST /webhooks/validate-signature',
    { secret: 'whsec_a', payload: '{}', signature: '0'.repeat(64) },
    { path: 'signature' },
  ),
  reached('webhook_delivery_attempt_not_found', 404, async ({ app }) => {
    const { id } = await app.post('/webhooks', { url: 'https://example.com/log', enabled_events: ['*'] });
    return { request: `GET /webhooks/${id}/attempts/${NOWHERE}` };
  }),
  reached('webhook_disabled', 409, async ({ app }) => {
    const { id } = await app.post('/webhooks', { url: 'https://example.com/off', enabled_events: ['*'] });
    await app.put(`/webhooks/${id}`, { status: 'disabled' });
    return { request: `POST /webhooks/${id}/replay`, body: { from: '2026-01-01' } };
  }),
  reached('webhook_limit_reached', 409, async ({ app }) => {
    const { key } = await app.newOrganization(await app.newUser());
    const hook = (n: number) => ({ url: `https://example.com/${n}`, enabled_events: ['*'] });
    for (let n = 0; n < 20; n += 1) await app.post('/webhooks', hook(n), { key });
    return { request: 'POST /webhooks', body: hook(20), options: { key } };
  }),
];
