import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ok, type Result } from '#kernel';
import { usersReadModel, type KeyDoc, type UserKey } from '#contracts';
import { POOL } from '#hosting';
import { CommandSender } from '../commands.js';

/** The keys of a user. */
@Injectable()
export class UserKeys {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly sender: CommandSender,
  ) {}

  /** Those in force, oldest first. */
  async list(userId: string): Promise<KeyDoc[]> {
    const { rows } = await this.pool.query<{ keys: readonly UserKey[] }>(
      `SELECT keys FROM ${usersReadModel.table} WHERE id = $1`,
      [userId],
    );
    return (rows[0]?.keys ?? []).map(({ id, first_12, created_at }) => ({ id, first_12, created_at }));
  }

  /** Revokes a key, which works nowhere any more when this returns; gives those that are left. Refused: not_found. */
  async revoke(userId: string, keyId: string, correlationId: string): Promise<Result<KeyDoc[]>> {
    // Users stand above the environments: their streams are their own tenant's.
    const call = {
      tenant: { organizationId: userId, livemode: false },
      actor: `user:${userId}`,
      correlationId,
    };
    const sent = await this.sender.send(
      { type: 'organizations.revoke-user-key', key: userId, data: { key_id: keyId } },
      call,
      { readModel: usersReadModel },
    );
    return sent.ok ? ok(await this.list(userId)) : sent;
  }
}
