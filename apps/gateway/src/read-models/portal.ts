import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Handles } from '#bus/nest/index';
import {
  DescribePortalCommand,
  organizationsReadModel,
  type CommandOutcome,
  type OrganizationRow,
  type PortalAddress,
} from '#contracts';
import { answerWithData } from '#eventing';
import { POOL } from '#hosting';
import { PublicUrl } from '../portal/public-url.js';

/** Where customers of an organization find its portal, for services that write its address where no request asks. */
@CommandHandler(DescribePortalCommand)
export class DescribePortalHandler implements Handles<DescribePortalCommand> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly publicUrl: PublicUrl,
  ) {}

  async execute({ tenant }: DescribePortalCommand): Promise<CommandOutcome<PortalAddress | null>> {
    const { rows } = await this.pool.query<Pick<OrganizationRow, 'doc'>>(
      `SELECT doc FROM ${organizationsReadModel.table} WHERE id = $1`,
      [tenant.organizationId],
    );
    const [found] = rows;
    if (!found) return answerWithData(null);
    const { domain, custom_domain } = found.doc;
    return answerWithData({ public_url: this.publicUrl.base, domain, custom_domain });
  }
}
