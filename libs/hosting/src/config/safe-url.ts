import { StartupError } from '../postgres/startup-error.js';

type Env = Readonly<Record<string, string | undefined>>;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address of a service that documents and secrets are sent to, without its last slash: https, or http where it does not
 * leave the machine. A wrong one is a StartupError that does not repeat it: it may hold a password.
 */
export function safeUrl(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe =
    url && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname)));
  if (!safe || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new StartupError(
      `${name} must be a URL that begins with https://, or with http:// on this machine (127.0.0.1), without user and options.`,
    );
  return text.replace(/(?<!\/)\/+$/, '');
}
