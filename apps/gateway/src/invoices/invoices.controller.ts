import { Body, Controller, Delete, Get, Post, Put, Query, Res, UseFilters } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { newId } from '#kernel';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { parseInvoiceDoc } from '../docs.js';
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
  type VersionedDoc,
  type ListAnswer,
} from '#http';
import { Invoice, WarnedInvoice } from './answer.js';
import { cancelReason } from './cancel-reason.js';
import { InvoiceContents } from './content.js';
import { EditDraftBody } from './dto.js';
import { AsyncQuery, CancelQuery, ListInvoicesQuery, StampBody } from './queries.dto.js';
import { rowToVersionedDoc, InvoiceIssuing, PENDING, READ_MODEL, toVersionedDoc } from './issuing.js';
import { InvoiceQueries, type StoredInvoice } from './queries.js';
import { ReceiptsOfInvoices } from './receipts-of-invoice.js';
import { InvoiceRulesBeside } from './rules-beside.js';
import { InvoiceWarnings } from './warnings.js';

/** How long a status refresh waits for what the provider said to be written down. */
const REFRESH_WAIT_MS = 5_000;

/** Invoices: list, read, edit, stamp, copy, cancel, refresh. How they are created is in create.controller.ts. */
@ApiTags('invoices')
@Controller('invoices')
export class InvoicesController {
  constructor(
    private readonly sender: CommandSender,
    private readonly issuing: InvoiceIssuing,
    private readonly contents: InvoiceContents,
    private readonly invoices: InvoiceQueries,
    private readonly receipts: ReceiptsOfInvoices,
    private readonly cursors: CursorCodec,
    private readonly warnings: InvoiceWarnings,
  ) {}

  @Get()
  @AnswersList(Invoice)
  @JsonText()
  async list(@Call() call: CallContext, @Query() query: ListInvoicesQuery): Promise<ListAnswer> {
    const { pagination, page, limit, after, before, date, ...filters } = query;
    const { scope } = await this.issuing.scopeOf(call);
    const range = unwrap(parseDateRange(date, scope.timeZone));
    const matching = { ...filters, range };
    return runList({
      paging: unwrap(readPaging({ pagination, page, limit, after, before }, { defaultLimit: 100 })),
      cursors: this.cursors,
      search: { resource: 'invoices', tenant: call.tenant, ...filters, date },
      fetchPage: (request) => this.invoices.fetchPage(call.tenant, matching, request),
    });
  }

  @Get(':invoice_id')
  @Answers(Invoice)
  @VersionedRead()
  async get(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
  ): Promise<VersionedDoc> {
    return toVersionedDoc(await this.read(call, id));
  }

  @Put(':invoice_id')
  @UseFilters(InvoiceRulesBeside)
  @Answers(WarnedInvoice)
  @Versioned()
  async edit(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Body() body: EditDraftBody,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    const { scope, issuer } = await this.issuing.scopeOf(call);
    const { doc, revision: base } = await this.read(call, id);
    const changes = unwrap(
      await this.contents.changes({ ...scope, draft: true }, body, parseInvoiceDoc(doc)),
    );
    unwrap(
      await this.sender.send(
        { type: 'invoicing.edit-draft', key: id, data: { changes, issuer, base }, ifRevision },
        call,
        READ_MODEL,
      ),
    );
    return this.withWarnings(call, await this.read(call, id), changes.date);
  }

