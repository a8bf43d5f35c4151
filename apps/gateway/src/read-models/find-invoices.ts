import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Handles } from '#bus/nest/index';
import { FindInvoicesCommand, invoicesReadModel, type CommandOutcome, type FoundInvoice } from '#contracts';
import { answerWithData } from '#eventing';
import { POOL } from '#hosting';

/** Whose payments are imported asks this: a table of UUIDs of its own would cost every invoice a write. */
@CommandHandler(FindInvoicesCommand)
export class FindInvoicesHandler implements Handles<FindInvoicesCommand> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute({
    tenant,
    data,
  }: FindInvoicesCommand): Promise<CommandOutcome<{ invoices: readonly FoundInvoice[] }>> {
    const { rows: invoices } = await this.pool.query<FoundInvoice>(
      `SELECT uuid, id FROM ${invoicesReadModel.table}
       WHERE organization_id = $1 AND livemode = $2 AND uuid = ANY($3) AND NOT hidden`,
      [tenant.organizationId, tenant.livemode, data.uuids],
    );
    return answerWithData({ invoices });
  }
}
