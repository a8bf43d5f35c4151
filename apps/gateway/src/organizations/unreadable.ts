import type pg from 'pg';
import { operationsOfPerson, organizationsReadModel, type Team } from '#contracts';

/**
 * The organizations that somebody belongs to whose role does not let them read it: lists leave them out. Those of which they
 * are the first owner need not be looked into, of which an integrator may have thousands.
 */
export async function unreadableFor(pool: pg.Pool, userId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string; team: Team }>({
    name: 'organizations-of-member',
    text: `SELECT id, team FROM ${organizationsReadModel.table}
           WHERE user_ids @> ARRAY[$1] AND user_ids[1] <> $1`,
    values: [userId],
  });
  return rows
    .filter(({ id, team }) => !operationsOfPerson(id, team, userId)?.includes('read.organizations.detail'))
    .map(({ id }) => id);
}
