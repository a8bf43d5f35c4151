import { createHash } from 'node:crypto';
import type { PacName, PacsConfig } from '#hosting/config/pacs';

/** Long enough that two accounts of an installation never share one. */
const LENGTH = 20;

/**
 * Which account at a provider settings stand for, as events keep it: the host, and who logs in there. Passwords are no part of it, so a new
 * one leaves it as it is; a token that lasts is all that is known of its account, so another token counts as another account.
 */
export function fingerprintOf<N extends PacName>(name: N, settings: PacsConfig[N]): string {
  const who = WHO[name](settings);
  return createHash('sha256')
    .update(JSON.stringify([name, new URL(settings.url).host, ...who]))
    .digest('base64url')
    .slice(0, LENGTH);
}

const WHO: { readonly [N in PacName]: (settings: PacsConfig[N]) => readonly string[] } = {
  // A token goes before the user, as the session has it.
  sw: ({ token, user = '' }) => (token === undefined ? ['user', user] : ['token', token]),
  finkok: ({ user = '' }) => [user],
  prodigia: ({ contract = '', user = '' }) => [contract, user],
};
