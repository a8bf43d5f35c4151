import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { operationsOfPerson, organizationsReadModel, usersReadModel, type Team } from '#contracts';
import { ProjectionWatch } from '#eventing';
import { POOL, SOLE_INSTANCE } from '#hosting';
import type { Authority, Standing } from '#http';
import { CommandSender } from '../commands.js';
import type { FreshCache } from '../fresh-cache.js';
import { cacheOfPeople } from './cache-of-people.js';

/** Somebody whose key works, and who is nowhere: their row went while they asked. */
const NOBODY: Standing = { suspended: true, operations: undefined, closed: false };

interface Found {
  readonly suspended: boolean;
  readonly team: Team | null;
  readonly closed: boolean;
}

/**
 * What people may do, from the rows of organizations and users: one lookup a request of a person, none of a request with an
 * organization's key. What is kept is forgotten as soon as the rows show something new.
 */
@Injectable()
export class PostgresAuthority implements Authority {
  private readonly cache: FreshCache<Standing>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SOLE_INSTANCE) soleInstance: boolean,
    sender: CommandSender,
    watch: ProjectionWatch,
  ) {
    this.cache = cacheOfPeople({ soleInstance, sender, watch });
  }

  async standingOf(userId: string, organizationId: string | undefined): Promise<Standing> {
    const key = `${userId} ${organizationId ?? ''}`;
    return (await this.cache.get(key, () => this.load(userId, organizationId))) ?? NOBODY;
  }

  private async load(userId: string, organizationId: string | undefined): Promise<Standing | undefined> {
    const { rows } = await this.pool.query<Found>({
      name: 'standing-of-person',
      text: `SELECT u.suspended_at IS NOT NULL AS suspended, o.team, o.closed IS NOT NULL AS closed
             FROM ${usersReadModel.table} AS u
             LEFT JOIN ${organizationsReadModel.table} AS o ON o.id = $2 AND o.user_ids @> ARRAY[u.id]
             WHERE u.id = $1`,
      values: [userId, organizationId ?? null],
    });
    const [row] = rows;
    if (!row) return undefined;
    const { suspended, team, closed } = row;
    const operations =
      team && organizationId !== undefined ? operationsOfPerson(organizationId, team, userId) : undefined;
    return { suspended, operations: operations && new Set<string>(operations), closed };
  }
}
