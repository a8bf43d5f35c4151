import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { monotonicMs, ok, refuse, type Clock, type ErrorCode, type Result, type Tenant } from '#kernel';
import {
  petitionId,
  petitionListId,
  petitionListsReadModel,
  petitionsReadModel,
  type PetitionAnswer,
  type PetitionStatus,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { CLOCK, POOL } from '#hosting';
import type { Page, PageRequest } from '#http';
import { CommandSender, type CallContext } from '../commands.js';
import { Conditions, DocTable } from '../doc-table.js';

/** How the list stands: when a PAC told it, and why this request could not have it told anew. */
export interface Asked {
  readonly asked_at: string | null;
  readonly asking_error: ErrorCode | null;
}

/** Live: a list that is younger than this is answered as it is. Test asks our own sandbox, which costs nothing. */
const FRESH_MS = 30 * 60_000;
/** The same where a request is answered that the list does not have: it may be newer. */
const FRESH_FOR_AN_ANSWER_MS = 60_000;
/** How long a caller waits for a PAC: the work goes on, and the next request shows it. */
const LOOK_MS = 10_000;

/** Suppliers' requests to cancel what the organization has received: listed, asked for where the list is old, and answered. */
@Injectable()
export class CancellationRequests {
  private readonly table: DocTable;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly watch: ProjectionWatch,
    private readonly sender: CommandSender,
  ) {
    this.table = new DocTable(pool, petitionsReadModel.table);
  }

  fetchPage(tenant: Tenant, status: PetitionStatus | undefined, request: PageRequest): Promise<Page> {
    const where = Conditions.ofTenant(tenant);
    if (status !== undefined) where.and('status = ?', status);
    return this.table.fetchPage(where, request);
  }

  /** Has the list told anew, unless it was a short while ago, and waits until its rows show what is new. */
  async refresh(call: CallContext, freshMs = FRESH_MS): Promise<Asked> {
    const { tenant } = call;
    const asked_at = await this.askedAt(tenant);
    const age = asked_at === null ? Infinity : this.clock.now(tenant).getTime() - Date.parse(asked_at);
    if (tenant.livemode && age >= 0 && age < freshMs) return { asked_at, asking_error: null };
    const deadline = monotonicMs() + LOOK_MS;
    const looked = await this.sender.send(
      {
        ...{ type: 'cancellation.look-for-petitions', key: petitionListId(tenant) },
        data: { after: null },
      },
      call,
      { timeoutMs: LOOK_MS },
    );
    // Not told in time is not told: the rows are as they were.
    if (!looked.ok) return { asked_at, asking_error: looked.refusal.code };
    const { changed, code, ...told } = looked.value.data;
    await this.watch.reachedAll(petitionsReadModel, changed, deadline - monotonicMs());
    return { asked_at: told.asked_at ?? asked_at, asking_error: code };
  }

  /** Answers a request, and gives it as it is then. */
  async answer(call: CallContext, uuid: string, answer: PetitionAnswer): Promise<Result<string>> {
    const key = petitionId(call.tenant, uuid);
    // One that nobody has listed yet may be there all the same.
    if ((await this.find(call.tenant, key)) === undefined) await this.refresh(call, FRESH_FOR_AN_ANSWER_MS);
    const sent = await this.sender.send(
      { type: 'cancellation.answer-petition', key, data: { answer } },
      call,
      { readModel: petitionsReadModel },
    );
    if (!sent.ok) return sent;
    const doc = await this.find(call.tenant, key);
    return doc === undefined ? refuse('cancellation_request_not_found') : ok(doc);
  }

  private async find(tenant: Tenant, id: string): Promise<string | undefined> {
    return (await this.table.findDoc(id, Conditions.ofTenant(tenant)))?.json;
  }

  private async askedAt(tenant: Tenant): Promise<string | null> {
    const { rows } = await this.pool.query<{ asked_at: Date | null }>(
      `SELECT asked_at FROM ${petitionListsReadModel.table}
        WHERE id = $3 AND organization_id = $1 AND livemode = $2`,
      [tenant.organizationId, tenant.livemode, petitionListId(tenant)],
    );
    return rows[0]?.asked_at?.toISOString() ?? null;
  }
}
