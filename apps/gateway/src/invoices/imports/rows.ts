import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { monotonicMs, refuse, type Tenant } from '#kernel';
import { invoicesReadModel, suppliersReadModel, type FileImported } from '#contracts';
import { ProjectionWatch } from '#eventing';
import { POOL } from '#hosting';
import { HttpRefusal } from '#http';

/** Until then what was imported is shown, or the request is answered with 503 and may come again. */
const WAIT_MS = 30_000;
/** Ids that are looked for at once. */
const SOME = 1_000;
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 500;

/** Waits until what was imported can be read: the invoices, and the suppliers that are new. */
@Injectable()
export class ImportedRows {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly watch: ProjectionWatch,
  ) {}

  async wait(tenant: Tenant, { outcomes, suppliers }: FileImported): Promise<void> {
    const deadline = monotonicMs() + WAIT_MS;
    const ids = outcomes.flatMap(({ status, id }) => (status === 'imported' && id !== null ? [id] : []));
    const [only, ...others] = ids;
    if (only !== undefined && others.length === 0) {
      const place = { stream: invoicesReadModel.stream + only, revision: 0 };
      if (!(await this.watch.reached(invoicesReadModel, place, WAIT_MS))) throw behind();
    } else
      for (let at = 0; at < ids.length; at += SOME)
        await this.waitForSome(tenant, ids.slice(at, at + SOME), deadline);
    for (const place of suppliers)
      if (!(await this.watch.reached(suppliersReadModel, place, deadline - monotonicMs()))) throw behind();
  }

  /** One question for many rows, asked again until they are all there. */
  private async waitForSome(tenant: Tenant, ids: readonly string[], deadline: number): Promise<void> {
    let missing = ids;
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
      const { rows } = await this.pool.query<{ id: string }>({
        name: 'invoices-there',
        text: `SELECT id FROM ${invoicesReadModel.table} WHERE id = ANY($3) AND organization_id = $1 AND livemode = $2`,
        values: [tenant.organizationId, tenant.livemode, missing],
      });
      const there = new Set(rows.map(({ id }) => id));
      missing = missing.filter((id) => !there.has(id));
      if (missing.length === 0) return;
      if (monotonicMs() > deadline) throw behind();
      await sleep(pause);
    }
  }
}

const behind = (): HttpRefusal =>
  new HttpRefusal(refuse('service_unavailable', { params: { retryAfter: 5 } }).refusal);
