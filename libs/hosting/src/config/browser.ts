import { StartupError } from '../postgres/startup-error.js';

/** The program that documents are printed by, where it is one of its own. */
export interface BrowserSettings {
  /** ws://host:port or wss://host:port. */
  readonly url: string;
  readonly token: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const LEAST_TOKEN = 16;

/**
 * Reads TIMBRA_BROWSER_URL and TIMBRA_BROWSER_TOKEN; undefined: this process starts a browser of its own. The token is
 * no part of the URL, which errors and logs repeat. A bad value is a StartupError that repeats neither.
 */
export function browserSettings({
  TIMBRA_BROWSER_URL: url,
  TIMBRA_BROWSER_TOKEN: token = '',
}: Env): BrowserSettings | undefined {
  if (!url) return undefined;
  if (!isAddress(url))
    throw new StartupError('TIMBRA_BROWSER_URL must be an address and nothing more: ws://browser:9222.');
  if (token.length < LEAST_TOKEN)
    throw new StartupError(
      `TIMBRA_BROWSER_TOKEN must be set with TIMBRA_BROWSER_URL, to ${LEAST_TOKEN} characters or more.`,
    );
  return { url, token };
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^wss?:$/.test(protocol) && `${username}${password}${search}${hash}` === '' && pathname === '/';
}
