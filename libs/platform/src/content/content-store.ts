import type pg from 'pg';
import type { Tenant } from '#kernel';
import { LAZY_COMMIT } from '../projections/checkpoints.js';

/**
 * Documents by key: signed XML, acuses. Written once; writing the same key again keeps the first.
 * A document is as durable as the next event that is appended: whoever puts one names it in an event afterwards.
 */
export interface ContentStore {
  put(tenant: Tenant, key: string, bytes: Buffer): Promise<void>;
  get(tenant: Tenant, key: string): Promise<Buffer | undefined>;
  /** Gets a document and removes it: for files that are made for one reader. */
  take(tenant: Tenant, key: string): Promise<Buffer | undefined>;
}

/**
 * Keeps documents in PostgreSQL, which compresses and TOASTs them. A put does not wait for the disk: the log is
 * written in order, so the commit of the event that names the document brings both there.
 */
export class PostgresContentStore implements ContentStore {
  constructor(private readonly pool: pg.Pool) {}

  async put(tenant: Tenant, key: string, bytes: Buffer): Promise<void> {
    await this.pool.query({
      name: 'content-put',
      text: `INSERT INTO platform.contents (organization_id, livemode, key, bytes) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING RETURNING ${LAZY_COMMIT}`,
      values: [tenant.organizationId, tenant.livemode, key, bytes],
    });
  }

  async get(tenant: Tenant, key: string): Promise<Buffer | undefined> {
    const { rows } = await this.pool.query<{ bytes: Buffer }>({
      name: 'content-get',
      text: 'SELECT bytes FROM platform.contents WHERE organization_id = $1 AND livemode = $2 AND key = $3',
      values: [tenant.organizationId, tenant.livemode, key],
    });
    return rows[0]?.bytes;
  }

  async take(tenant: Tenant, key: string): Promise<Buffer | undefined> {
    const { rows } = await this.pool.query<{ bytes: Buffer }>(
      'DELETE FROM platform.contents WHERE organization_id = $1 AND livemode = $2 AND key = $3 RETURNING bytes',
      [tenant.organizationId, tenant.livemode, key],
    );
    return rows[0]?.bytes;
  }
}
