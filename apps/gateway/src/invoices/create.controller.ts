import { Body, Controller, Headers, HttpStatus, Inject, Post, Query, Res, UseFilters } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { field, newId, refuseFields, type Detail } from '#kernel';
import { CONFIG, type Config } from '#hosting';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { Answers, HttpRefusal, toInstant, unwrap, Versioned, type VersionedDoc } from '#http';
import { parseInvoiceDoc } from '../docs.js';
import { fingerprintOf, IdempotencyKey, IdempotentRequests, TakesIdempotencyKey } from '../idempotency.js';
import { WarnedInvoice } from './answer.js';
import { InvoiceContents } from './content.js';
import { CreateInvoiceBody } from './dto.js';
import { AsyncQuery } from './queries.dto.js';
import { InvoiceIssuing, PENDING, READ_MODEL, toVersionedDoc } from './issuing.js';
import { InvoiceQueries } from './queries.js';
import { InvoiceRulesBeside } from './rules-beside.js';
import { InvoiceWarnings } from './warnings.js';

/** Bytes of a body above which an invoice is issued first and stamped afterwards (contract of the API: 2 MB). */
const LARGE_BODY = 2 * 1024 * 1024;

/** The request for a new invoice. */
interface Creation {
  /** Answered before its stamp. */
  readonly later: boolean;
  readonly reply: FastifyReply;
  /** See idempotency.ts. */
  readonly request?: string;
}

/** A request for an invoice that is there already. */
interface Replay {
  readonly body: CreateInvoiceBody;
  /** Answered as it is now, whatever becomes of its stamp. */
  readonly atOnce: boolean;
  readonly reply: FastifyReply;
}

/** New invoices: drafts, those that are stamped before the answer, and those that are stamped later. */
@ApiTags('invoices')
@Controller('invoices')
export class CreateInvoiceController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sender: CommandSender,
    private readonly issuing: InvoiceIssuing,
    private readonly contents: InvoiceContents,
    private readonly invoices: InvoiceQueries,
    private readonly requests: IdempotentRequests,
    private readonly warnings: InvoiceWarnings,
  ) {}

  @Post()
  @Answers(WarnedInvoice)
  @ApiAcceptedResponse({ type: WarnedInvoice, description: PENDING })
  @TakesIdempotencyKey()
  @UseFilters(InvoiceRulesBeside)
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
    if (key === undefined) return this.issue(call, body, { later, reply });
    const own = body.idempotency_key?.trim() || key;
    if (own !== key) throw new HttpRefusal(refuseFields([field('idempotency_key', 'invalid_value')]).refusal);
    const request = fingerprintOf({ body, async: query.async });
    return this.requests.once({
      ...{ call, key, request, reply, find: 'invoicing.find-request' },
      make: () => this.issue(call, { ...body, idempotency_key: key }, { later, reply, request }),
      replay: (id) => this.replay(call, id, { body, atOnce: later || body.status === 'draft', reply }),
    });
  }

  /** Makes an invoice of a body: a draft, one that is stamped before the answer, or one that is stamped later. */
  private async issue(
    call: CallContext,
    body: CreateInvoiceBody,
    { later, reply, request }: Creation,
  ): Promise<VersionedDoc> {
    const draft = body.status === 'draft';
    const { scope, issuer } = await (draft ? this.issuing.scopeOf(call) : this.issuing.issuingScopeOf(call));
    const receiver: Detail[] = [];
    const content = unwrap(await this.contents.create({ ...scope, draft, warnings: receiver }, body));
    const id = newId();
    // Begun now and awaited last: no stamp waits for it.
    const warned = this.warnings.of(call.tenant, { ...content, id }, receiver);
    const data = { content, issuer, draft, ...(request !== undefined && { request }) };
    if (!draft && !later) {
      const command = { type: 'invoicing.create', key: id, data } as const;
      return { ...(await this.issuing.issueAndWait(call, id, command, reply)), warnings: await warned };
    }
    const asked = { type: 'invoicing.create', key: id, data: { ...data, later } } as const;
    unwrap(await this.sender.send(asked, call, READ_MODEL));
    return { ...toVersionedDoc(unwrap(await this.invoices.find(call.tenant, id))), warnings: await warned };
  }

  /** The answer that the creator of an invoice got, or would get; undefined for a refused one. */
  private async replay(
    call: CallContext,
    id: string,
    { body, atOnce, reply }: Replay,
  ): Promise<VersionedDoc | undefined> {
    const wait = { settled: !atOnce, timeoutMs: this.config.stampWaitMs };
    const row = await this.invoices.outcomes.waitForCreated(call.tenant, id, wait);
    const found = row && (await this.invoices.find(call.tenant, id));
    if (!found?.ok) return undefined;
    const { status, outcome } = found.value;
    if (!atOnce && status === 'failed' && outcome?.kind === 'failed')
      throw new HttpRefusal({ code: 'invoice_stamping_failed' });
    if (!atOnce && status === 'pending') void reply.status(HttpStatus.ACCEPTED);
    const { scope } = await this.issuing.scopeOf(call);
    const doc = parseInvoiceDoc(found.value.doc);
    // A draft does not show the date that it asks for.
    const asked = body.date == null ? undefined : toInstant(body.date, scope.timeZone);
    const warned = {
      ...{ ...doc, date: doc.date ?? asked?.toISOString() ?? null },
      // What it asked for: the number that it has may be one that the counter gave.
      folio_number: body.folio_number ?? null,
    };
    const warnings = await this.warnings.ofStored(call.tenant, warned, new Date(doc.created_at));
    return { ...toVersionedDoc(found.value), warnings };
  }
}
