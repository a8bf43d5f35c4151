import { StartupError } from '../postgres/startup-error.js';

/** How mails with documents come in. */
export interface InboundMailConfig {
  /** What addresses for them end with; its MX is the mail provider's. */
  readonly domain: string;
  /** What the mail provider shows with each mail. */
  readonly secret: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const DOMAIN = /^(?=.{4,190}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const SECRET = /^[\x21-\x39\x3b-\x7e]{32,200}$/;

/**
 * Reads TIMBRA_INBOUND_DOMAIN and TIMBRA_INBOUND_SECRET; undefined without a secret: no mails come in by this process. The
 * domain may be known to processes that are not the mail provider's way in, but a secret needs a domain. A bad
 * value is a StartupError that does not repeat the secret.
 */
export function inboundMailConfig({
  TIMBRA_INBOUND_DOMAIN: domain = '',
  TIMBRA_INBOUND_SECRET: secret = '',
}: Env): InboundMailConfig | undefined {
  if (domain === '' && secret === '') return undefined;
  if (!DOMAIN.test(domain.toLowerCase()))
    throw new StartupError(`TIMBRA_INBOUND_DOMAIN must be a domain such as in.example.com, not "${domain}".`);
  if (secret === '') return undefined;
  if (!SECRET.test(secret))
    throw new StartupError(
      'TIMBRA_INBOUND_SECRET must have 32 to 200 characters, without spaces, colons and letters with accents.',
    );
  return { domain: domain.toLowerCase(), secret };
}
