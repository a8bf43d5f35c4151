import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Language } from '#kernel';
import {
  organizationsReadModel,
  type History,
  type HistoryEntry,
  type HistoryPage,
  type InvoiceHistoryType,
  type OrganizationRow,
  type RetentionHistoryType,
} from '#contracts';
import { POOL } from '#hosting';
import {
  CursorCodec,
  errorBody,
  languageOf,
  readPaging,
  runList,
  unwrap,
  type ListAnswer,
  type Page,
} from '#http';
import type { CallContext } from '../commands.js';
import type { HistoryActor, HistoryQuery } from './history.dto.js';

const DEFAULT_LIMIT = 50;

type Type = InvoiceHistoryType | RetentionHistoryType;

/** Of which document a page is asked for, and how its service is asked. */
export interface HistoryAsked {
  /** What cursors are bound to, beside the tenant and the document. */
  readonly resource: string;
  readonly id: string;
  readonly query: HistoryQuery;
  readonly acceptLanguage: string | undefined;
  ask(page: HistoryPage): Promise<History<Type>>;
}

/** The history of a document, newest first: its events, from the service that owns them. */
@Injectable()
export class DocumentHistory {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly cursors: CursorCodec,
  ) {}

  async list({ tenant }: CallContext, asked: HistoryAsked): Promise<ListAnswer> {
    const { resource, id, query, acceptLanguage } = asked;
    const language = languageOf(acceptLanguage);
    const keys = await this.keysOf(tenant.organizationId);
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource, tenant, id },
      fetchPage: async ({ take, skip, direction, from }): Promise<Page> => {
        const page: HistoryPage = { take, skip, direction, from: from ? Number(from.id) : null };
        const { entries, count } = await asked.ask(page);
        const rows = entries.map((entry) => ({
          id: String(entry.revision),
          sortKey: entry.created_at,
          doc: JSON.stringify(docOf(entry, keys, language)),
        }));
        return { rows, count };
      },
    });
  }

  /** How the organization's keys begin, by id: of those in force; others are not kept once they are gone. */
  private async keysOf(organizationId: string): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<KeysRow>({
      name: 'history-keys',
      text: `SELECT test_key_id, test_key_first_12, live_keys FROM ${organizationsReadModel.table} WHERE id = $1`,
      values: [organizationId],
    });
    const keys = new Map<string, string>();
    for (const { test_key_id, test_key_first_12, live_keys } of rows) {
      if (test_key_id !== null && test_key_first_12 !== null) keys.set(test_key_id, test_key_first_12);
      for (const { id, first_12 } of live_keys) keys.set(id, first_12);
    }
    return keys;
  }
}

type KeysRow = Pick<OrganizationRow, 'test_key_id' | 'test_key_first_12' | 'live_keys'>;

/** Decimal text of amounts is a JSON number in answers. */
const AMOUNTS: readonly string[] = ['total', 'amount', 'monto_tot_operacion', 'monto_tot_ret'];

function docOf(
  { id, type, created_at, actor, correlation_id, changes, data, refusal }: HistoryEntry<Type>,
  keys: ReadonlyMap<string, string>,
  language: Language,
): object {
  const facts = Object.entries(data).map(([name, value]) => [
    name,
    AMOUNTS.includes(name) && value !== null ? Number(value) : value,
  ]);
  return {
    ...{ id, type, created_at, actor: actorOf(actor, keys), correlation_id, changes },
    code: refusal?.code ?? null,
    errors: refusal ? errorBody(refusal, language).errors : [],
    ...Object.fromEntries(facts),
  };
}

function actorOf(actor: string, keys: ReadonlyMap<string, string>): HistoryActor {
  const [, key] = /^key:(.+)$/.exec(actor) ?? [];
  if (key === undefined) return { type: 'service', id: actor.replace(/^process:/, ''), first_12: null };
  return { type: 'key', id: key, first_12: keys.get(key) ?? null };
}
