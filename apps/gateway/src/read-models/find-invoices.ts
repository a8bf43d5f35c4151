import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Handles } from '#bus/nest/index';
import {
  FindInvoicesCommand,
  INVOICE_STREAM,
  invoicesReadModel,
  type CommandOutcome,
  type FoundInvoice,
} from '#contracts';
import { refuse } from '#kernel';
import { answerWithData, ProjectionWatch } from '#eventing';
import { POOL } from '#hosting';

/** How long the list may lag; whoever asks then asks again. */
const BEHIND_MS = 5_000;

/**
 * Who has a payment imported asks this: a table of UUIDs of its own would cost every invoice a write. The list is read once it shows the
 * payment, which is the command's key: what was stamped before it is in there then.
 */
@CommandHandler(FindInvoicesCommand)
export class FindInvoicesHandler implements Handles<FindInvoicesCommand> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly watch: ProjectionWatch,
  ) {}

  async execute({
    key,
    tenant,
    data,
  }: FindInvoicesCommand): Promise<CommandOutcome<{ invoices: readonly FoundInvoice[] }>> {
    const payment = { stream: INVOICE_STREAM + key, revision: 0 };
    if (!(await this.watch.reached(invoicesReadModel, payment, BEHIND_MS)))
      return refuse('service_unavailable', { params: { retryAfter: 5 } });
    const { rows: invoices } = await this.pool.query<FoundInvoice>(
      `SELECT uuid, id FROM ${invoicesReadModel.table}
       WHERE organization_id = $1 AND livemode = $2 AND uuid = ANY($3) AND NOT hidden`,
      [tenant.organizationId, tenant.livemode, data.uuids],
    );
    return answerWithData({ invoices });
  }
}
