import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpStatus,
  Inject,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { field, newId, refuse, refuseFields } from '#kernel';
import {
  invoicesReadModel,
  type InvoiceAsked,
  type InvoiceOutcome,
  type InvoiceRow,
  type IssuerSnapshot,
} from '#contracts';
import { RUNTIME, type Runtime } from '#platform';
import { Call, CommandSender, type CallContext, type OutgoingCommand } from '../commands.js';
import {
  Answers,
  AnswersList,
  CursorCodec,
  HttpRefusal,
  IfMatch,
  JsonText,
  Keys,
  PathId,
  RateClass,
  parseDateRange,
  readPaging,
  runList,
  unwrap,
  Versioned,
  VersionedRead,
  type VersionedDoc,
} from '../http/index.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { Invoice } from './answer.js';
import { cancelReason } from './cancel-reason.js';
import { InvoiceContents } from './content.js';
import { AsyncQuery, CancelQuery, CreateInvoiceBody, EditDraftBody, ListInvoicesQuery } from './dto.js';
import { fingerprintOf, IdempotencyKey, IdempotentRequests, TakesIdempotencyKey } from './idempotency.js';
import { issuerOf } from './issuer.js';
import type { ContentScope } from './scope.js';
import { InvoiceQueries, type StoredInvoice } from './queries.js';

/** How long a status refresh waits for what the provider said to be written down. */
const REFRESH_WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 2;
/** Bytes of a body above which an invoice is issued first and stamped afterwards (contract of the API: 2 MB). */
const LARGE_BODY = 2 * 1024 * 1024;
const PENDING = 'Nobody can say yet whether it is stamped: it stays pending, and is followed up';
const READ_MODEL = { readModel: invoicesReadModel.projection };

type IssueType = 'invoicing.create' | 'invoicing.stamp-draft';

