import { Body, Controller, Delete, Get, Post, Put, Query, Res, UseFilters } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { newId } from '#kernel';
import {
  ActionBody,
  Answers,
  AnswersList,
  CursorCodec,
  IfMatch,
  JsonText,
  NoQuery,
  PathId,
  parseDateRange,
  readPaging,
  runList,
  unwrap,
  Versioned,
  VersionedRead,
  type ListAnswer,
  type VersionedDoc,
} from '#http';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { InvoiceIssuing, PENDING } from '../invoices/issuing.js';
import { Retention, WarnedRetention } from './answer.js';
import { retentionCancelReason } from './cancel-reason.js';
import { RetentionContents } from './content.js';
import { CancelRetentionQuery, EditRetentionBody, ListRetentionsQuery } from './dto.js';
import { READ_MODEL, RetentionIssuing, rowToVersionedDoc, toVersionedDoc } from './issuing.js';
import { RetentionQueries, type StoredRetention } from './queries.js';
import { RetentionRulesBeside } from './rules-beside.js';
import { RetentionWarnings } from './warnings.js';

const DEFAULT_LIMIT = 50;

/** Retentions: list, read, edit, stamp, copy, cancel, refresh. How they are created is in create.controller.ts. */
@ApiTags('retentions')
@Controller('retentions')
export class RetentionsController {
  constructor(
    private readonly sender: CommandSender,
    private readonly issuers: InvoiceIssuing,
    private readonly issuing: RetentionIssuing,
    private readonly contents: RetentionContents,
    private readonly retentions: RetentionQueries,
    private readonly cursors: CursorCodec,
    private readonly warnings: RetentionWarnings,
  ) {}

  @Get()
  @AnswersList(Retention)
  @JsonText()
  async list(@Call() call: CallContext, @Query() query: ListRetentionsQuery): Promise<ListAnswer> {
    const { pagination, page, limit, after, before, date, ...filters } = query;
    const { scope } = await this.issuers.scopeOf(call);
    const matching = { ...filters, range: unwrap(parseDateRange(date, scope.timeZone)) };
    return runList({
      paging: unwrap(readPaging({ pagination, page, limit, after, before }, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'retentions', tenant: call.tenant, ...filters, date },
      fetchPage: (request) => this.retentions.fetchPage(call.tenant, matching, request),
    });
  }

  @Get(':retention_id')
  @Answers(Retention)
  @VersionedRead()
  async get(
    @Call() call: CallContext,
    @PathId('retention_id', 'retention_not_found') id: string,
  ): Promise<VersionedDoc> {
    return toVersionedDoc(await this.read(call, id));
  }

  @Put(':retention_id')
  @UseFilters(RetentionRulesBeside)
  @Answers(WarnedRetention)
  @Versioned()
  async edit(
    @Call() call: CallContext,
    @PathId('retention_id', 'retention_not_found') id: string,
    @Body() body: EditRetentionBody,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    const { scope, issuer } = await this.issuers.scopeOf(call);
    const { revision: base } = await this.read(call, id);
    const changes = unwrap(await this.contents.changes({ ...scope, draft: true }, body));
    const data = { changes, issuer, base };
    const command = { type: 'invoicing.edit-retention', key: id, data, ifRevision } as const;
    unwrap(await this.sender.send(command, call, READ_MODEL));
    return this.withWarnings(call, id);
  }

  @Post(':retention_id/stamp')
  @ApiBody({ type: ActionBody, required: false })
  @Answers(Retention)
  @ApiAcceptedResponse({ type: Retention, description: PENDING })
  @Versioned()
  async stamp(
    @Call() call: CallContext,
    @PathId('retention_id', 'retention_not_found') id: string,
    @Body() _: ActionBody,
    @NoQuery() __: void,
    @IfMatch() ifRevision: readonly number[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const draft = await this.read(call, id);
    const { scope, issuer } = await this.issuers.issuingScopeOf(
      call,
      'retention_stamping_service_unavailable',
    );
    const { status, customer_id } = draft;
    const customer = await this.issuers.customerOf(scope, { status, customer_id });
    const data = { issuer, base: draft.revision, ...customer };
    const command = { type: 'invoicing.stamp-retention', key: id, data, ifRevision } as const;
    return this.issuing.issueAndWait(call, id, command, reply);
  }

  @Post(':retention_id/copy')
  @ApiBody({ type: ActionBody, required: false })
  @Answers(WarnedRetention)
  @Versioned()
  async copy(
    @Call() call: CallContext,
    @PathId('retention_id', 'retention_not_found') source: string,
    @Body() _: ActionBody,
    @NoQuery() __: void,
  ): Promise<VersionedDoc> {
    const { issuer } = await this.issuers.scopeOf(call);
    const id = newId();
    const command = { type: 'invoicing.copy-retention', key: id, data: { source, issuer } } as const;
    unwrap(await this.sender.send(command, call, READ_MODEL));
    return this.withWarnings(call, id);
  }

  /**
   * Cancels a stamped retention; removes a draft. The reason is in the query: one in the body is refused, since 02 would take
   * its place unasked.
   */
  @Delete(':retention_id')
  @ApiBody({ type: ActionBody, required: false })
  @Answers(Retention)
  @Versioned()
  async cancel(
    @Call() call: CallContext,
    @PathId('retention_id', 'retention_not_found') id: string,
    @Query() query: CancelRetentionQuery,
    @Body() _: ActionBody,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    const retention = await this.read(call, id);
    if (retention.status === 'draft') {
      const data = { base: retention.revision };
      const command = { type: 'invoicing.delete-retention', key: id, data, ifRevision } as const;
      unwrap(await this.sender.send(command, call, READ_MODEL));
      return toVersionedDoc(retention);
    }
    const data = unwrap(await retentionCancelReason(this.retentions, call.tenant, retention, query));
    const command = { type: 'invoicing.cancel-retention', key: id, data, ifRevision } as const;
    const canceled = await this.issuing.sendAndWait(call, id, 'cancellation', command);
    return canceled ? rowToVersionedDoc(canceled) : toVersionedDoc(await this.read(call, id));
  }

  @Put(':retention_id/status')
  @ApiBody({ type: ActionBody, required: false })
  @Answers(Retention)
  @Versioned()
  async refresh(
    @Call() call: CallContext,
    @PathId('retention_id', 'retention_not_found') id: string,
    @Body() _: ActionBody,
    @NoQuery() __: void,
  ): Promise<VersionedDoc> {
    const retention = await this.read(call, id);
    // A canceled retention is final; asking again would tell nothing new.
    if (retention.status === 'canceled') return toVersionedDoc(retention);
    await this.issuing.refresh(call, retention);
    return toVersionedDoc(await this.read(call, id));
  }

  private async withWarnings(call: CallContext, id: string): Promise<VersionedDoc> {
    const draft = await this.read(call, id);
    return { ...toVersionedDoc(draft), warnings: await this.warnings.ofStored(call.tenant, draft) };
  }

  private async read(call: CallContext, id: string): Promise<StoredRetention> {
    return unwrap(await this.retentions.find(call.tenant, id));
  }
}
