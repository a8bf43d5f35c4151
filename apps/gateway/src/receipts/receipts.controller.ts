import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Tenant } from '#kernel';
import { receiptsReadModel } from '#contracts';
import {
  Answers,
  AnswersList,
  CurrentTenant,
  CursorCodec,
  IfMatch,
  JsonText,
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
import { InvoiceIssuing } from '../invoices/issuing.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { Receipt, ReceiptSummary } from './answer.js';
import { ReceiptAnswers } from './answers.js';
import { ReceiptContents } from './content.js';
import { AssignCustomerBody, ListReceipts, SummaryQuery } from './dto.js';
import { ReceiptQueries } from './queries.js';
import { ReceiptSummaries } from './summaries.js';

const DEFAULT_LIMIT = 50;
const READ_MODEL = { readModel: receiptsReadModel };

/** Receipts: list, sums, read, assign a customer, cancel. How they are created is in create.controller.ts. */
@ApiTags('receipts')
@Controller('receipts')
export class ReceiptsController {
  constructor(
    private readonly sender: CommandSender,
    private readonly issuing: InvoiceIssuing,
    private readonly organizations: OrganizationDirectory,
    private readonly contents: ReceiptContents,
    private readonly receipts: ReceiptQueries,
    private readonly answers: ReceiptAnswers,
    private readonly summaries: ReceiptSummaries,
    private readonly cursors: CursorCodec,
  ) {}

  @Get()
  @AnswersList(Receipt)
  @JsonText()
  async list(@CurrentTenant() tenant: Tenant, @Query() query: ListReceipts): Promise<ListAnswer> {
    const { pagination, page, limit, after, before, date, ...filters } = query;
    const zone = await this.organizations.timeZoneOf(tenant.organizationId);
    const matching = { ...filters, range: unwrap(parseDateRange(date, zone)) };
    return runList({
      paging: unwrap(readPaging({ pagination, page, limit, after, before }, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'receipts', tenant, ...filters, date },
      fetchPage: async (request) =>
        this.answers.page(tenant, await this.receipts.fetchPage(tenant, matching, request)),
    });
  }

  /** What was sold on some days, by branch, form of payment and status. */
  @Get('summary')
  @Answers(ReceiptSummary)
  async summary(@CurrentTenant() tenant: Tenant, @Query() query: SummaryQuery): Promise<ReceiptSummary> {
    return unwrap(await this.summaries.of(tenant, query));
  }

  @Get(':receipt_id')
  @Answers(Receipt)
  @VersionedRead()
  async get(
    @CurrentTenant() tenant: Tenant,
    @PathId('receipt_id', 'receipt_not_found') id: string,
  ): Promise<VersionedDoc> {
    return this.read(tenant, id);
  }

  /** Says whom an open receipt was sold to. */
  @Put(':receipt_id')
  @Answers(Receipt)
  @Versioned()
  async assign(
    @Call() call: CallContext,
    @PathId('receipt_id', 'receipt_not_found') id: string,
    @Body() body: AssignCustomerBody,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    // Before a customer is made for a receipt that isn't there.
    unwrap(await this.receipts.find(call.tenant, id));
    const { scope } = await this.issuing.scopeOf(call);
    const customer = unwrap(await this.contents.customer(scope, body));
    const data = { customer };
    const command = { type: 'receipts.assign-customer', key: id, data, ifRevision } as const;
    unwrap(await this.sender.send(command, call, READ_MODEL));
    return this.read(call.tenant, id);
  }

  @Delete(':receipt_id')
  @Answers(Receipt)
  @Versioned()
  async cancel(
    @Call() call: CallContext,
    @PathId('receipt_id', 'receipt_not_found') id: string,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    unwrap(await this.receipts.find(call.tenant, id));
    const command = { type: 'receipts.cancel', key: id, data: {}, ifRevision } as const;
    unwrap(await this.sender.send(command, call, READ_MODEL));
    return this.read(call.tenant, id);
  }

  private async read(tenant: Tenant, id: string): Promise<VersionedDoc> {
    return this.answers.of(unwrap(await this.receipts.find(tenant, id)));
  }
}
