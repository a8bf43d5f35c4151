import { networkFilter, readNetwork } from '#kernel';
import { StartupError } from '../postgres/startup-error.js';
import { integer } from './integer.js';

/** How many webhooks there may be, and how they are called. */
export interface WebhooksConfig {
  /** How many endpoints an organization may have in each environment. */
  readonly limit: number;
  /** Networks that are called though they are not public, as CIDRs. */
  readonly allow: readonly string[];
  /** The proxy that deliveries go through; undefined: none. */
  readonly proxy: WebhookProxy | undefined;
}

/** A proxy that takes CONNECT. */
export interface WebhookProxy {
  readonly tls: boolean;
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/**
 * Reads TIMBRA_WEBHOOK_LIMIT, TIMBRA_WEBHOOK_ALLOW and TIMBRA_WEBHOOK_PROXY. Where nobody but this machine can ask (TIMBRA_HOST is loopback),
 * this machine's own receivers may be called; set, the list is what it says, and empty it allows nothing.
 * @throws {StartupError}
 */
export function webhooksConfig(env: Env): WebhooksConfig {
  return {
    limit: integer(env, 'TIMBRA_WEBHOOK_LIMIT', 20, 1, 1_000),
    allow: allowed(env),
    proxy: env.TIMBRA_WEBHOOK_PROXY ? proxyOf(env.TIMBRA_WEBHOOK_PROXY) : undefined,
  };
}

function allowed({ TIMBRA_WEBHOOK_ALLOW: text, TIMBRA_HOST: host = '' }: Env): readonly string[] {
  if (text === undefined) return isLoopback(host || '127.0.0.1') ? LOOPBACK : [];
  const networks = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = networks.find((network) => !readNetwork(network));
  if (wrong !== undefined)
    throw new StartupError(
      `TIMBRA_WEBHOOK_ALLOW must be networks such as 10.1.0.0/16, separated by commas, not "${wrong}".`,
    );
  return networks;
}

const isLoopback = (host: string): boolean => host === 'localhost' || networkFilter(LOOPBACK)(host);

/** The value is not repeated in a message: it may hold a password. */
function proxyOf(text: string): WebhookProxy {
  const wrong = (what: string) => new StartupError(`TIMBRA_WEBHOOK_PROXY ${what}.`);
  if (!URL.canParse(text)) throw wrong('must be a URL such as http://user:password@proxy.example.com:3128');
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') throw wrong('must begin with http:// or https://');
  if (hostname === '' || pathname !== '/' || search !== '' || hash !== '')
    throw wrong('must name a host, and nothing after it');
  if (username === '' && password !== '') throw wrong('has a password without a user');
  const tls = protocol === 'https:';
  return {
    tls,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (tls ? 443 : 80) : Number(port),
    user: username === '' ? undefined : decoded(username, wrong),
    password: password === '' ? undefined : decoded(password, wrong),
  };
}

function decoded(text: string, wrong: (what: string) => StartupError): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('has a percent sign in user or password that must be written as %25');
  }
}
