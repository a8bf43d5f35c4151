import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { inboundMailsReadModel } from '#contracts';
import { POOL } from '#hosting';
import {
  AnswersList,
  CurrentTenant,
  CursorCodec,
  JsonText,
  readPaging,
  runList,
  unwrap,
  type ListAnswer,
} from '#http';
import { Conditions, DocTable } from '../doc-table.js';
import { InboundMail, ListInboundMails } from './dto.js';

const DEFAULT_LIMIT = 50;

/** The mails that have arrived, and what became of the documents in them. */
@ApiTags('inbound-mails')
@Controller('inbound-mails')
export class InboundMailsController {
  private readonly table: DocTable;

  constructor(
    @Inject(POOL) pool: pg.Pool,
    private readonly cursors: CursorCodec,
  ) {
    this.table = new DocTable(pool, inboundMailsReadModel.table);
  }

  @Get()
  @AnswersList(InboundMail)
  @JsonText()
  async list(@CurrentTenant() tenant: Tenant, @Query() query: ListInboundMails): Promise<ListAnswer> {
    const conditions = Conditions.ofTenant(tenant);
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'inbound_mails', tenant },
      fetchPage: (request) => this.table.fetchPage(conditions, request),
    });
  }
}
