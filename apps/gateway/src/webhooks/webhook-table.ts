import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ok, refuse, type Result, type Tenant } from '#kernel';
import { webhooksKey, webhooksReadModel, type Webhook } from '#contracts';
import { POOL } from '#hosting';
import type { Page, PageRequest, Row } from '#http';
import { unpackText } from '../doc-table.js';
import { parseWebhooks } from '../docs.js';

/** The endpoints of an organization in an environment: they are one row, with all of them. */
@Injectable()
export class WebhookTable {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Oldest first. */
  async all({ organizationId, livemode }: Tenant): Promise<readonly Webhook[]> {
    const { rows } = await this.pool.query<{ json: string }>({
      name: 'webhooks-of-tenant',
      text: `SELECT webhooks::text AS json FROM ${webhooksReadModel.table}
             WHERE id = $1 AND organization_id = $2 AND livemode = $3`,
      values: [webhooksKey({ organizationId, livemode }), organizationId, livemode],
    });
    return rows[0] ? parseWebhooks(await unpackText(rows[0].json)) : [];
  }

  /** Refused: webhook_not_found. */
  async find(tenant: Tenant, id: string): Promise<Result<Webhook>> {
    const found = (await this.all(tenant)).find((webhook) => webhook.id === id);
    return found ? ok(found) : refuse('webhook_not_found');
  }
}

/** A page of rows that are in memory, as a table of the database gives them: newest first. */
export function pageOf(rows: readonly Row[], { take, skip, direction, from, countUpTo }: PageRequest): Page {
  const forward = direction === 'forward';
  const newestFirst = rows.toSorted((a, b) => compare(b, a));
  const ordered = forward ? newestFirst : newestFirst.reverse();
  const side = from
    ? ordered.filter((row) => (forward ? compare(row, from) < 0 : compare(row, from) > 0))
    : ordered;
  return {
    rows: side.slice(skip, skip + take),
    ...(countUpTo !== undefined && { count: Math.min(side.length, countUpTo) }),
  };
}

type Place = Pick<Row, 'sortKey' | 'id'>;

const compare = (a: Place, b: Place): number =>
  a.sortKey === b.sortKey ? (a.id < b.id ? -1 : Number(a.id > b.id)) : a.sortKey < b.sortKey ? -1 : 1;
