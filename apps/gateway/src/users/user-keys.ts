import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ok, type Result } from '#kernel';
import { newSecretKey, printOfKey, usersReadModel, type KeyDoc, type UserKey } from '#contracts';
import { POOL } from '#hosting';
import { CommandSender, type OutgoingCommand } from '../commands.js';

type OfUserKeys = 'organizations.add-user-key' | 'organizations.revoke-user-key';

/** The keys of a user: made here, and kept nowhere. Only their prints travel and are stored. */
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

  /** Makes a key, and gives it out this once. Refused: rate_limit_exceeded, conflict where there are too many. */
  async add(userId: string, correlationId: string): Promise<Result<string>> {
    const key = newSecretKey('user');
    const data = { key: printOfKey(key) };
    const sent = await this.send({ type: 'organizations.add-user-key', key: userId, data }, correlationId);
    return sent.ok ? ok(key) : sent;
  }

  /** Revokes a key, which works nowhere any more when this returns; gives those that are left. Refused: not_found. */
  async revoke(userId: string, keyId: string, correlationId: string): Promise<Result<KeyDoc[]>> {
    const data = { key_id: keyId };
    const sent = await this.send({ type: 'organizations.revoke-user-key', key: userId, data }, correlationId);
    return sent.ok ? ok(await this.list(userId)) : sent;
  }

  /** Users stand above the environments: their streams are their own tenant's. */
  private send<Type extends OfUserKeys>(message: OutgoingCommand<Type>, correlationId: string) {
    const tenant = { organizationId: message.key, livemode: false };
    const call = { tenant, actor: `user:${message.key}`, correlationId };
    return this.sender.send(message, call, { readModel: usersReadModel });
  }
}
