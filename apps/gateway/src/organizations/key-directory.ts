import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { hashSecretKey, organizationsReadModel, secretKeyKind, usersReadModel } from '#contracts';
import { POOL, SOLE_INSTANCE } from '#hosting';
import { CommandSender } from '../commands.js';
import { FreshCache, keptMs } from '../fresh-cache.js';
import type { KeyDirectory, Principal } from '#http';

/** Finds who owns a secret key by its hash. A renewed key is forgotten before its renewal is answered. */
@Injectable()
export class PostgresKeyDirectory implements KeyDirectory {
  private readonly cache: FreshCache<Principal>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SOLE_INSTANCE) soleInstance: boolean,
    sender: CommandSender,
  ) {
    this.cache = new FreshCache({ max: 10_000, ttlMs: keptMs(soleInstance) });
    sender.onWritten((type) => {
      if (type.startsWith('organizations.')) this.cache.forget();
    });
  }

  async find(secret: string): Promise<Principal | undefined> {
    const kind = secretKeyKind(secret);
    if (!kind) return undefined;
    const hash = hashSecretKey(secret);
    return this.cache.get(hash, () => (kind === 'user' ? this.user(hash) : this.organization(hash, kind)));
  }

  private async organization(hash: string, kind: 'test' | 'live'): Promise<Principal | undefined> {
    const { rows } = await this.pool.query<{ id: string; test_key_id: string }>({
      name: 'organization-by-key',
      text: `SELECT id, test_key_id FROM ${organizationsReadModel.table} WHERE key_hashes @> ARRAY[$1]`,
      values: [hash],
    });
    const [row] = rows;
    return row && { kind, organizationId: row.id, keyId: row.test_key_id };
  }

  private async user(hash: string): Promise<Principal | undefined> {
    const { rows } = await this.pool.query<{ id: string; key_first_12: string }>({
      name: 'user-by-key',
      text: `SELECT id, key_first_12 FROM ${usersReadModel.table} WHERE key_hash = $1`,
      values: [hash],
    });
    const [row] = rows;
    return row && { kind: 'user', userId: row.id, keyId: row.key_first_12 };
  }
}
