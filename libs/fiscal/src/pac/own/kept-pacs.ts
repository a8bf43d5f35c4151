import {
  ORGANIZATION_PACS,
  type DroppedCredentials,
  type OrganizationPac,
  type PacSecrets,
  type PacsInForce,
} from '#contracts';
import type { Vault } from '#hosting/secrets/vault';
import type { OrganizationPacs, PacCredentials } from '../account-pacs.js';
import { IN_USE, inUseName } from './in-use-rows.js';

/**
 * Settings of PACs in the vault of signing: credentials, each under an id that never stands for others, and what is in force,
 * under the number of the change. Nothing is ever overwritten, so whatever comes late or twice does no harm.
 */
export class KeptPacs {
  constructor(private readonly vault: Pick<Vault, 'get' | 'put' | 'keepLast' | 'remove'>) {}

  /** Stores credentials, under one id for all of them. Nobody uses them before they are named. */
  async keep(organizationId: string, id: string, secrets: PacSecrets): Promise<void> {
    for (const pac of ORGANIZATION_PACS) {
      const one = secrets[pac];
      if (one) await this.vault.put(organizationId, nameOf(pac, id), Buffer.from(JSON.stringify(one)));
    }
  }

  /** Settings in force from now on, unless later ones are. Gives the name that they have. */
  async use(organizationId: string, pacs: PacsInForce): Promise<string> {
    const name = inUseName(pacs.number);
    await this.vault.put(organizationId, name, Buffer.from(JSON.stringify(pacs)));
    await this.vault.keepLast(organizationId, IN_USE);
    return name;
  }

  /** Destroys credentials that are out of use. */
  async forget(organizationId: string, dropped: readonly DroppedCredentials[]): Promise<void> {
    for (const { pac, id } of dropped) await this.vault.remove(organizationId, nameOf(pac, id));
  }

  /** The settings of a name, opened with their credentials; undefined where later ones have replaced them. */
  async open(organizationId: string, name: string): Promise<OrganizationPacs | undefined> {
    const stored = await this.vault.get(organizationId, name);
    if (!stored) return undefined;
    const { order, pac, credentials, manifests } = JSON.parse(stored.toString()) as PacsInForce;
    const kept = ORGANIZATION_PACS.flatMap((one) => {
      const id = credentials[one]?.id;
      return id === undefined ? [] : [{ pac: one, id }];
    });
    const opened = await Promise.all(kept.map((one) => this.openOne(organizationId, one)));
    return {
      order: order.length === 0 ? undefined : order.filter((one) => manifests[one]),
      credentials: Object.assign({}, ...opened) as PacCredentials,
      ids: Object.fromEntries(kept.map((one) => [one.pac, one.id])),
      testPac: pac === 'sandbox' ? undefined : pac,
    };
  }

  private async openOne(organizationId: string, { pac, id }: DroppedCredentials): Promise<PacCredentials> {
    const stored = await this.vault.get(organizationId, nameOf(pac, id));
    return { [pac]: stored ? JSON.parse(stored.toString()) : null };
  }
}

const nameOf = (pac: OrganizationPac, id: string): string => `pacs/${pac}/${id}`;
