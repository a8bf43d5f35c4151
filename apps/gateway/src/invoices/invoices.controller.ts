import { Body, Controller, Delete, Get, Headers, Post, Put, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { field, newId, refuseFields } from '#kernel';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { parseInvoiceDoc } from '../docs.js';
import {
  Answers,
  AnswersList,
  CursorCodec,
  HttpRefusal,
  IfMatch,
  JsonText,
  PathId,
  parseDateRange,
  readPaging,
  runList,
  unwrap,
  Versioned,
  VersionedRead,
  type VersionedDoc,
} from '../http/index.js';
import { Invoice } from './answer.js';
import { cancelReason } from './cancel-reason.js';
import { InvoiceContents } from './content.js';
import { AsyncQuery, CancelQuery, CreateInvoiceBody, EditDraftBody, ListInvoicesQuery } from './dto.js';
import { fingerprintOf, IdempotencyKey, IdempotentRequests, TakesIdempotencyKey } from './idempotency.js';
import { fresh, InvoiceIssuing, READ_MODEL, shown } from './issuing.js';
import { InvoiceQueries, type StoredInvoice } from './queries.js';

/** How long a status refresh waits for what the provider said to be written down. */
const REFRESH_WAIT_MS = 5_000;
/** Bytes of a body above which an invoice is issued first and stamped afterwards (contract of the API: 2 MB). */
const LARGE_BODY = 2 * 1024 * 1024;
const PENDING = 'Nobody can say yet whether it is stamped: it stays pending, and is followed up';

/** Invoices: create, list, read, edit, stamp, copy, cancel, refresh. Files are in files.controller.ts. */
@ApiTags('invoices')
@Controller('invoices')
export class InvoicesController {
  constructor(
    private readonly sender: CommandSender,
    private readonly issuing: InvoiceIssuing,
    private readonly contents: InvoiceContents,
    private readonly invoices: InvoiceQueries,
    private readonly cursors: CursorCodec,
    private readonly requests: IdempotentRequests,
  ) {}

  @Post()
  @Answers(Invoice)
  @ApiAcceptedResponse({ type: Invoice, description: PENDING })
  @TakesIdempotencyKey()
  @Versioned()
  async create(
    @Call() call: CallContext,
    @Body() body: CreateInvoiceBody,
    @Query() query: AsyncQuery,
    @Headers('content-length') length: string | undefined,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    // By default, only small invoices wait for the stamp.
    const later = query.async ?? body.async ?? Number(length) > LARGE_BODY;
    if (key === undefined) return this.issuing.made(call, body, { later, reply });
    const own = body.idempotency_key?.trim() || key;
    if (own !== key) throw new HttpRefusal(refuseFields([field('idempotency_key', 'invalid_value')]).refusal);
    const request = fingerprintOf({ body, async: query.async });
    return this.requests.once({
      ...{ call, key, request, reply },
      make: () => this.issuing.made(call, { ...body, idempotency_key: key }, { later, reply, request }),
      replay: (id) => this.issuing.replayed(call, id, later || body.status === 'draft', reply),
    });
  }

  @Get()
  @AnswersList(Invoice)
  @JsonText()
  async list(@Call() call: CallContext, @Query() query: ListInvoicesQuery): Promise<string> {
    const { pagination, page, limit, after, before, date, ...filters } = query;
    const { scope } = await this.issuing.scopeOf(call);
    const range = unwrap(parseDateRange(date, scope.timeZone));
    const matching = { ...filters, range };
    return runList({
      paging: unwrap(readPaging({ pagination, page, limit, after, before }, { defaultLimit: 100 })),
      cursors: this.cursors,
      search: { resource: 'invoices', tenant: call.tenant, ...filters, date },
      fetchPage: (request) => this.invoices.page(call.tenant, matching, request),
    });
  }

  @Get(':invoice_id')
  @Answers(Invoice)
  @VersionedRead()
  async get(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
  ): Promise<VersionedDoc> {
    return shown(await this.read(call, id));
  }

  @Put(':invoice_id')
  @Answers(Invoice)
  @Versioned()
  async edit(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Body() body: EditDraftBody,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    const { scope, issuer } = await this.issuing.scopeOf(call);
    const { doc } = await this.read(call, id);
    const changes = unwrap(
      await this.contents.changes({ ...scope, draft: true }, body, parseInvoiceDoc(doc)),
    );
    unwrap(
      await this.sender.send(
        { type: 'invoicing.edit-draft', key: id, data: { changes, issuer }, ifRevision },
        call,
        READ_MODEL,
      ),
    );
    return shown(await this.read(call, id));
  }

  @Post(':invoice_id/stamp')
  @Answers(Invoice)
  @ApiAcceptedResponse({ type: Invoice, description: PENDING })
  @Versioned()
  async stamp(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Query() query: AsyncQuery,
    @IfMatch() ifRevision: readonly number[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const { scope, issuer } = await this.issuing.scopeOf(call);
    const data = { issuer, ...(await this.issuing.customerOf(scope, await this.read(call, id))) };
    const command = { type: 'invoicing.stamp-draft', key: id, data, ifRevision } as const;
    if (!query.async) return this.issuing.stamped(call, id, command, reply);
    unwrap(await this.sender.send(command, call, READ_MODEL));
    return shown(await this.read(call, id));
  }

  @Post(':invoice_id/copy')
  @Answers(Invoice)
  @Versioned()
  async copy(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') source: string,
  ): Promise<VersionedDoc> {
    const { issuer } = await this.issuing.scopeOf(call);
    const id = newId();
    unwrap(
      await this.sender.send({ type: 'invoicing.copy', key: id, data: { source, issuer } }, call, READ_MODEL),
    );
    return shown(await this.read(call, id));
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
      const command = { type: 'invoicing.delete-draft', key: id, data: {}, ifRevision } as const;
      unwrap(await this.sender.send(command, call, READ_MODEL));
      return shown(invoice);
    }
    const data = unwrap(await cancelReason(this.invoices, call.tenant, invoice, query));
    const canceled = await this.issuing.outcome(call, id, 'cancellation', {
      type: 'invoicing.cancel',
      key: id,
      data,
      ifRevision,
    });
    if (!canceled) return shown(await this.read(call, id));
    if (canceled.status === 'canceled') await this.issuing.paid(call, canceled, false);
    return fresh(canceled);
  }

  @Put(':invoice_id/status')
  @Answers(Invoice)
  @Versioned()
  async refresh(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
  ): Promise<VersionedDoc> {
    const invoice = await this.read(call, id);
    // A canceled invoice is final; asking again would tell nothing new.
    if (invoice.status === 'canceled') return shown(invoice);
    const follower = this.invoices.follow(id);
    try {
      unwrap(await this.sender.send({ type: 'invoicing.refresh', key: id, data: {} }, call, READ_MODEL));
      // The provider has been asked; what it said arrives a moment later.
      const number = invoice.outcome?.number ?? 1;
      if (invoice.status === 'pending')
        await this.invoices.settled(follower, {
          tenant: call.tenant,
          id,
          of: 'stamp',
          number,
          timeoutMs: REFRESH_WAIT_MS,
        });
    } finally {
      follower.close();
    }
    return shown(await this.read(call, id));
  }

  private async read(call: CallContext, id: string): Promise<StoredInvoice> {
    return unwrap(await this.invoices.find(call.tenant, id));
  }
}
