import { randomBytes } from 'node:crypto';
import { newId } from '#kernel';

const PREFIX = 'whsec_';
const SECRET_BYTES = 24;

/** A new secret that deliveries are signed with: `whsec_` and the base64 of 24 random bytes. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The bytes of a secret, as Standard Webhooks signs with them; undefined for what is no secret of this form. */
export function bytesOfWebhookSecret(secret: string): Buffer | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  return /^[A-Za-z0-9+/]{16,}={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** A name in the vault that nothing else ever has: values are never changed, so a copy of one is never out of date. */
const newName = (webhookId: string, livemode: boolean, what: string): string =>
  `webhook/${livemode ? 'live' : 'test'}/${webhookId}/${what}/${newId()}`;

/** Where a new secret of an endpoint is put in the vault. */
export const newSecretName = (webhookId: string, livemode: boolean): string =>
  newName(webhookId, livemode, 'secret');

/** Where the values of an endpoint's headers are put in the vault, as JSON. */
export const newHeadersName = (webhookId: string, livemode: boolean): string =>
  newName(webhookId, livemode, 'headers');
