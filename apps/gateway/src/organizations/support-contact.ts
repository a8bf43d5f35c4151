import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { organizationsReadModel, usersReadModel, type OrganizationDoc } from '#contracts';
import { POOL } from '#hosting';

/**
 * The address that hosted pages give customers to write to. The portal's own one is shown once it is verified; until then
 * it is the owner's, so that nobody can have strangers written to. An organization without an address for its portal has
 * that of its fiscal data, which its documents and mails show as well, or the owner's.
 */
@Injectable()
export class SupportContact {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** The organization as hosted pages show it: its `legal.support_email` is the address that customers get. */
  async shown(organization: OrganizationDoc): Promise<OrganizationDoc> {
    const support_email = await this.addressOf(organization);
    return { ...organization, legal: { ...organization.legal, support_email } };
  }

  private async addressOf({ id, self_invoice, legal }: OrganizationDoc): Promise<string | null> {
    const { support_email: address, support_email_verified: isVerified } = self_invoice;
    if (address !== null && isVerified) return address;
    if (address === null && legal.support_email !== null) return legal.support_email;
    return this.ownersOf(id);
  }

  /** The first of those who may act for an organization is its owner. */
  private async ownersOf(id: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ email: string }>({
      name: 'owners-email',
      text: `SELECT email FROM ${usersReadModel.table}
             WHERE id = (SELECT user_ids[1] FROM ${organizationsReadModel.table} WHERE id = $1)`,
      values: [id],
    });
    return rows[0]?.email ?? null;
  }
}
