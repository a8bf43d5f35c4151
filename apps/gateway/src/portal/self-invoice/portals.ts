import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { NO_DOMAIN } from '#answers';
import { DOMAIN, organizationsReadModel, type OrganizationDoc } from '#contracts';
import { POOL } from '#hosting';
import { CommandSender } from '../../commands.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { isHostName, writeHost } from '../../organizations/host-names.js';
import { PublicUrl } from '../public-url.js';

/** The portal that a request is for. */
export interface Portal {
  /** Null: of all organizations that have no name of their own. */
  readonly organization: OrganizationDoc | null;
  /** What the paths of its pages begin with, without a slash at the end. */
  readonly path: string;
}

/** How old an answer about a host may be: other processes change them too. */
const KEPT_MS = 2_000;

/** Whose portal an address is: by the first part of its path, or by its host. */
@Injectable()
export class Portals {
  /** Null: nobody's. Hosts are what anybody writes into a header, so what is nobody's is kept too. */
  private readonly hosts = new LRUCache<string, { readonly id: string | null }>({ max: 1_000, ttl: KEPT_MS });

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly organizations: OrganizationDirectory,
    private readonly publicUrl: PublicUrl,
    sender: CommandSender,
  ) {
    sender.onWritten((type) => {
      if (type.startsWith('organizations.')) this.hosts.clear();
    });
  }

  /** The portal of a name in the path; undefined where nobody has it. */
  async byDomain(domain: string): Promise<Portal | undefined> {
    const path = `${this.publicUrl.path}/${domain}`;
    if (domain === NO_DOMAIN) return { organization: null, path };
    const id = DOMAIN.test(domain) ? await this.find('domain', domain) : null;
    return id === null ? undefined : { organization: await this.organizations.organization(id), path };
  }

  /** The portal of a host of its own; undefined for any other host. */
  async byHost(host: string): Promise<Portal | undefined> {
    const name = writeHost(host.replace(/:\d+$/, ''));
    if (name === undefined) return undefined;
    let known = this.hosts.get(name);
    if (!known) this.hosts.set(name, (known = { id: await this.find('custom_domain', name) }));
    return known.id === null
      ? undefined
      : { organization: await this.organizations.organization(known.id), path: '' };
  }

  /** Whether a host may be an organization's own: not ours, an address, or a name of one word. Looks nowhere. */
  mayBeOwn(host: string): boolean {
    return isHostName(host.replace(/:\d+$/, '')) && host !== this.ownHost;
  }

  private get ownHost(): string {
    return new URL(this.publicUrl.base).host;
  }

  private async find(name: 'domain' | 'custom_domain', value: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: `organization-by-${name}`,
      text: `SELECT id FROM ${organizationsReadModel.table} WHERE doc ->> '${name}' = $1 AND closed IS NULL
             ORDER BY id LIMIT 1`,
      values: [value],
    });
    return rows[0]?.id ?? null;
  }
}
