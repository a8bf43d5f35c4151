import type { PacDirectory } from '#pac';
import type { Logger } from '#hosting/logging/logger';
import { AccountPacs } from '../directory.js';
import type { OwnPacs } from '../own/own-pacs.js';
import type { ProbedAccount, ProbedAccounts } from './prober.js';

/** The installation's accounts stand for nobody in particular. */
const NOBODY = { organizationId: '', livemode: true };

/**
 * The accounts that documents of Live may go to: those that the installation's order names, and those of organizations. A directory
 * that a test has put in its place has none.
 */
export function accountsOf(
  pacs: PacDirectory,
  own: Pick<OwnPacs, 'organizations'>,
  log: Pick<Logger, 'error'>,
): ProbedAccounts {
  const none = { installed: () => [], organizations: () => new Map<string, string>(), of: async () => [] };
  if (!(pacs instanceof AccountPacs)) return none;
  return {
    installed: () =>
      pacs.installed().map(({ real }) => ({ pac: real, source: 'installation', account: NOBODY })),
    organizations: () => own.organizations(),
    async of(organizationId): Promise<readonly ProbedAccount[]> {
      const account = { organizationId, livemode: true };
      try {
        const adapters = await pacs.adaptersOf(account);
        const ofAll = new Set(pacs.installed());
        return adapters
          .filter((adapter) => !ofAll.has(adapter))
          .map(({ real }) => ({ pac: real, source: 'organization', account }));
      } catch (err) {
        log.error({ err, organization: organizationId }, 'settings of PACs could not be opened');
        return [];
      }
    },
  };
}
