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
    const { rows } = await this.pool.query<OrganizationContact>(
      `SELECT o.doc AS organization,
         ARRAY(SELECT u.email FROM ${usersReadModel.table} AS u
           WHERE u.id IN (SELECT json_array_elements(o.team->'owners')->>'user_id') ORDER BY u.created_at, u.id) AS owners
       FROM ${organizationsReadModel.table} AS o WHERE o.id = $1`,
      [tenant.organizationId],
    );
    return answerWithData(rows[0] ?? null);
  }
}
