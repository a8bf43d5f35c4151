import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { usersReadModel, type UserRow } from '#contracts';
import { POOL } from '#hosting';

/** What the people of an organization see of each other. */
export type Known = Pick<UserRow, 'id' | 'email' | 'full_name'>;

/** Users by their ids. */
@Injectable()
export class People {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async find(ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.pool.query<Known>(
      `SELECT id, email, full_name FROM ${usersReadModel.table} WHERE id = ANY($1)`,
      [[...new Set(ids)]],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}
