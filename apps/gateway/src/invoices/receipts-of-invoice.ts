import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { monotonicMs } from '#kernel';
import { receiptsReadModel } from '#contracts';
import { POOL } from '#hosting';

/** How long an answer waits for the receipts of a canceled invoice; they are sure to follow, if later. */
const SEEN_MS = 5_000;
const PAUSE_MS = 20;

/** The receipts that an invoice has, as their read model shows them. */
@Injectable()
export class ReceiptsOfInvoices {
  constructor(@Inject(POOL) private readonly pool: Pick<pg.Pool, 'query'>) {}

  /** Waits until no receipt shows a canceled invoice any more: open again, canceled, or its substitute's. */
  async waitUntilLeft(invoice: string, timeoutMs = SEEN_MS): Promise<void> {
    const deadline = monotonicMs() + timeoutMs;
    while (await this.has(invoice)) {
      if (monotonicMs() >= deadline) return;
      await sleep(PAUSE_MS);
    }
  }

  private async has(invoice: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ found: boolean }>({
      name: 'invoice-has-receipts',
      text: `SELECT EXISTS (SELECT FROM ${receiptsReadModel.table} WHERE invoice_id = $1) AS found`,
      values: [invoice],
    });
    return rows[0]?.found ?? false;
  }
}
