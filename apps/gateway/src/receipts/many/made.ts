import { Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel';
import { RECEIPT_STREAM, receiptsReadModel } from '#contracts';
import { ProjectionWatch } from '#eventing';
import { ReceiptAnswers } from '../answers.js';
import { ReceiptQueries } from '../queries.js';

/** How long receipts that were made are waited for until they can be read. */
const SEEN_MS = 20_000;

/** Shows receipts that were just made, once they can be read. */
@Injectable()
export class MadeReceipts {
  constructor(
    private readonly receipts: ReceiptQueries,
    private readonly answers: ReceiptAnswers,
    private readonly watch: ProjectionWatch,
  ) {}

  /** Their answers as JSON by id, without those that do not come in time. */
  async show(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(ids)];
    const places = wanted.map((id) => ({ stream: RECEIPT_STREAM + id, revision: 0 }));
    await this.watch.reachedAll(receiptsReadModel, places, SEEN_MS);
    const shown = new Map<string, string>();
    for (const row of await this.receipts.findMany(tenant, wanted))
      shown.set(row.id, (await this.answers.of(row)).json);
    return shown;
  }
}
