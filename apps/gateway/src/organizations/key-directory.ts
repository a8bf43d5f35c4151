import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import {
  hashSecretKey,
  organizationsReadModel,
  secretKeyKind,
  usersReadModel,
  type UserKey,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { POOL, SOLE_INSTANCE } from '#hosting';
import { CommandSender } from '../commands.js';
import { FreshCache, keptMs } from '../fresh-cache.js';
import type { KeyDirectory, Principal } from '#http';

/**
 * Finds who owns a secret key by its hash. A renewed or revoked key is forgotten as soon as the read model shows it: before
 * its renewal is answered, and also where the operator's program revoked it.
 */
@Injectable()
export class PostgresKeyDirectory implements KeyDirectory {
  private readonly cache: FreshCache<Principal>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SOLE_INSTANCE) soleInstance: boolean,
    sender: CommandSender,
    watch: ProjectionWatch,
  ) {
    this.cache = new FreshCache({ max: 10_000, ttlMs: keptMs(soleInstance) });
    sender.onWritten((type) => {
      if (type.startsWith('organizations.')) this.cache.forget();
    });
    for (const { projection } of [organizationsReadModel, usersReadModel])
      watch.onAdvance(projection, () => this.cache.forget());
  }

  async find(secret: string): Promise<Principal | undefined> {
    const kind = secretKeyKind(secret);
    if (!kind) return undefined;
    const hash = hashSecretKey(secret);
    return this.cache.get(hash, () => (kind === 'user' ? this.user(hash) : this.organization(hash, kind)));
  }

  async isInForce(organizationId: string, keyId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'organization-key-in-force',
      text: `SELECT FROM ${organizationsReadModel.table} WHERE id = $1 AND test_key_id = $2`,
      values: [organizationId, keyId],
    });
    return rowCount === 1;
  }

  private async organization(hash: string, kind: 'test' | 'live'): Promise<Principal | undefined> {
    const { rows } = await this.pool.query<{ id: string; test_key_id: string | null }>({
      name: 'organization-by-key',
      text: `SELECT id, test_key_id FROM ${organizationsReadModel.table} WHERE key_hashes @> ARRAY[$1]`,
      values: [hash],
    });
    const [row] = rows;
    if (!row || row.test_key_id === null) return undefined;
    return { kind, organizationId: row.id, keyId: row.test_key_id };
  }

  private async user(hash: string): Promise<Principal | undefined> {
    const { rows } = await this.pool.query<{ id: string; keys: readonly UserKey[] }>({
      name: 'user-by-key',
      text: `SELECT id, keys FROM ${usersReadModel.table} WHERE key_hashes @> ARRAY[$1]`,
      values: [hash],
    });
    const [row] = rows;
    const key = row?.keys.find((one) => one.hash === hash);
    return row && key && { kind: 'user', userId: row.id, keyId: key.id };
  }
}