/** Invoices: create, list, read, edit, stamp, copy, cancel, refresh. Files are in files.controller.ts. */
@ApiTags('invoices')
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
    private readonly requests: IdempotentRequests,
  ) {}

  @Post()
  @Answers(Invoice)
  @ApiAcceptedResponse({ type: Invoice, description: PENDING })
  @RateClass('create')
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
    // Whoever says nothing waits for small invoices only.
    const later = query.async ?? body.async ?? Number(length) > LARGE_BODY;
    if (key === undefined) return this.made(call, body, { later, reply });
    const own = body.idempotency_key?.trim() || key;
    if (own !== key) throw new HttpRefusal(refuseFields([field('idempotency_key', 'invalid_value')]).refusal);
    const request = fingerprintOf({ body, async: query.async });
    return this.requests.once({
      ...{ tenant: call.tenant, key, request, reply },
      make: () => this.made(call, { ...body, idempotency_key: key }, { later, reply, request }),
      replay: (id) => this.replayed(call, id, later || body.status === 'draft', reply),
    });
  }

  private async made(
    call: CallContext,
    body: CreateInvoiceBody,
    { later, reply, request }: { later: boolean; reply: FastifyReply; request?: string },
  ): Promise<VersionedDoc> {
    const { scope, issuer } = await this.scopeOf(call);
    const draft = body.status === 'draft';
    const content = unwrap(await this.contents.create({ ...scope, draft }, body));
    const id = newId();
    const data = { content, issuer, draft, ...(request !== undefined && { request }) };
    if (!draft && !later) return this.stamped(call, id, { type: 'invoicing.create', key: id, data }, reply);
    const asked = { type: 'invoicing.create', key: id, data: { ...data, later } } as const;
    unwrap(await this.sender.send(asked, call, READ_MODEL));
    return shown(await this.read(call, id));
  }

  /** What whoever made an invoice was answered, or would be; undefined for one that was refused. */
  private async replayed(
    call: CallContext,
    id: string,
    atOnce: boolean,
    reply: FastifyReply,
  ): Promise<VersionedDoc | undefined> {
    const wait = { settled: !atOnce, timeoutMs: this.runtime.config.stampWaitMs };
    const row = await this.invoices.made(call.tenant, id, wait);
    const found = row && (await this.invoices.find(call.tenant, id));
    if (!found?.ok) return undefined;
    const { status, outcome } = found.value;
    if (!atOnce && status === 'failed' && outcome?.kind === 'failed')
      throw new HttpRefusal({ code: 'invoice_stamping_failed' });
    if (!atOnce && status === 'pending') void reply.status(HttpStatus.ACCEPTED);
    return shown(found.value);
  }

  @Get()
  @AnswersList(Invoice)
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
    const { scope, issuer } = await this.scopeOf(call);
    const { type } = await this.read(call, id);
    const changes = unwrap(await this.contents.changes({ ...scope, draft: true }, body, body.type ?? type));
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
  @RateClass('heavy')
  @Versioned()
  async stamp(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Query() query: AsyncQuery,
    @IfMatch() ifRevision: readonly number[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const { issuer } = await this.scopeOf(call);
    const command = { type: 'invoicing.stamp-draft', key: id, data: { issuer }, ifRevision } as const;
    if (!query.async) return this.stamped(call, id, command, reply);
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
    const { issuer } = await this.scopeOf(call);
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
    const canceled = await this.outcome(call, id, 'cancellation', {
      type: 'invoicing.cancel',
      key: id,
      data,
      ifRevision,
    });
    if (!canceled) return shown(await this.read(call, id));
    if (canceled.status === 'canceled') await this.paid(call, canceled, false);
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

  /** Issues an invoice and waits for its stamp: 200 once it is there, 202 while nobody can say. */
  private async stamped<Type extends IssueType>(
    call: CallContext,
    id: string,
    command: OutgoingCommand<Type>,
    reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const settled = await this.outcome(call, id, 'stamp', command);
    if (settled?.outcome?.kind === 'done') {
      await this.paid(call, settled, true);
      return fresh(settled);
    }
    if (settled?.outcome?.kind === 'failed') throw new HttpRefusal({ code: 'invoice_stamping_failed' });
    const issued = await this.invoices.find(call.tenant, id);
    // Its read model is behind: it was issued, and can't be shown yet. Who asks again finds it by its key.
    if (!issued.ok)
      throw new HttpRefusal(
        refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } }).refusal,
      );
    void reply.status(HttpStatus.ACCEPTED);
    return shown(issued.value);
  }

  /** Sends a command and waits for what comes of it; throws what provider or tax authority refused. */
  private async outcome<Type extends IssueType | 'invoicing.cancel'>(
    call: CallContext,
    id: string,
    of: InvoiceOutcome['of'],
    command: OutgoingCommand<Type>,
  ): Promise<InvoiceRow | undefined> {
    const { tenant } = call;
    const timeoutMs = this.runtime.config.stampWaitMs;
    const follower = this.invoices.follow(id);
    try {
      const asked = unwrap(await this.sender.send(command, call)).data as InvoiceAsked | undefined;
      // A second delivery may find that all is over already.
      if (!asked) return undefined;
      const { number } = asked;
      const settled = await this.invoices.settled(follower, { tenant, id, of, number, timeoutMs });
      if (settled?.outcome?.kind !== 'refused') return settled;
      const { code = 'internal_error', details = [] } = settled.outcome;
      throw new HttpRefusal({ code, details });
    } finally {
      follower.close();
    }
  }

  /** After a payment's answer the invoices that it pays show it: whoever looks next sees the balance. */
  private async paid({ tenant }: CallContext, { id, doc }: InvoiceRow, received: boolean): Promise<void> {
    const targets = doc['target_invoice_ids'] as readonly string[];
    if (targets.length > 0) await this.invoices.paymentSeen(tenant, targets, id, received);
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

const shown = ({ doc, revision }: StoredInvoice): VersionedDoc => ({ json: doc, revision });
const fresh = ({ doc, revision }: InvoiceRow): VersionedDoc => ({ json: JSON.stringify(doc), revision });

/** Leaves out what is undefined, for types that tell absent from undefined. */
function optional<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
