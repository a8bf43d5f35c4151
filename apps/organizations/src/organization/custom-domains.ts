import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '#hosting';
import { Organizations } from './organizations.js';

interface Reservation {
  readonly organization_id: string;
  readonly revision: number;
}

/**
 * Hosts of portals across all organizations, each reserved before the event that names it (docs/adr/0008, 0034). A reservation
 * names the revision of its organization at which it was made, and the event is appended at that revision or never: once the
 * organization is beyond it and has another host, or none, nothing can come of the reservation, and it may go to others. So
 * nothing is given back, and nobody's late statement takes away what was reserved again since.
 */
@Injectable()
export class CustomDomains {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly organizations: Organizations,
  ) {}

  /** Reserves a host for an organization that is at a revision; whether it has it now. Repeated, it says the same. */
  async reserve(host: string, organization: string, revision: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO organizations.custom_domains AS c (host, organization_id, revision) VALUES ($1, $2, $3)
       ON CONFLICT (host) DO UPDATE SET revision = EXCLUDED.revision
         WHERE c.organization_id = EXCLUDED.organization_id AND c.revision <= EXCLUDED.revision`,
      [host, organization, revision],
    );
    if (rowCount === 1) return true;
    const { rows } = await this.pool.query<Reservation>(
      'SELECT organization_id, revision FROM organizations.custom_domains WHERE host = $1',
      [host],
    );
    const [held] = rows;
    if (!held || held.organization_id === organization || !(await this.isDead(host, held))) return false;
    const taken = await this.pool.query(
      `UPDATE organizations.custom_domains SET organization_id = $2, revision = $3
       WHERE host = $1 AND organization_id = $4 AND revision = $5`,
      [host, organization, revision, held.organization_id, held.revision],
    );
    return taken.rowCount === 1;
  }

  /** Whether nothing can come of a reservation any more. One that is deleted may come back, and keeps what it has. */
  private async isDead(host: string, { organization_id: holder, revision }: Reservation): Promise<boolean> {
    const now = await this.organizations.at(holder, { organizationId: holder, livemode: false });
    if (now.state.status === 'destroyed') return true;
    return (
      now.state.status === 'active' && now.revision > revision && now.state.settings.customDomain !== host
    );
  }
}
