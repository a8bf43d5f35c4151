import { Body, Controller, HttpStatus, Inject, Post, Res, UseFilters } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { field, newId, refuseFields, type Detail } from '#kernel';
import { CONFIG, type Config } from '#hosting';
import { Answers, HttpRefusal, unwrap, Versioned, type VersionedDoc } from '#http';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { fingerprintOf, IdempotencyKey, IdempotentRequests, TakesIdempotencyKey } from '../idempotency.js';
import { InvoiceIssuing, PENDING } from '../invoices/issuing.js';
import { WarnedRetention } from './answer.js';
import { RetentionContents } from './content.js';
import { RetentionBody } from './dto.js';
import { READ_MODEL, RetentionIssuing, toVersionedDoc } from './issuing.js';
import { RetentionQueries } from './queries.js';
import { RetentionRulesBeside } from './rules-beside.js';
import { RetentionWarnings } from './warnings.js';

/** New retentions: drafts, and those that are stamped before the answer. */
@ApiTags('retentions')
@Controller('retentions')
export class CreateRetentionController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sender: CommandSender,
    private readonly issuers: InvoiceIssuing,
    private readonly issuing: RetentionIssuing,
    private readonly contents: RetentionContents,
    private readonly retentions: RetentionQueries,
    private readonly requests: IdempotentRequests,
    private readonly warnings: RetentionWarnings,
  ) {}

  @Post()
  @Answers(WarnedRetention)
  @ApiAcceptedResponse({ type: WarnedRetention, description: PENDING })
  @TakesIdempotencyKey('the retention')
  @UseFilters(RetentionRulesBeside)
  @Versioned()
  async create(
    @Call() call: CallContext,
    @Body() body: RetentionBody,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    if (key === undefined) return this.make(call, body, reply);
    const own = body.idempotency_key?.trim() || key;
    if (own !== key) throw new HttpRefusal(refuseFields([field('idempotency_key', 'invalid_value')]).refusal);
    const request = fingerprintOf({ body });
    return this.requests.once({
      ...{ call, key, request, reply, find: 'invoicing.find-retention-request' },
      make: () => this.make(call, { ...body, idempotency_key: key }, reply, request),
      replay: (id) => this.replay(call, id, body.status === 'draft', reply),
    });
  }

  /** Makes a retention of a body: a draft, or one that is stamped before the answer. */
  private async make(
    call: CallContext,
    body: RetentionBody,
    reply: FastifyReply,
    request?: string,
  ): Promise<VersionedDoc> {
    const draft = body.status === 'draft';
    const { scope, issuer } = await (draft
      ? this.issuers.scopeOf(call)
      : this.issuers.issuingScopeOf(call, 'retention_stamping_service_unavailable'));
    const warnings: Detail[] = [];
    const content = unwrap(await this.contents.create({ ...scope, draft, warnings }, body));
    const id = newId();
    const data = { content, issuer, draft, ...(request !== undefined && { request }) };
    const command = { type: 'invoicing.create-retention', key: id, data } as const;
    if (!draft) return { ...(await this.issuing.issueAndWait(call, id, command, reply)), warnings };
    unwrap(await this.sender.send(command, call, READ_MODEL));
    return { ...toVersionedDoc(unwrap(await this.retentions.find(call.tenant, id))), warnings };
  }

  /** The answer that the creator of a retention got, or would get; undefined for a refused one. */
  private async replay(
    call: CallContext,
    id: string,
    draft: boolean,
    reply: FastifyReply,
  ): Promise<VersionedDoc | undefined> {
    const wait = { settled: !draft, timeoutMs: this.config.stampWaitMs };
    const made = await this.retentions.outcomes.waitForCreated(call.tenant, id, wait);
    const found = made && (await this.retentions.find(call.tenant, id));
    if (!found?.ok) return undefined;
    const { status } = found.value;
    if (!draft && status === 'failed') throw new HttpRefusal({ code: 'retention_stamping_failed' });
    if (!draft && status === 'pending') void reply.status(HttpStatus.ACCEPTED);
    const warnings = await this.warnings.ofStored(call.tenant, found.value);
    return { ...toVersionedDoc(found.value), warnings };
  }
}
