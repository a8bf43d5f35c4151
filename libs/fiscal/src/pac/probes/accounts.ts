import type { PacDirectory } from '#pac';
import type { Logger } from '#hosting/logging/logger';
import { AccountPacs, type Adapter } from '../directory.js';
import type { OwnPacs } from '../own/own-pacs.js';
import type { ProbedAccount } from './prober.js';

/** The installation's accounts stand for nobody in particular. */
const NOBODY = { organizationId: '', livemode: true };

/**
 * The accounts that documents of Live may go to: those that the installation's order names, and those of organizations. One that
 * several use is there once. A directory that a test has put in its place has none.
 */
export const accountsOf =
  (pacs: PacDirectory, own: Pick<OwnPacs, 'organizations'>, log: Pick<Logger, 'error'>) =>
  async (): Promise<readonly ProbedAccount[]> => {
    if (!(pacs instanceof AccountPacs)) return [];
    const found = new Map<Adapter, ProbedAccount>();
    for (const adapter of pacs.installed())
      found.set(adapter, { pac: adapter.real, source: 'installation', account: NOBODY });
    for (const organizationId of own.organizations()) {
      const account = { organizationId, livemode: true };
      const adapters = await pacs.adaptersOf(account).catch((err: unknown) => {
        log.error({ err, organization: organizationId }, 'settings of PACs could not be opened');
        return [];
      });
      for (const adapter of adapters)
        if (!found.has(adapter)) found.set(adapter, { pac: adapter.real, source: 'organization', account });
    }
    return [...found.values()];
  };
