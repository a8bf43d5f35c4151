import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '#hosting';

/**
 * The addresses of all users, each reserved for one before the event that names it (docs/adr/0008, 0049). A reservation
 * says which user an address would be, never that there is one: that is what the user's stream says. It never changes
 * hands. Whoever finds one without a user makes that very user, so that the store decides between two that do.
 */
@Injectable()
export class Addresses {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Reserves an address for a user, unless it is somebody's already; gives the id of whose it is now. */
  async reserve(email: string, userId: string): Promise<string> {
    await this.pool.query(
      'INSERT INTO organizations.addresses (email, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [email, userId],
    );
    const holder = await this.holderOf(email);
    if (holder === undefined) throw new Error('a reserved address is gone: nothing removes one');
    return holder;
  }

  /** The id of whose an address is, or would be; undefined where nobody has asked for it. */
  async holderOf(email: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ user_id: string }>(
      'SELECT user_id FROM organizations.addresses WHERE email = $1',
      [email],
    );
    return rows[0]?.user_id;
  }
}
