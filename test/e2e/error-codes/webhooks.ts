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
  reached('webhook_limit_reached', 409, async ({ app }) => {
    const { key } = await app.newOrganization(await app.newUser());
    const hook = (n: number) => ({ url: `https://example.com/${n}`, enabled_events: ['*'] });
    for (let n = 0; n < 20; n += 1) await app.post('/webhooks', hook(n), { key });
    return { request: 'POST /webhooks', body: hook(20), options: { key } };
  }),
];
