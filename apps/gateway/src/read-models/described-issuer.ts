import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Handles } from '#bus/nest/index';
import type { Clock, Result } from '#kernel';
import {
  DescribeIssuerCommand,
  ORGANIZATION_STREAM,
  organizationsReadModel,
  type CommandOutcome,
  type DescribedIssuer,
  type IssuerSnapshot,
  type OrganizationRow,
} from '#contracts';
import { answerWithData, ProjectionWatch } from '#eventing';
import { CLOCK, POOL } from '#hosting';
import { issuerOf } from '../invoices/issuer.js';
import { LivePacs } from '../invoices/live-pacs.js';

const WAIT_MS = 10_000;

/** As whom an organization issues what nobody asks for. One that is deleted issues nothing. */
@CommandHandler(DescribeIssuerCommand)
export class DescribeIssuerHandler implements Handles<DescribeIssuerCommand> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly watch: ProjectionWatch,
    private readonly pacs: LivePacs,
  ) {}

  async execute({ tenant, data }: DescribeIssuerCommand): Promise<CommandOutcome<DescribedIssuer | null>> {
    const { organizationId: id } = tenant;
    if (data.revision !== null) {
      const at = { stream: ORGANIZATION_STREAM + id, revision: data.revision };
      // The question comes again until it is answered.
      if (!(await this.watch.reached(organizationsReadModel, at, WAIT_MS)))
        throw new Error(`the row of organization ${id} is behind`);
    }
    const { rows } = await this.pool.query<Pick<OrganizationRow, 'doc' | 'closed'>>(
      `SELECT doc, closed FROM ${organizationsReadModel.table} WHERE id = $1`,
      [id],
    );
    const [found] = rows;
    if (!found || found.closed !== null) return answerWithData(null);
    const { doc } = found;
    const judged = issuerOf(doc, tenant, this.clock.now(tenant));
    const possible = judged.ok ? await this.pacs.check(tenant) : judged;
    return answerWithData({
      issuer: judged.ok && possible.ok ? judged.value : null,
      refusal: refusalOf(judged.ok ? possible : judged),
      time_zone: doc.timezone,
      receipts: {
        periodicity: doc.receipts.periodicity,
        duration_days: doc.receipts.duration_days,
        // Rows of the release before don't have it.
        auto_global_invoice: doc.receipts.auto_global_invoice === true,
      },
      series: doc.customization.default_series.I,
    });
  }
}

const refusalOf = (judged: Result<IssuerSnapshot | undefined>): DescribedIssuer['refusal'] =>
  judged.ok ? null : { code: judged.refusal.code, details: judged.refusal.details ?? [] };