  @Post(':invoice_id/stamp')
  @ApiBody({ type: StampBody, required: false })
  @Answers(Invoice)
  @ApiAcceptedResponse({ type: Invoice, description: PENDING })
  @Versioned()
  async stamp(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Query() query: AsyncQuery,
    @Body() body: StampBody,
    @IfMatch() ifRevision: readonly number[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const draft = await this.read(call, id);
    const { scope, issuer } = await this.issuing.issuingScopeOf(call);
    const { defaultSeries: default_series } = scope;
    const later = query.async ?? body.async ?? body.params?.async ?? false;
    const data = {
      ...{ issuer, base: draft.revision, ...(await this.issuing.customerOf(scope, draft)) },
      ...(default_series && { default_series }),
      ...(later && { later }),
    };
    const command = { type: 'invoicing.stamp-draft', key: id, data, ifRevision } as const;
    if (!later) return this.issuing.issueAndWait(call, id, command, reply);
    unwrap(await this.sender.send(command, call, READ_MODEL));
    return toVersionedDoc(await this.read(call, id));
  }

  @Post(':invoice_id/copy')
  @ApiBody({ type: ActionBody, required: false })
  @Answers(WarnedInvoice)
  @Versioned()
  async copy(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') source: string,
    @Body() _: ActionBody,
    @NoQuery() __: void,
  ): Promise<VersionedDoc> {
    const { issuer } = await this.issuing.scopeOf(call);
    const id = newId();
    unwrap(
      await this.sender.send({ type: 'invoicing.copy', key: id, data: { source, issuer } }, call, READ_MODEL),
    );
    return this.withWarnings(call, await this.read(call, id));
  }

  /** Cancels a stamped invoice; removes a draft. */
  @Delete(':invoice_id')
  @Answers(Invoice)
  @Versioned()
  async cancel(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Query() query: CancelQuery,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    const invoice = await this.read(call, id);
    if (invoice.status === 'draft') {
      const command = {
        type: 'invoicing.delete-draft',
        key: id,
        data: { base: invoice.revision },
        ifRevision,
      } as const;
      unwrap(await this.sender.send(command, call, READ_MODEL));
      return toVersionedDoc(invoice);
    }
    const data = unwrap(await cancelReason(this.invoices, call.tenant, invoice, query));
    const canceled = await this.issuing.sendAndWait(call, id, 'cancellation', {
      type: 'invoicing.cancel',
      key: id,
      data,
      ifRevision,
    });
    if (!canceled) return toVersionedDoc(await this.read(call, id));
    if (canceled.status === 'canceled') {
      await this.issuing.waitForBalances(call, canceled, false);
      await this.receipts.waitUntilLeft(id);
    }
    return rowToVersionedDoc(canceled);
  }

  @Put(':invoice_id/status')
  @ApiBody({ type: ActionBody, required: false })
  @Answers(Invoice)
  @Versioned()
  async refresh(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Body() _: ActionBody,
    @NoQuery() __: void,
  ): Promise<VersionedDoc> {
    const invoice = await this.read(call, id);
    // A canceled invoice is final; asking again would tell nothing new.
    if (invoice.status === 'canceled') return toVersionedDoc(invoice);
    const follower = this.invoices.outcomes.follow(id);
    try {
      unwrap(await this.sender.send({ type: 'invoicing.refresh', key: id, data: {} }, call, READ_MODEL));
      // The provider has been asked; what it said arrives a moment later.
      const number = invoice.outcome?.number ?? 1;
      if (invoice.status === 'pending')
        await this.invoices.outcomes.waitFor(follower, {
          tenant: call.tenant,
          id,
          of: 'stamp',
          number,
          timeoutMs: REFRESH_WAIT_MS,
        });
    } finally {
      follower.close();
    }
    return toVersionedDoc(await this.read(call, id));
  }

  /** A draft as it is answered who wrote it; `date`: the one that was sent, which drafts do not show. */
  private async withWarnings(
    { tenant }: CallContext,
    draft: StoredInvoice,
    date: string | null = null,
  ): Promise<VersionedDoc> {
    const warnings = await this.warnings.ofStored(tenant, { ...parseInvoiceDoc(draft.doc), date });
    return { ...toVersionedDoc(draft), warnings };
  }

  private async read(call: CallContext, id: string): Promise<StoredInvoice> {
    return unwrap(await this.invoices.find(call.tenant, id));
  }
}
