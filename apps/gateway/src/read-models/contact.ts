import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Handles } from '#bus/nest/index';
import {
  DescribeOrganizationCommand,
  organizationsReadModel,
  usersReadModel,
  type CommandOutcome,
  type OrganizationContact,
  type OrganizationRow,
  type UserRow,
} from '#contracts';
import { answerWithData } from '#eventing';
import { POOL } from '#hosting';

/** An organization and its owners' addresses, for mails that no request asks for. */
@CommandHandler(DescribeOrganizationCommand)
export class DescribeOrganizationHandler implements Handles<DescribeOrganizationCommand> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute({
    tenant,
  }: DescribeOrganizationCommand): Promise<CommandOutcome<OrganizationContact | null>> {
    const { rows: organizations } = await this.pool.query<Pick<OrganizationRow, 'doc' | 'team'>>(
      `SELECT doc, team FROM ${organizationsReadModel.table} WHERE id = $1`,
      [tenant.organizationId],
    );
    const [found] = organizations;
    if (!found) return answerWithData(null);
    const { rows: owners } = await this.pool.query<Pick<UserRow, 'email'>>(
      `SELECT email FROM ${usersReadModel.table} WHERE id = ANY($1) ORDER BY created_at, id`,
      [found.team.owners.map(({ user_id }) => user_id)],
    );
    return answerWithData({ organization: found.doc, owners: owners.map(({ email }) => email) });
  }
}
