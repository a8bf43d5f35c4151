import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '#hosting';
import type { Organization } from './organization.js';
import { Organizations } from './organizations.js';

/**
 * The domains of all organizations, each reserved before the event that names it (docs/adr/0008). A reservation whose
 * organization has another domain is void, and never becomes valid again, since a domain is chosen once. One whose
 * organization has none yet stays: somebody may be about to append the event.
 */
@Injectable()
export class Domains {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly organizations: Organizations,
  ) {}

  /** Reserves a domain for an organization; whether it has it now. Repeated, it says the same. */
  async reserve(domain: string, organization: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO organizations.domains (domain, organization_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [domain, organization],
    );
    if (rowCount === 1) return true;
    const holder = await this.holderOf(domain);
    // Released this moment: the caller may try again.
    if (holder === undefined) return false;
    if (holder === organization) return true;
    if (!(await this.isVoid(domain, holder))) return false;
    const taken = await this.pool.query(
      `UPDATE organizations.domains SET organization_id = $2
       WHERE domain = $1 AND organization_id = $3`,
      [domain, organization, holder],
    );
    return taken.rowCount === 1;
  }

  /** Whether somebody has a domain, or is about to. */
  async isTaken(domain: string): Promise<boolean> {
    const holder = await this.holderOf(domain);
    return holder !== undefined && !(await this.isVoid(domain, holder));
  }

  /** Gives back what an organization reserved beside the domain that it has; nothing while it has none. */
  async releaseOthers(organization: string): Promise<void> {
    const domain = await this.domainOf(organization);
    if (domain === null) return;
    await this.pool.query('DELETE FROM organizations.domains WHERE organization_id = $1 AND domain <> $2', [
      organization,
      domain,
    ]);
  }

  private async holderOf(domain: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ organization_id: string }>(
      'SELECT organization_id FROM organizations.domains WHERE domain = $1',
      [domain],
    );
    return rows[0]?.organization_id;
  }

  private async isVoid(domain: string, holder: string): Promise<boolean> {
    const state = await this.stateOf(holder);
    // One that is deleted may come back, and keeps what it reserved.
    if (state.status === 'destroyed') return true;
    const chosen = state.status === 'active' ? state.settings.domain : null;
    return chosen !== null && chosen !== domain;
  }

  private async domainOf(organization: string): Promise<string | null> {
    const state = await this.stateOf(organization);
    return state.status === 'active' ? state.settings.domain : null;
  }

  private stateOf(organization: string): Promise<Organization> {
    return this.organizations.state(organization, { organizationId: organization, livemode: false });
  }
}
