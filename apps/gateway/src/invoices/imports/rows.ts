import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { monotonicMs, refuse, type Tenant } from '#kernel';
import { invoicesReadModel, suppliersReadModel, type DocumentOutcome, type FileImported } from '#contracts';
import { ProjectionWatch } from '#eventing';
import { POOL } from '#hosting';
import { HttpRefusal } from '#http';

/** Until then what was imported is shown, or the request is answered with 503 and may come again. */
const WAIT_MS = 30_000;
/** Ids that are looked for at once. */
const SOME = 1_000;
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 500;

/** So long for documents that are here already: whoever has just imported them may still wait for their rows. */
const WAIT_FOR_OTHERS_MS = 5_000;

/** Waits until what was imported can be read: the invoices, also those that others import at the same time, and suppliers that are new. */
@Injectable()
export class ImportedRows {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly watch: ProjectionWatch,
  ) {}

  async wait(tenant: Tenant, { outcomes, suppliers }: FileImported): Promise<void> {
    const deadline = monotonicMs() + WAIT_MS;
    const idsOf = (asked: DocumentOutcome['status']) =>
      outcomes.flatMap(({ status, id }) => (status === asked && id !== null ? [id] : []));
    const ids = idsOf('imported');
    const [only, ...more] = ids;
    if (only !== undefined && more.length === 0) {
      const place = { stream: invoicesReadModel.stream + only, revision: 0 };
      if (!(await this.watch.reached(invoicesReadModel, place, WAIT_MS))) throw behind();
    } else if (!(await this.allThere(tenant, ids, deadline))) throw behind();
    const others = [...new Set(idsOf('duplicate'))];
    await this.allThere(tenant, others, Math.min(deadline, monotonicMs() + WAIT_FOR_OTHERS_MS));
    if (!(await this.watch.reachedAll(suppliersReadModel, suppliers, deadline - monotonicMs())))
      throw behind();
  }

  /** One question for many rows, asked again until they are all there. False: they were not by then. */
  private async allThere(tenant: Tenant, ids: readonly string[], deadline: number): Promise<boolean> {
    for (let at = 0; at < ids.length; at += SOME)
      if (!(await this.someThere(tenant, ids.slice(at, at + SOME), deadline))) return false;
    return true;
  }

  private async someThere(tenant: Tenant, ids: readonly string[], deadline: number): Promise<boolean> {
    let missing = ids;
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
      const there = await this.found(tenant, missing);
      missing = missing.filter((id) => !there.has(id));
      if (missing.length === 0) return true;
      if (monotonicMs() > deadline) return false;
      await sleep(pause);
    }
  }

  /** Of these invoices, those that are there. */
  private async found(tenant: Tenant, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { projection, table } = invoicesReadModel;
    const { rows } = await this.pool.query<{ id: string }>({
      name: `${projection}-there`,
      text: `SELECT id FROM ${table} WHERE id = ANY($3) AND organization_id = $1 AND livemode = $2`,
      values: [tenant.organizationId, tenant.livemode, ids],
    });
    return new Set(rows.map(({ id }) => id));
  }
}

const behind = (): HttpRefusal =>
  new HttpRefusal(refuse('service_unavailable', { params: { retryAfter: 5 } }).refusal);
