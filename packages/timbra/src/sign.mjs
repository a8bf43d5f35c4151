import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret as webhooks have them. */
export const makeSecret = () => `${PREFIX}${randomBytes(24).toString('base64')}`;

/** @param {string} text whether it can sign: `whsec_` and base64 of at least 24 bytes */
export const isSecret = (text) =>
  /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text.slice(PREFIX.length), 'base64').length >= 24;

/**
 * The headers of a delivery, as a registered endpoint gets them.
 *
 * @param {{ id: string, body: string, secret: string, seconds: number }} delivery `seconds`: the Unix time
 * @returns {Record<string, string>}
 */
export function signedHeaders({ id, body, secret, seconds }) {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    // Keyed with the whole text of the secret, as the SDKs check it.
    'Facturapi-Signature': createHmac('sha256', secret).update(body).digest('hex'),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${standard}`,
  };
}
