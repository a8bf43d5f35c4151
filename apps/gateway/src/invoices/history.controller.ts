import { Controller, Get, Headers, Inject, Query } from '@nestjs/common';
import type pg from 'pg';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Language } from '#kernel';
import {
  organizationsReadModel,
  type OrganizationRow,
  type HistoryPage,
  type InvoiceHistory,
  type InvoiceHistoryEntry,
} from '#contracts';
import { POOL } from '#hosting';
import { Call, CommandSender, type CallContext } from '../commands.js';
import {
  AnswersList,
  CursorCodec,
  errorBody,
  JsonText,
  languageOf,
  PathId,
  readPaging,
  runList,
  unwrap,
  type Page,
  type PageRequest,
  type ListAnswer,
} from '#http';
import { HistoryEvent, HistoryQuery, type HistoryActor } from './history.dto.js';
import { InvoiceQueries } from './queries.js';

const DEFAULT_LIMIT = 50;

/** The history of an invoice, newest first: its events, from the service that owns them. */
@ApiTags('invoices')
@Controller('invoices')
export class InvoiceHistoryController {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly sender: CommandSender,
    private readonly invoices: InvoiceQueries,
    private readonly cursors: CursorCodec,
  ) {}

  @Get(':invoice_id/history')
  @ApiOperation({ summary: 'History of an invoice, newest event first' })
  @AnswersList(HistoryEvent)
  @JsonText()
  async list(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Query() query: HistoryQuery,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<ListAnswer> {
    // Of drafts that were deleted, and invoices that never came to be, there is nothing to tell.
    unwrap(await this.invoices.find(call.tenant, id));
    const language = languageOf(acceptLanguage);
    const keys = await this.keysOf(call.tenant.organizationId);
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'history', tenant: call.tenant, id },
      fetchPage: async (request): Promise<Page> => {
        const { entries, count } = await this.ask(call, id, request);
        const rows = entries.map((entry) => ({
          id: String(entry.revision),
          sortKey: entry.created_at,
          doc: JSON.stringify(docOf(entry, keys, language)),
        }));
        return { rows, count };
      },
    });
  }

  private async ask(call: CallContext, id: string, request: PageRequest): Promise<InvoiceHistory> {
    const { take, skip, direction, from } = request;
    const data: HistoryPage = { take, skip, direction, from: from ? Number(from.id) : null };
    const receipt = unwrap(await this.sender.send({ type: 'invoicing.history', key: id, data }, call));
    return receipt.data;
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
const AMOUNTS: readonly string[] = ['total', 'amount'];

function docOf(
  { id, type, created_at, actor, correlation_id, changes, data, refusal }: InvoiceHistoryEntry,
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
