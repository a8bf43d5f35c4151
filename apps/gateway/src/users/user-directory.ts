import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Language } from '#kernel';
import {
  operationsOfPerson,
  organizationsReadModel,
  usersReadModel,
  type OrganizationRow,
  type UserRow,
} from '#contracts';
import { POOL } from '#hosting';
import { OWNER_NAME, roleNameOf } from '../organizations/team/role-names.js';
import type { Me, OwnOrganization } from './dto.js';

/** Who has more works through lists: each organization comes with all its operations. */
const MOST_ORGANIZATIONS = 100;

/** Users as they see themselves. */
@Injectable()
export class UserDirectory {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** A user with their organizations. Throws for one that does not exist: a key of theirs was found before. */
  async describe(userId: string, language: Language): Promise<Me> {
    const { rows } = await this.pool.query<
      Pick<UserRow, 'id' | 'email' | 'full_name'> & { created_at: Date }
    >(`SELECT id, email, full_name, created_at FROM ${usersReadModel.table} WHERE id = $1`, [userId]);
    const [user] = rows;
    if (!user) throw new Error(`no user ${userId}`);
    const found = await this.organizationsOf(userId);
    return {
      ...user,
      created_at: user.created_at.toISOString(),
      organizations: found.slice(0, MOST_ORGANIZATIONS).map((one) => toOwn(one, userId, language)),
      organizations_are_capped: found.length > MOST_ORGANIZATIONS,
    };
  }

  private async organizationsOf(userId: string): Promise<OrganizationOfUser[]> {
    const { rows } = await this.pool.query<OrganizationOfUser>(
      `SELECT id, team, doc FROM ${organizationsReadModel.table}
       WHERE user_ids @> ARRAY[$1] AND closed IS NULL ORDER BY created_at DESC, id DESC LIMIT $2`,
      [userId, MOST_ORGANIZATIONS + 1],
    );
    return rows;
  }
}

type OrganizationOfUser = Pick<OrganizationRow, 'id' | 'team' | 'doc'>;

function toOwn({ id, team, doc }: OrganizationOfUser, userId: string, language: Language): OwnOrganization {
  const member = team.members.find(({ user_id }) => user_id === userId);
  return {
    ...{ id, name: doc.legal.name, is_owner: !member, role: member?.role ?? null },
    role_name: member ? roleNameOf(id, team, member.role, language) : OWNER_NAME[language],
    operations: operationsOfPerson(id, team, userId) ?? [],
  };
}
