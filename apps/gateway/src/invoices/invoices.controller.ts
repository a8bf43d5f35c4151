import { Body, Controller, Delete, Get, HttpStatus, Inject, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { newId, ok, refuse, type Refusal, type Result } from '#kernel';
import { invoicesReadModel, type IssuerSnapshot } from '#contracts';
import { RUNTIME, type Runtime } from '#platform';
import { Call, CommandSender, type CallContext } from '../commands.js';
import {
  CursorCodec,
  HttpRefusal,
  JsonText,
  Keys,
  PathId,
  RateClass,
  parseDateRange,
  readPaging,
  runList,
  unwrap,
} from '../http/index.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { InvoiceContents, type ContentScope } from './content.js';
import { AsyncQuery, CancelQuery, CreateInvoiceBody, EditDraftBody, ListInvoicesQuery } from './dto.js';
import { issuerOf } from './issuer.js';
import { InvoiceQueries, type StoredInvoice } from './queries.js';

const READ_MODEL = { readModel: invoicesReadModel.projection };

/** Invoices: create, list, read, edit, stamp, copy, cancel, refresh. Files are in files.controller.ts. */
@Controller('invoices')
@Keys('test', 'live')
export class InvoicesController {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
    private readonly contents: InvoiceContents,
    private readonly invoices: InvoiceQueries,
    private readonly cursors: CursorCodec,
  ) {}

  @Post()
  @RateClass('create')
  @JsonText()
  async create(
    @Call() call: CallContext,
    @Body() body: CreateInvoiceBody,
    @Query() query: AsyncQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { scope, issuer } = await this.scopeOf(call);
    const content = unwrap(await this.contents.create(scope, body));
    const draft = body.status === 'draft';
    const id = newId();
    unwrap(
      await this.sender.send(
        { type: 'invoicing.create', key: id, data: { content, issuer, draft } },
        call,
        READ_MODEL,
      ),
    );
    if (draft || (query.async ?? body.async)) return (await this.read(call, id)).doc;
    return this.stamped(call, id, reply);
  }

  @Get()
  @JsonText()
  async list(@Call() call: CallContext, @Query() query: ListInvoicesQuery): Promise<string> {
    const { pagination, page, limit, after, before, date, ...filters } = query;
    const { scope } = await this.scopeOf(call);
    const range = unwrap(parseDateRange(date, scope.timeZone));
    const matching = { ...filters, range };
    return runList({
      paging: unwrap(
        readPaging({ ...optional({ pagination, page, limit, after, before }) }, { defaultLimit: 100 }),
      ),
      cursors: this.cursors,
      search: { resource: 'invoices', tenant: call.tenant, ...filters, date },
      fetchPage: (request) => this.invoices.page(call.tenant, matching, request),
      countCapped: (cap) => this.invoices.count(call.tenant, matching, cap),
    });
  }

  @Get(':invoice_id')
  @JsonText()
  async get(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
  ): Promise<string> {
    return (await this.read(call, id)).doc;
  }

  @Put(':invoice_id')
  @JsonText()
  async edit(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Body() body: EditDraftBody,
  ): Promise<string> {
    const { scope, issuer } = await this.scopeOf(call);
    await this.read(call, id);
    const changes = unwrap(await this.contents.changes(scope, body));
    unwrap(
      await this.sender.send(
        { type: 'invoicing.edit-draft', key: id, data: { changes, issuer } },
        call,
        READ_MODEL,
      ),
    );
    return (await this.read(call, id)).doc;
  }

  @Post(':invoice_id/stamp')
  @RateClass('heavy')
  @JsonText()
  async stamp(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Query() query: AsyncQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { issuer } = await this.scopeOf(call);
    unwrap(
      await this.sender.send({ type: 'invoicing.stamp-draft', key: id, data: { issuer } }, call, READ_MODEL),
    );
    return query.async ? (await this.read(call, id)).doc : this.stamped(call, id, reply);
  }

  @Post(':invoice_id/copy')
  @JsonText()
  async copy(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') source: string,
  ): Promise<string> {
    const { issuer } = await this.scopeOf(call);
    const id = newId();
    unwrap(
      await this.sender.send({ type: 'invoicing.copy', key: id, data: { source, issuer } }, call, READ_MODEL),
    );
    return (await this.read(call, id)).doc;
  }

  /** Cancels a stamped invoice; removes a draft. */
  @Delete(':invoice_id')
  @JsonText()
  async cancel(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Query() query: CancelQuery,
  ): Promise<string> {
    const invoice = await this.read(call, id);
    if (invoice.status === 'draft') {
      unwrap(await this.sender.send({ type: 'invoicing.delete-draft', key: id, data: {} }, call, READ_MODEL));
      return invoice.doc;
    }
    const { motive } = query;
    if (motive === undefined) throw new HttpRefusal(missingMotive);
    const substitution = unwrap(await this.substitution(call, invoice, motive, query.substitution));
    unwrap(
      await this.sender.send(
        { type: 'invoicing.cancel', key: id, data: { motive, substitution } },
        call,
        READ_MODEL,
      ),
    );
    const outcome = await this.invoices.outcome(
      call.tenant,
      id,
      'cancellation',
      this.runtime.config.stampWaitMs,
    );
    if (outcome?.kind === 'refused')
      throw new HttpRefusal({
        code: outcome.code ?? 'invoice_cancellation_failed',
        details: outcome.details ?? [],
      });
    return (await this.read(call, id)).doc;
  }

  @Put(':invoice_id/status')
  @JsonText()
  async refresh(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
  ): Promise<string> {
    const invoice = await this.read(call, id);
    // A canceled invoice is final; asking again would tell nothing new.
    if (invoice.status !== 'canceled')
      unwrap(await this.sender.send({ type: 'invoicing.refresh', key: id, data: {} }, call, READ_MODEL));
    if (invoice.status === 'pending') await this.invoices.outcome(call.tenant, id, 'stamp', 5_000);
    return (await this.read(call, id)).doc;
  }

  /** Waits for the stamp: 200 once it is there, 202 while nobody can say, the refusal where it was refused. */
  private async stamped(call: CallContext, id: string, reply: FastifyReply): Promise<string> {
    const outcome = await this.invoices.outcome(call.tenant, id, 'stamp', this.runtime.config.stampWaitMs);
    if (outcome?.kind === 'refused')
      throw new HttpRefusal({
        code: outcome.code ?? 'invoice_stamping_failed',
        details: outcome.details ?? [],
      });
    if (outcome?.kind === 'failed') throw new HttpRefusal({ code: 'invoice_stamping_failed' });
    if (outcome === undefined) void reply.status(HttpStatus.ACCEPTED);
    return (await this.read(call, id)).doc;
  }

  /** The UUID of the invoice that replaces one canceled with motive 01. */
  private async substitution(
    call: CallContext,
    invoice: StoredInvoice,
    motive: string,
    reference: string | undefined,
  ): Promise<Result<string | null>> {
    const place = { path: 'substitution', location: 'query' } as const;
    if (motive !== '01')
      return reference === undefined
        ? ok(null)
        : refuse('invalid_request', {
            ...place,
            details: [{ code: 'not_allowed', source: 'service', ...place }],
          });
    if (reference === undefined) return refuse('substitution_invoice_required', place);
    const other = await this.invoices.findByReference(call.tenant, reference);
    if (!other || other.id === invoice.id) return refuse('substitution_invoice_not_found', place);
    if (other.status === 'canceled') return refuse('substitution_invoice_canceled', place);
    if (other.status !== 'valid' || other.uuid === null)
      return refuse('substitution_invoice_status_not_allowed', place);
    return ok(other.uuid);
  }

  private async read(call: CallContext, id: string): Promise<StoredInvoice> {
    return unwrap(await this.invoices.find(call.tenant, id));
  }

  private async scopeOf(call: CallContext): Promise<{ scope: ContentScope; issuer: IssuerSnapshot }> {
    const organization = await this.organizations.organization(call.tenant.organizationId);
    return {
      scope: { ...call, timeZone: organization.timezone },
      issuer: unwrap(issuerOf(organization, call.tenant)),
    };
  }
}

const missingMotive: Refusal = {
  code: 'invalid_request',
  path: 'motive',
  location: 'query',
  details: [{ code: 'required', path: 'motive', location: 'query', source: 'service' }],
};

/** Leaves out what is undefined, for types that tell absent from undefined. */
function optional<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
