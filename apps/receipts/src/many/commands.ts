import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import { refuse, type Tenant } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  ClaimReceiptBatchCommand,
  CreateReceiptsCommand,
  type CommandOutcome,
  type NewReceiptOutcome,
} from '#contracts';
import { answerWithData } from '#eventing';
import { POOL } from '#hosting';
import { ReceiptsAtOnce } from './receipts-at-once.js';

/** Makes many receipts, each for itself. */
@CommandHandler(CreateReceiptsCommand)
export class CreateReceiptsHandler implements Handles<CreateReceiptsCommand> {
  constructor(private readonly atOnce: ReceiptsAtOnce) {}

  async execute(
    command: CreateReceiptsCommand,
  ): Promise<CommandOutcome<{ outcomes: readonly NewReceiptOutcome[] }>> {
    const { receipts, issuer, expiry } = command.data;
    const many = { receipts, issuer, expiry, judgedAt: command.time, importId: null };
    return answerWithData({ outcomes: await this.atOnce.make(command, many) });
  }
}

/** Keys of batches: each belongs to one request, and gives it the name that its receipts' ids are made of. */
@Injectable()
export class BatchKeys {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Who has the key: the batch that asks, or another. It is durable before anything is made under that name. */
  async claim(
    tenant: Tenant,
    key: string,
    { batch, request }: { readonly batch: string; readonly request: string },
  ): Promise<{ batch: string; request: string }> {
    const { rows } = await this.pool.query<{ batch: string; request: string }>({
      name: 'claim-receipt-batch',
      text: `INSERT INTO receipts.batch_keys AS k (organization_id, livemode, key, batch, request)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (organization_id, livemode, key) DO UPDATE SET batch = k.batch
             RETURNING batch, request`,
      values: [tenant.organizationId, tenant.livemode, key, batch, request],
    });
    const [row] = rows;
    if (!row) throw new Error('a key of a batch is neither free nor taken');
    return row;
  }
}

/** Gives a batch its name; another request with the key is refused. */
@CommandHandler(ClaimReceiptBatchCommand)
export class ClaimReceiptBatchHandler implements Handles<ClaimReceiptBatchCommand> {
  constructor(private readonly keys: BatchKeys) {}

  async execute({
    tenant,
    key,
    data,
  }: ClaimReceiptBatchCommand): Promise<CommandOutcome<{ batch: string; replayed: boolean }>> {
    const claimed = await this.keys.claim(tenant, key, data);
    if (claimed.request !== data.request)
      return refuse('idempotency_key_in_use', { path: 'Idempotency-Key', location: 'headers' });
    return answerWithData({ batch: claimed.batch, replayed: claimed.batch !== data.batch });
  }
}
