import { createHmac } from 'node:crypto';
import { isReservedHeader } from '#contracts';

/** What a delivery is signed with. */
export interface Signing {
  readonly eventId: string;
  /** The exact text that is sent. */
  readonly body: string;
  /** Real time, whatever the tenant's clock says: receivers refuse what is older than some minutes by theirs. */
  readonly at: Date;
  /** The secret in force, and while it is being changed the old one too. */
  readonly secrets: readonly { readonly secret: string; readonly old: boolean }[];
  /** The endpoint's own headers. */
  readonly custom: Readonly<Record<string, string>>;
}

/** The headers of a delivery besides those of the connection: the endpoint's own, and two signatures of the body. */
export function signedHeaders({ eventId, body, at, secrets, custom }: Signing): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const content = `${eventId}.${timestamp}.${body}`;
  // The SDKs know one signature and one secret: the old one, until it ends.
  const facturapi = secrets.find(({ old }) => old) ?? secrets[0];
  return {
    ...Object.fromEntries(Object.entries(custom).filter(([name]) => !isReservedHeader(name))),
    'Content-Type': 'application/json',
    ...(facturapi && { 'Facturapi-Signature': hmac(facturapi.secret, body).toString('hex') }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map(({ secret }) => `v1,${hmac(keyOf(secret), content).toString('base64')}`)
      .join(' '),
  };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Standard Webhooks signs with the bytes that the secret stands for. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
