import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { field, isId, refuse, refuseFields, type Clock, type Result, type Tenant } from '#kernel';
import {
  doubtsReadModel,
  invoicesReadModel,
  retentionsReadModel,
  type DoubtDoc,
  type DoubtRow,
  type InvoiceRow,
} from '#contracts';
import { rowTypes } from '#eventing';
import { CLOCK, POOL } from '#hosting';
import type { Page, PageRequest } from '#http';
import { CommandSender, type CallContext } from '../commands.js';
import { Conditions, DocTable, textOf } from '../doc-table.js';
import { hoursLeft } from './hours-left.js';
import type { ForceBody, StampingDoubt } from './doubts.dto.js';

const { table } = doubtsReadModel;

type Stored = Pick<DoubtRow, 'id' | 'sealed_at' | 'doc'>;

const HAS_IT: Readonly<Record<'es' | 'en', string>> = {
  es: 'El PAC "{pac}" es el que quizá ya timbró el documento: elija otro.',
  en: 'The PAC "{pac}" is the one that may have stamped the document already: choose another one.',
};

/** Documents of one tenant that a provider perhaps has stamped. */
@Injectable()
export class StampingDoubts {
  private readonly table: DocTable;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly sender: CommandSender,
  ) {
    this.table = new DocTable(pool, table, 'since');
  }

  /** Those that are in doubt longest come last. */
  async fetchPage(tenant: Tenant, request: PageRequest): Promise<Page> {
    const now = this.clock.now(tenant);
    const page = await this.table.fetchPage(listed(tenant, now), request);
    const docs = await Promise.all(page.rows.map(async ({ doc }) => parseDoc(await textOf(doc))));
    const found = docs.filter((doc) => doc !== undefined);
    const dates = await this.datesOf(tenant, found);
    const rows = page.rows.flatMap((row, index) => {
      const doc = docs[index];
      return doc ? [{ ...row, doc: JSON.stringify(shown(doc, dates, now)) }] : [];
    });
    return { ...page, rows };
  }

  /**
   * Has a document stamped by another provider although the first one perhaps did.
   * @returns what is known of it then
   */
  async force(
    call: CallContext,
    id: string,
    { pac, accept_risk }: ForceBody,
  ): Promise<Result<StampingDoubt>> {
    const { tenant } = call;
    const stored = await this.find(tenant, id);
    if (!stored) return refuse('stamping_doubt_not_found');
    const { pac: holder } = stored.doc;
    if (accept_risk !== true)
      return refuse('stamping_risk_not_accepted', {
        ...{ path: 'accept_risk', location: 'body', params: { pac: holder } },
      });
    if (pac === holder)
      return refuseFields([field('pac', 'not_allowed', { message: HAS_IT, params: { pac } })]);
    const command = { type: 'stamping.force', key: stored.id, data: { to: pac } } as const;
    const sent = await this.sender.send(command, call, { readModel: doubtsReadModel });
    if (!sent.ok) return sent;
    const now = this.clock.now(tenant);
    // It may be settled by now: then it is shown as it was when it was forced.
    const after = (await this.find(tenant, id))?.doc ?? { ...stored.doc, forced_to: pac };
    return { ok: true, value: shown(after, await this.datesOf(tenant, [after]), now) };
  }

  private async find(tenant: Tenant, documentId: string): Promise<Stored | undefined> {
    if (!isId(documentId)) return undefined;
    const where = listed(tenant, this.clock.now(tenant)).and('document_id = ?', documentId.toLowerCase());
    const { rows } = await this.pool.query<Stored>({
      text: `SELECT id, sealed_at, doc FROM ${table} WHERE ${where.sql} ORDER BY sealed_at DESC LIMIT 1`,
      values: where.values,
      types: rowTypes,
    });
    return rows[0];
  }

  /** What counts for a provider's 72 hours is the date that a document says, which may be days before its seal. */
  private async datesOf(tenant: Tenant, docs: readonly DoubtDoc[]): Promise<ReadonlyMap<string, Date>> {
    const dates = new Map<string, Date>();
    for (const [type, of] of [
      ['invoice', invoicesReadModel.table],
      ['retention', retentionsReadModel.table],
    ] as const) {
      const ids = docs.filter((doc) => doc.type === type).map(({ id }) => id);
      if (ids.length === 0) continue;
      const { rows } = await this.pool.query<Pick<InvoiceRow, 'id'> & { sort_at: Date }>(
        `SELECT id, sort_at FROM ${of} WHERE organization_id = $1 AND livemode = $2 AND id = ANY($3)`,
        [tenant.organizationId, tenant.livemode, ids],
      );
      for (const { id, sort_at } of rows) dates.set(id, sort_at);
    }
    return dates;
  }
}

/** What is in doubt by now, and what was forced and is still watched. */
const listed = (tenant: Tenant, now: Date): Conditions =>
  Conditions.ofTenant(tenant)
    .and('listed_at IS NOT NULL')
    .and('listed_at <= ?', now)
    .and('(watched_until IS NULL OR watched_until > ?)', now);

const parseDoc = (text: string | undefined): DoubtDoc | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as DoubtDoc);

/** Rows of an older release lack where a surplus stamp is looked for. */
type StoredDoc = Omit<DoubtDoc, 'surplus_search'> & Partial<Pick<DoubtDoc, 'surplus_search'>>;

const shown = (doc: StoredDoc, dates: ReadonlyMap<string, Date>, now: Date): StampingDoubt => {
  const { id, type, organization, livemode, pac, since, attempts, ...rest } = {
    surplus_search: null,
    ...doc,
  };
  const hours_left = hoursLeft(dates.get(id) ?? new Date(since), now);
  return { ...{ id, type, organization, livemode, pac, since, attempts, hours_left }, ...rest };
};
