import { Injectable } from '@nestjs/common';
import { monotonicMs, type Tenant } from '#kernel';
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
    const deadline = monotonicMs() + SEEN_MS;
    const shown = new Map<string, string>();
    let missing = [...new Set(ids)];
    // The last of them is most likely the last to be seen.
    const next = (): string | undefined => missing.at(-1);
    for (let last = next(); last !== undefined && monotonicMs() < deadline; last = next()) {
      const place = { stream: RECEIPT_STREAM + last, revision: 0 };
      const isSeen = await this.watch.reached(receiptsReadModel, place, deadline - monotonicMs());
      for (const row of await this.receipts.findMany(tenant, missing))
        shown.set(row.id, (await this.answers.of(row)).json);
      missing = missing.filter((id) => !shown.has(id));
      if (!isSeen) break;
    }
    return shown;
  }
}
