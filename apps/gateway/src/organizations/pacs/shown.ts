import { noPacs, type InstalledPacs, type OrganizationPac, type PacsInForce } from '#contracts';
import type { Pacs, ShownCredentials, ShownManifest } from './pacs.dto.js';

/** Of a user name no more than its ends, and nothing of a short one. */
export function maskUser(user: string): string {
  const letters = [...user];
  return letters.length <= 6 ? '***' : `${letters.slice(0, 2).join('')}***${letters.slice(-2).join('')}`;
}

/**
 * The settings as they are answered.
 *
 * @param installed what the installation has, for those that bring nothing of their own
 */
export function showPacs(pacs: PacsInForce = noPacs, installed: InstalledPacs): Pacs {
  const { order, pac, credentials, manifests } = pacs;
  const credentialsOf = (name: OrganizationPac): ShownCredentials => {
    const own = credentials[name];
    if (own) return { configured: true, source: 'organization', user: own.user };
    const configured = installed.accounts.includes(name);
    return { configured, source: configured ? 'installation' : null, user: null };
  };
  const manifestOf = (name: OrganizationPac): ShownManifest => {
    const { signed = false, at = null, by = null, certificate = null } = manifests[name] ?? {};
    return { signed, at, by, certificate };
  };
  const hasAccount = (name: OrganizationPac) => credentialsOf(name).configured;
  const isReady = (name: OrganizationPac) => hasAccount(name) && manifests[name] !== undefined;
  return {
    ...{ order, pac },
    live: order.length === 0 ? installed.order.filter(hasAccount) : order.filter(isReady),
    credentials: {
      ...{ sw: credentialsOf('sw'), finkok: credentialsOf('finkok'), prodigia: credentialsOf('prodigia') },
    },
    manifests: { sw: manifestOf('sw'), finkok: manifestOf('finkok'), prodigia: manifestOf('prodigia') },
  };
}
