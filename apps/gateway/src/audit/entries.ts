import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '#hosting';
import type { Page, PageRequest, Position } from '#http';
import { Conditions } from '../doc-table.js';
import type { AuditLogEntry } from './audit.dto.js';
import type { ActorType, Outcome } from './entry.js';

interface EntryRow {
  readonly id: string;
  readonly created_at: Date;
  readonly actor_type: ActorType;
  readonly actor_id: string | null;
  readonly first_12: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly operation: string;
  readonly resource_type: string;
  readonly resource_id: string | null;
  readonly outcome: Outcome;
  readonly log_id: string | null;
  readonly times: number;
}

const COLUMNS =
  'id, created_at, actor_type, actor_id, first_12, ip, user_agent, operation, resource_type, resource_id, outcome, log_id, times';
/** Lines of an export that are in memory at a time. */
const LINES = 500;

/** Reads the log of an organization, newest first. */
@Injectable()
export class AuditEntries {
  constructor(@Inject(POOL) private readonly pool: Pick<pg.Pool, 'query'>) {}

  /** A page of the entries; with `countUpTo`, how many match all in all, no further than that. */
  async fetchPage(conditions: Conditions, request: PageRequest): Promise<Page> {
    const { take, skip, direction, from, countUpTo } = request;
    const forward = direction === 'forward';
    const order = forward ? 'DESC' : 'ASC';
    const where = from ? after(conditions, from, forward ? '<' : '>') : conditions;
    const first = Number(countUpTo ?? skip + take);
    const { rows } = await this.pool.query<EntryRow & { readonly count: number }>(
      `WITH matches AS MATERIALIZED (SELECT ${COLUMNS} FROM gateway.audit_log
         WHERE ${where.sql} ORDER BY created_at ${order}, id ${order} LIMIT ${first}), page AS (
         SELECT * FROM matches ORDER BY created_at ${order}, id ${order}
         LIMIT ${Number(take)} OFFSET ${Number(skip)})
       SELECT counted.count, page.* FROM (SELECT count(*)::int FROM matches) AS counted LEFT JOIN page ON true
       ORDER BY created_at ${order}, id ${order}`,
      where.values,
    );
    // Without a match, the one row has the count alone.
    const found = rows.filter(({ id }) => id !== null);
    return {
      rows: found.map((row) => ({ ...positionOf(row), doc: JSON.stringify(toAnswer(row)) })),
      ...(countUpTo !== undefined && { count: rows[0]?.count ?? 0 }),
    };
  }

  /**
   * All entries that match, as lines of JSON, some hundreds at a time: the next ones are read when these have been taken. Each
   * is a statement of its own that begins where the last one ended, so nothing is held meanwhile, and what is written
   * meanwhile is not in it.
   *
   * @param mayGoOn asked before each further read; its error ends the export
   */
  async *lines(conditions: Conditions, mayGoOn: () => Promise<void>): AsyncGenerator<Buffer> {
    for (let from: Position | undefined; ;) {
      const where = from ? after(conditions, from, '<') : conditions;
      const { rows } = await this.pool.query<EntryRow>(
        `SELECT ${COLUMNS} FROM gateway.audit_log WHERE ${where.sql}
         ORDER BY created_at DESC, id DESC LIMIT ${LINES}`,
        where.values,
      );
      const last = rows.at(-1);
      if (!last) return;
      yield Buffer.from(rows.map((row) => `${JSON.stringify(toAnswer(row))}\n`).join(''));
      if (rows.length < LINES) return;
      from = positionOf(last);
      await mayGoOn();
    }
  }
}

const after = (conditions: Conditions, { sortKey, id }: Position, side: '<' | '>'): Conditions =>
  conditions.copy().and(`(created_at, id) ${side} (?, ?)`, sortKey, id);

const positionOf = ({ created_at, id }: EntryRow): Position => ({ sortKey: created_at.toISOString(), id });

/** An entry as the API shows it. */
const toAnswer = (row: EntryRow): AuditLogEntry => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  actor: {
    ...{ type: row.actor_type, id: row.actor_id, first_12: row.first_12 },
    ...{ ip: row.ip, user_agent: row.user_agent },
  },
  operation: row.operation,
  resource: { type: row.resource_type, id: row.resource_id },
  outcome: row.outcome,
  log_id: row.log_id,
  times: row.times,
});
