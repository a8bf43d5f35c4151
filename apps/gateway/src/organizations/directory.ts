import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { organizationsReadModel, type OrganizationDoc } from '#contracts';
import { POOL, SOLE_INSTANCE } from '#hosting';
import { CommandSender } from '../commands.js';
import { FreshCache, keptMs } from '../fresh-cache.js';
import { PublicUrl } from '../portal/public-url.js';
import { withPublicLogo } from './logo/public-logo.js';

/** The settings of organizations, for requests that act under them: one cached lookup. */
@Injectable()
export class OrganizationDirectory {
  private readonly cache: FreshCache<OrganizationDoc>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SOLE_INSTANCE) soleInstance: boolean,
    sender: CommandSender,
    private readonly publicUrl: PublicUrl,
  ) {
    this.cache = new FreshCache({ max: 2_000, ttlMs: keptMs(soleInstance) });
    sender.onWritten((type) => {
      if (type.startsWith('organizations.')) this.cache.forget();
    });
  }

  /** An organization as the API answers it. Throws for one that does not exist: a key of it was found before. */
  async organization(id: string): Promise<OrganizationDoc> {
    const doc = await this.cache.get(id, () => this.load(id));
    if (!doc) throw new Error(`no organization ${id}`);
    return doc;
  }

  /** IANA zone of the organization's address, which dates without a zone are local to. */
  async timeZoneOf(id: string): Promise<string> {
    return (await this.organization(id)).timezone;
  }

  private async load(id: string): Promise<OrganizationDoc | undefined> {
    const { rows } = await this.pool.query<{ doc: OrganizationDoc }>({
      name: 'organization-by-id',
      text: `SELECT doc FROM ${organizationsReadModel.table} WHERE id = $1`,
      values: [id],
    });
    return rows[0] && withPublicLogo(rows[0].doc, this.publicUrl.base);
  }
}
